import type { ReminderKind } from '../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import { dayAt, fromWallTime, previousDay, wallTime } from '../../../contract/zone';
import { NIGHT_ENDS } from '../../../contract/constants/decisions';
import { isNight } from '../../platform/night';

const HOUR_MS = 3_600_000;
const EVENING = '20:00:00';
/** What is due in the minute before the night may be reached too late. */
const REACH_MS = 60_000;

export interface PlannedReminder {
  kind: Extract<ReminderKind, 'invitation' | 'day_before' | 'soon'>;
  dueAt: Date;
}

/** Reminders before the start, each only for appointments that were booked long enough ahead. Figures are hours. */
const BEFORE_START = [
  { kind: 'day_before', before: 24, bookedAhead: 30 },
  { kind: 'soon', before: 2, bookedAhead: 6 },
] as const;

/** Moves a time at night to 20:00 of the evening in which that night begins. */
const beforeNight = (at: Date, timeZone: string): Date => {
  if (!isNight(at, timeZone) && !isNight(new Date(at.getTime() + REACH_MS), timeZone)) return at;
  const hour = Number(wallTime(at, timeZone).slice(11, 13));
  const day = dayAt(at, timeZone);
  const evening = fromWallTime(`${hour < NIGHT_ENDS ? previousDay(day) : day} ${EVENING}`, timeZone);
  return evening === null ? at : new Date(evening);
};

interface Booking {
  bookedAt: Date;
  startAt: Date;
  timeZone: string;
}

/**
 * Returns the reminders of an appointment, soonest first: of the invitation at half its life, and a day and two hours
 * before the start unless it was booked at short notice. None falls into the night. See docs/PRODUCT.md#reminders.
 */
export const remindersOf = ({ bookedAt, startAt, timeZone }: Booking): PlannedReminder[] => {
  const [booked, start] = [bookedAt.getTime(), startAt.getTime()];
  const life = Math.min(APPOINTMENT_EXPIRY_HOURS * HOUR_MS, start - booked);
  const wanted = [
    { kind: 'invitation' as const, at: booked + life / 2 },
    ...BEFORE_START.filter(({ bookedAhead }) => start - booked >= bookedAhead * HOUR_MS).map(({ kind, before }) => ({
      kind,
      at: start - before * HOUR_MS,
    })),
  ];
  return wanted
    .map(({ kind, at }) => ({ kind, dueAt: beforeNight(new Date(at), timeZone) }))
    .filter(({ dueAt }) => dueAt > bookedAt)
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
};
