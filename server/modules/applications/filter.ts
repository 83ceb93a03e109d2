import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import { containing } from '../../platform/database/like';

/** The dates that the filters need, from the clock and the time zone. */
export interface FilterMoment {
  now: Date;
  /** Today in the marketplace's zone, `YYYY-MM-DD`: ages count calendar years. */
  today: string;
  /** The start of the `createdAt` day in that zone. */
  createdFrom: Date | undefined;
  /** Later arrivals still have time to be answered; set for `sort=deadline`. */
  cutoff: Date | undefined;
}

/** Returns the statuses that `status` and `op` select, or undefined for all of them. */
export const statusesOf = ({ status, op }: ApplicationSearchQuery): ApplicationStatus[] | undefined => {
  if (status === undefined) return undefined;
  const named = new Set(status.split(','));
  const left = APPLICATION_STATUSES.filter((one) => named.has(one) !== (op === 'must_not'));
  return left.length === APPLICATION_STATUSES.length ? undefined : left;
};

/** Returns whether the counters alone can count the query's rows. */
export const countersSuffice = (query: ApplicationSearchQuery): boolean =>
  Object.entries(query).every(
    ([name, value]) =>
      ['status', 'op', 'limit', 'page', 'jobId', 'branchId', 'isShortlisted', 'isSeen', 'sort', 'sortedAt'].includes(
        name,
      ) ||
      value === undefined ||
      (name === 'q' && containing(String(value)) === undefined),
  );
