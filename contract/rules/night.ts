import { NIGHT_BEGINS, NIGHT_ENDS } from '../constants/decisions';
import { HOUR } from '../constants/time';
import { fromWallTime, nextDay, previousDay, wallTime } from '../zone';

/**
 * Work that is due less than a minute before the night may be done in the night: the servers look for due decision
 * notices every ten seconds, and for reminders every 30.
 */
const REACH_MS = 60_000;

/** Returns whether it is night for workers, by the marketplace's time zone. See docs/API.md#content-check. */
export const isNight = (now: Date, timeZone: string): boolean => {
  const hour = Number(wallTime(now, timeZone).slice(11, 13));
  return hour >= NIGHT_BEGINS || hour < NIGHT_ENDS;
};

/** Returns whether work that is due then may be done at night. */
const mayRunAtNight = (at: Date, timeZone: string): boolean =>
  isNight(at, timeZone) || isNight(new Date(at.getTime() + REACH_MS), timeZone);

const morningOf = (day: string, timeZone: string): Date | null => {
  const end = fromWallTime(`${day} ${String(NIGHT_ENDS).padStart(2, '0')}:00:00`, timeZone);
  return end === null ? null : new Date(end);
};

/** Moves a time in the night, or in the minute before it, to the end of that night. See docs/PRODUCT.md#decision-notice. */
export const outOfNight = (at: Date, timeZone: string): Date => {
  if (!mayRunAtNight(at, timeZone)) return at;
  const [day = '', time = ''] = wallTime(at, timeZone).split(' ');
  const isEvening = Number(time.slice(0, 2)) >= NIGHT_ENDS;
  return morningOf(isEvening ? nextDay(day) : day, timeZone) ?? at;
};

/** A message about an appointment that begins at least this long after the night can wait for the morning. */
const MORNING_MS = 2 * HOUR;

/** Returns whether an appointment begins before 10:00, so that a message about it cannot wait for the morning. */
export const isUrgent = (startAt: Date, nightEnds: Date): boolean =>
  startAt.getTime() < nightEnds.getTime() + MORNING_MS;

const EVENING = '20:00:00';

/** Moves a time in the night, or in the minute before it, to 20:00 of the evening in which that night begins. */
export const beforeNight = (at: Date, timeZone: string): Date => {
  if (!mayRunAtNight(at, timeZone)) return at;
  const [day = '', time = ''] = wallTime(at, timeZone).split(' ');
  const isMorning = Number(time.slice(0, 2)) < NIGHT_ENDS;
  const evening = fromWallTime(`${isMorning ? previousDay(day) : day} ${EVENING}`, timeZone);
  return evening === null ? at : new Date(evening);
};

/** Returns when the last night ended, or null during a night. */
export const lastMorning = (now: Date, timeZone: string): Date | null =>
  isNight(now, timeZone) ? null : morningOf(wallTime(now, timeZone).slice(0, 10), timeZone);
