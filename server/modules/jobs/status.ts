import type { JobChangeBody } from '../../../contract/schemas/jobForm';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { JobColumns } from './columns';

/**
 * Returns whether a change needs a close reason. A job that is already closed keeps its own. See
 * docs/PRODUCT.md#closing-a-job.
 */
export const needsCloseReason = (from: JobStatus, { status, closeReason }: JobChangeBody): boolean =>
  status === 'closed' && (closeReason === null || (closeReason === undefined && from !== 'closed'));

/**
 * Returns the columns that follow from a change of status: opening time, closing time and close reason. A reason
 * counts only for a closed job. See docs/PRODUCT.md#job-status.
 */
export const columnsOfStatus = (from: JobStatus, { status: to = from, closeReason }: JobChangeBody, now: Date) => {
  const columns: JobColumns = {};
  if (to === 'closed' && closeReason) columns.close_reason = closeReason;
  if (to === from) return columns;
  columns.status = to;
  if (to === 'active') columns.opened_at = now;
  if (to === 'active' || to === 'draft') Object.assign(columns, { closed_at: null, close_reason: null });
  // A deleted job that was already closed keeps its closing time.
  if (to === 'closed' || (to === 'deleted' && from !== 'closed')) columns.closed_at = now;
  return columns;
};
