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

type Told = Pick<Appointment, 'textAt' | 'movedFrom' | 'isKnown'>;

/**
 * Returns the text that says when the text message about an invitation, or about its new time, leaves, and when (ISO)
 * that is; null when none waits at `now` (ms).
 */
export const waitingTextOf = ({ textAt, movedFrom, isKnown = true }: Told, now: number) => {
  const isWaiting = textAt && Date.parse(textAt) > now;
  if (!isWaiting) return null;
  const isMoved = isKnown && movedFrom;
  return { id: isMoved ? 'appointment.later.moved' : 'appointment.later.invited', leavesAt: textAt } as const;
};

/**
 * Returns when (ISO) the text message leaves about a change to `startAt` (ms) that is made at `at` (ms), or null if it
 * does not wait: one that calls off a known time before 10:00 cannot.
 */
export const changeWaitsUntil = (
  at: number,
  { before, startAt }: { before: Told & Pick<Appointment, 'startAt'>; startAt: number | null },
  reach: Reach | undefined,
): string | null => {
  const leavesAt = textWaitsUntil(at, reach);
  const knownStart = (waitingTextOf(before, at) && before.movedFrom) || before.startAt;
  const known = fromWallTime(knownStart, readSettings().timeZone);
  if (leavesAt === null || before.isKnown === false || known === null || known === startAt) return leavesAt;
  return isUrgent(new Date(known), new Date(leavesAt)) ? null : leavesAt;
};
