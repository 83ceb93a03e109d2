import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applications';
import { containing } from '../../platform/database/like';

/** What of the clock and the zone a filter needs. */
export interface FilterMoment {
  /** Today in the marketplace's zone, `YYYY-MM-DD`: ages are calendar years. */
  today: string;
  /** When the day of `createdAt` begins in that zone. */
  createdFrom: Date | undefined;
}

/** The statuses that `status` and `op` leave; undefined when every one of them is asked for. */
export const statusesOf = ({ status, op }: ApplicationSearchQuery): ApplicationStatus[] | undefined => {
  if (status === undefined) return undefined;
  const named = new Set(status.split(','));
  const left = APPLICATION_STATUSES.filter((one) => named.has(one) !== (op === 'must_not'));
  return left.length === APPLICATION_STATUSES.length ? undefined : left;
};

/** Whether the counters alone can count what the query asks for. */
export const countersSuffice = (query: ApplicationSearchQuery): boolean =>
  Object.entries(query).every(
    ([name, value]) =>
      ['status', 'op', 'limit', 'page', 'jobId', 'branchId', 'isShortlisted', 'isSeen'].includes(name) ||
      value === undefined ||
      (name === 'q' && containing(String(value)) === undefined),
  );
