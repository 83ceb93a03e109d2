import { PRIVACY_REQUEST_DAYS, RETENTION_NOTICE_DAYS } from '../../../contract/constants/privacy';
import { dayAt, dayStart, wallTime } from '../../../contract/zone';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Hours of the night in which people are made anonymous, by the marketplace's time zone. */
const WORK_BEGINS = 2;
const WORK_ENDS = 5;

export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Returns the same time of day so many months earlier, clamped to the month’s last day. */
export const monthsBefore = (at: Date, months: number): Date => {
  const moved = new Date(at);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return moved;
};

interface Period {
  /** Whole months after `lastAt`. */
  months: number;
  now: Date;
  /** Nobody is made anonymous before; null for no such time. */
  from: Date | null;
  timeZone: string;
}

/**
 * Returns the day, `YYYY-MM-DD`, of the first night in which a person may be made anonymous who was last touched at
 * `lastAt` and whose period ends within the days of the forecast.
 */
export const dueDay = (lastAt: Date, { months, now, from, timeZone }: Period): string => {
  for (let day = 0; ; day += 1) {
    const name = dayAt(addDays(now, day), timeZone);
    const end = new Date(dayStart(name, timeZone) + WORK_ENDS * HOUR_MS);
    const isDue = end > now && lastAt <= monthsBefore(end, months) && (from === null || from <= end);
    if (isDue || day > RETENTION_NOTICE_DAYS) return name;
  }
};

/** Returns until when an organisation has to answer a request. */
export const requestDueAt = (at: Date): Date => addDays(at, PRIVACY_REQUEST_DAYS);

/** Returns whether the nightly work may run. */
export const isWorkHour = (now: Date, timeZone: string): boolean => {
  const hour = Number(wallTime(now, timeZone).slice(11, 13));
  return hour >= WORK_BEGINS && hour < WORK_ENDS;
};

const folded = (name: string, language: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase(language);

/** Turkish has an I of its own: "DIANA" is "diana" in English only, "IŞIL" is "ışıl" in Turkish only. */
const FOLDINGS = ['tr', 'en'];

/** Returns whether somebody typed a person's name; spaces and capital letters do not matter. */
export const isNameOf = (typed: string, name: string): boolean =>
  FOLDINGS.some((language) => folded(typed, language) === folded(name, language));
