import type { JobChangeBody } from '../../../contract/schemas/jobForm';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { JobColumns } from './columns';

/** Closing asks for a reason; a job that is closed already keeps its own. Spec 1, point 4. */
export const needsCloseReason = (from: JobStatus, { status, closeReason }: JobChangeBody): boolean =>
  status === 'closed' && (closeReason === null || (closeReason === undefined && from !== 'closed'));

/**
 * The columns that follow from a change of status: when it was opened and closed, and why. A reason for a job that is
 * not closed says nothing. Spec 1, point 4.
 */
export const columnsOfStatus = (from: JobStatus, { status: to = from, closeReason }: JobChangeBody, now: Date) => {
  const columns: JobColumns = {};
  if (to === 'closed' && closeReason) columns.close_reason = closeReason;
  if (to === from) return columns;
  columns.status = to;
  if (to === 'active') columns.opened_at = now;
  if (to === 'active' || to === 'draft') Object.assign(columns, { closed_at: null, close_reason: null });
  // What was closed before it was deleted ended then.
  if (to === 'closed' || (to === 'deleted' && from !== 'closed')) columns.closed_at = now;
  return columns;
};
