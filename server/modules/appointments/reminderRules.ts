import type { ReminderKind } from '../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import { beforeNight } from '../../platform/night';

const HOUR_MS = 3_600_000;

export interface PlannedReminder {
  kind: Extract<ReminderKind, 'invitation' | 'day_before' | 'soon'>;
  dueAt: Date;
}

/** Reminders before the start, each only for appointments that were booked long enough ahead. Figures are hours. */
const BEFORE_START = [
  { kind: 'day_before', before: 24, bookedAhead: 30 },
  { kind: 'soon', before: 2, bookedAhead: 6 },
] as const;

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
