import type { Reach } from '../../../contract/constants/decisions';
import { isUrgent, outOfNight } from '../../../contract/rules/night';
import type { Appointment } from '../../../contract/schemas/appointments';
import { fromWallTime } from '../../../contract/zone';
import { readSettings } from '../../lib/settings';

/**
 * Returns when (ms) an act at `at` (ms) can be told to the worker; a text message waits for the morning:
 * docs/PRODUCT.md#text-messages.
 */
export const tellableFrom = (at: number, reach: Reach | undefined): number =>
  reach === 'sms' ? outOfNight(new Date(at), readSettings().timeZone).getTime() : at;

/** Returns when (ISO) the text message about an act at `at` (ms) leaves, or null if it does not wait. */
export const textWaitsUntil = (at: number, reach: Reach | undefined): string | null => {
  const leavesAt = tellableFrom(at, reach);
  return leavesAt > at ? new Date(leavesAt).toISOString() : null;
};

/**
 * Returns when (ISO) the text message about a new time leaves that is set at `at` (ms), or null if it does not wait.
 * `startAt` is the previous start.
 */
export const newTimeWaitsUntil = (
  at: number,
  { startAt, isKnown = true }: Pick<Appointment, 'startAt' | 'isKnown'>,
  reach: Reach | undefined,
): string | null => {
  const leavesAt = textWaitsUntil(at, reach);
  const before = fromWallTime(startAt, readSettings().timeZone);
  if (leavesAt === null || !isKnown || before === null) return leavesAt;
  return isUrgent(new Date(before), new Date(leavesAt)) ? null : leavesAt;
};

type Told = Pick<Appointment, 'statusLog' | 'movedFrom' | 'isKnown'>;

/** Returns the text that says when an invitation, or its new time, leaves after the night, and when (ISO) that is. */
export const waitingTextOf = ({ statusLog = [], movedFrom, isKnown = true }: Told, reach: Reach | undefined) => {
  const invited = statusLog.findLast(({ status }) => status === 'WAITING');
  if (!invited) return null;
  const at = Date.parse(invited.at);
  const isMoved = isKnown && movedFrom;
  const leavesAt = isMoved ? newTimeWaitsUntil(at, { startAt: movedFrom }, reach) : textWaitsUntil(at, reach);
  if (leavesAt === null) return null;
  return { id: isMoved ? 'appointment.later.moved' : 'appointment.later.invited', leavesAt } as const;
};
