import type { Random } from './random';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The demo world is in Türkiye, which has kept UTC+3 all year since 2016. */
const ZONE = 3 * HOUR;

/** Returns the hour of the day in Türkiye, with its fraction. */
const localHour = (at: number): number => ((((at + ZONE) % DAY) + DAY) % DAY) / HOUR;

/** Returns the start of the day in Türkiye, as UTC milliseconds. */
export const localMidnight = (at: number): number => Math.floor((at + ZONE) / DAY) * DAY - ZONE;

/** Returns the day of the week in Türkiye; 0 is Sunday. */
const localWeekday = (at: number): number => new Date(at + ZONE).getUTCDay();

/** Returns wall time in Türkiye, `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (at: number): string => new Date(at + ZONE).toISOString().slice(0, 19).replace('T', ' ');

export const iso = (at: number): string => new Date(at).toISOString();
export const isoDay = (at: number): string => iso(at).slice(0, 10);

/**
 * Returns a time between two others at which people are awake: nearly always 8 to 24 in Türkiye, if the range allows
 * it.
 */
export const humanMoment = (random: Random, from: number, to: number, lean = 1): number => {
  const draw = () => from + (to - from) * random.next() ** lean;
  let at = draw();
  for (let tries = 0; tries < 8 && localHour(at) < 8 && !random.chance(0.04); tries += 1) at = draw();
  return Math.round(at / 1000) * 1000;
};

/** Returns the start of an interview: 1 to `days` days later, from 9:00 to 17:45 on a quarter hour, not on a Sunday. */
export const interviewSlot = (random: Random, after: number, days: number): number => {
  let day = localMidnight(after) + random.int(1, days) * DAY;
  if (localWeekday(day) === 0) day += DAY;
  return day + random.int(9 * 4, 17 * 4 + 3) * 15 * MINUTE;
};
