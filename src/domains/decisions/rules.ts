import { UNTOLD_REASONS, type DeclineReason } from '../../../contract/constants/decisions';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';

/** True if an applicant who is declined for this reason may stay untold. */
export const mayStayUntold = (reason: DeclineReason | null): boolean => UNTOLD_REASONS.some((one) => one === reason);

/**
 * Returns the reason that the next decline starts with. `other` needs a note of its own, and `duplicate` and `spam` say
 * something about one applicant only.
 */
export const carriedReason = (last: DeclineReason | undefined): DeclineReason | null =>
  last === undefined || last === 'other' || mayStayUntold(last) ? null : last;

/** Error keys that mean that the page shows outdated data. */
const OUTDATED_KEYS: readonly string[] = [
  ERROR_KEYS.applicationDeclined,
  ERROR_KEYS.applicationEnded,
  ERROR_KEYS.applicationWithdrawn,
];

export const isOutdated = (key: string): boolean => OUTDATED_KEYS.includes(key);
