import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { APPOINTMENT_MINUTES, APPOINTMENT_STEP_MINUTES } from '../../../contract/constants/limits';
import { fromWallTime } from '../../../contract/zone';
import { invalid } from '../../platform/errors';

const MINUTE_MS = 60_000;
/** A later start could end in a year that the format of wall times cannot hold. */
const LAST_START = Date.UTC(9999, 0, 1);

/**
 * Returns the instant of a wall time `YYYY-MM-DD HH:mm:ss` in the marketplace's zone, and the earlier of two when a
 * clock change repeats the hour. Throws 400 on `field` for a time that does not exist. See docs/API.md#values.
 */
export const instantOf = (text: string, timeZone: string, field: string): Date => {
  const instant = fromWallTime(text, timeZone);
  if (instant === null) throw invalid({ [field]: ERROR_KEYS.fieldInvalid });
  return new Date(instant);
};

const isOnStep = (text: string): boolean => {
  const [minutes, seconds] = text.slice(14).split(':').map(Number);
  return seconds === 0 && minutes! % APPOINTMENT_STEP_MINUTES === 0;
};

/**
 * Returns the start and end of an appointment. Throws 400 on `field`: `field.invalid` for a time that does not exist
 * or is not a multiple of 5 minutes, `appointmentDateError` for a time that is not in the future. See
 * docs/PRODUCT.md#invitation.
 */
export const appointmentTimes = (
  text: string,
  timeZone: string,
  now: Date,
  field = 'startAt',
): { startAt: Date; endAt: Date } => {
  const startAt = instantOf(text, timeZone, field);
  if (!isOnStep(text) || startAt.getTime() >= LAST_START) throw invalid({ [field]: ERROR_KEYS.fieldInvalid });
  if (startAt <= now) throw invalid({ [field]: ERROR_KEYS.appointmentDate }, ERROR_KEYS.appointmentDate);
  return { startAt, endAt: new Date(startAt.getTime() + APPOINTMENT_MINUTES * MINUTE_MS) };
};
