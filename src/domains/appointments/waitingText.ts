import type { Reach } from '../../../contract/constants/decisions';
import { HOUR } from '../../../contract/constants/time';
import { outOfNight } from '../../../contract/rules/night';
import type { Appointment } from '../../../contract/schemas/appointments';
import { fromWallTime } from '../../../contract/zone';
import { readSettings } from '../../lib/settings';

/** A text that calls off what begins this soon after the night does not wait for its end. */
const URGENT_MS = 2 * HOUR;

/**
 * Returns when (ISO) a text message to the worker leaves that an act at `at` (ms) sends, or null if it does not wait for
 * the morning: docs/PRODUCT.md#text-messages.
 */
export const textWaitsUntil = (at: number, reach: Reach | undefined): string | null => {
  if (reach !== 'sms') return null;
  const leavesAt = outOfNight(new Date(at), readSettings().timeZone);
  return leavesAt.getTime() > at ? leavesAt.toISOString() : null;
};

/** Returns from when (ms) an act at `at` (ms) can be told; a text message waits for the morning. */
export const tellableFrom = (at: number, reach: Reach | undefined): number =>
  Date.parse(textWaitsUntil(at, reach) ?? new Date(at).toISOString());

type Told = Pick<Appointment, 'statusLog' | 'movedFrom' | 'isKnown'>;

/** Returns when (ISO) the text about a new time leaves that is set at `at` (ms), or null if it does not wait. */
export const newTimeWaitsUntil = (
  at: number,
  { startAt, isKnown = true }: Pick<Appointment, 'startAt' | 'isKnown'>,
  reach: Reach | undefined,
): string | null => {
  const leavesAt = textWaitsUntil(at, reach);
  const before = fromWallTime(startAt, readSettings().timeZone);
  const isUrgent = leavesAt !== null && isKnown && before !== null && before < Date.parse(leavesAt) + URGENT_MS;
  return isUrgent ? null : leavesAt;
};

/** Returns the text that says when an invitation, or its new time, leaves after the night, and when (ISO) that is. */
export const waitingTextOf = ({ statusLog = [], movedFrom, isKnown = true }: Told, reach: Reach | undefined) => {
  const invited = statusLog.findLast(({ status }) => status === 'WAITING');
  const leavesAt = invited ? textWaitsUntil(Date.parse(invited.at), reach) : null;
  if (leavesAt === null) return null;
  const calledOff = isKnown && movedFrom ? fromWallTime(movedFrom, readSettings().timeZone) : null;
  if (calledOff === null) return { id: 'appointment.later.invited', leavesAt } as const;
  if (calledOff < Date.parse(leavesAt) + URGENT_MS) return null;
  return { id: 'appointment.later.moved', leavesAt } as const;
};
