import { FIRST_DAY_UNDO_MINUTES } from '../../../contract/constants/attendance';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { FirstDay } from '../../../contract/schemas/firstDay';
import { fromWallTime } from '../../../contract/zone';

type Hire = Pick<ApplicationRow, 'status' | 'firstDay' | 'isApplicantAcceptTheOffer'>;

/** What the first day of an applicant waits for. */
export type FirstDayStage = 'none' | 'unset' | 'ahead' | 'begun' | 'recorded';

/**
 * Returns the stage of the first day; `none` before the offer is accepted and after the worker withdrew. `now` in
 * milliseconds since 1970.
 */
export const firstDayStage = (
  { status, firstDay, isApplicantAcceptTheOffer }: Hire,
  now: number,
  timeZone: string,
): FirstDayStage => {
  if (status === 'rejected') return 'none';
  if (!firstDay) return isApplicantAcceptTheOffer ? 'unset' : 'none';
  if (firstDay.started !== null) return 'recorded';
  return (fromWallTime(firstDay.startsAt, timeZone) ?? 0) <= now ? 'begun' : 'ahead';
};

const MINUTE = 60_000;

/** Returns until when the record can be taken back, in milliseconds since 1970; null without a record. */
export const undoEndsAt = ({ recordedAt }: Pick<FirstDay, 'recordedAt'>): number | null =>
  recordedAt === null ? null : Date.parse(recordedAt) + FIRST_DAY_UNDO_MINUTES * MINUTE;

/** Error keys that mean that the page shows outdated data. */
const OUTDATED_KEYS: readonly string[] = [
  ERROR_KEYS.notFound,
  ERROR_KEYS.applicationWithdrawn,
  ERROR_KEYS.offerNotAccepted,
  ERROR_KEYS.firstDayMissing,
  ERROR_KEYS.firstDayAhead,
  ERROR_KEYS.firstDayRecorded,
  ERROR_KEYS.feedbackTooOld,
];

export const isOutdated = (key: string): boolean => OUTDATED_KEYS.includes(key);
