import { dayAt, dayStart, nextDay, previousDay } from '../zone';
import { ANSWER_HOURS } from '../constants/limits';
import { HOUR } from '../constants/time';

/** The time of marketplaces in which an employer answers: all hours from Monday to Friday, except holidays. */
export interface WorkingCalendar {
  /** `YYYY.MM.DD`, dates in the marketplace's zone. */
  holidays: readonly string[];
  timeZone: string;
}

const ANSWER_TIME_MS = ANSWER_HOURS * HOUR;

/** Saturday and Sunday by `Date.getUTCDay`. */
const WEEKEND: readonly number[] = [6, 0];

const isWorkingDay = (day: string, holidays: readonly string[]): boolean =>
  !WEEKEND.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !holidays.includes(day.replaceAll('-', '.'));

/** Caches the starts of days by zone and day, because the counter needs them every second. */
const dayStarts = new Map<string, number>();

const cachedDayStart = (day: string, timeZone: string): number => {
  const key = `${timeZone} ${day}`;
  let start = dayStarts.get(key);
  if (start === undefined) {
    start = dayStart(day, timeZone);
    dayStarts.set(key, start);
  }
  return start;
};

/**
 * Returns the milliseconds of working time left to answer an application: 24 hours minus the working time since it
 * arrived. Instants are milliseconds since 1970. See docs/PRODUCT.md#remaining-time.
 */
export const answerTimeLeft = (arrived: number, now: number, { holidays, timeZone }: WorkingCalendar): number => {
  let left = ANSWER_TIME_MS;
  let from = arrived;
  let day = dayAt(arrived, timeZone);
  while (left > 0 && from < now) {
    const next = nextDay(day);
    const until = Math.min(now, cachedDayStart(next, timeZone));
    if (isWorkingDay(day, holidays)) left -= until - from;
    from = until;
    day = next;
  }
  return Math.max(0, left);
};

/**
 * Returns the instant at which the time to answer an application ends: the first one for which `answerTimeLeft` is 0.
 */
export const answerDueAt = (arrived: number, { holidays, timeZone }: WorkingCalendar): number => {
  let left = ANSWER_TIME_MS;
  let from = arrived;
  let day = dayAt(arrived, timeZone);
  for (;;) {
    const next = nextDay(day);
    const until = cachedDayStart(next, timeZone);
    const worked = isWorkingDay(day, holidays) ? until - from : 0;
    if (worked >= left) return from + left;
    left -= worked;
    from = until;
    day = next;
  }
};

/**
 * Returns the instant before which an application must have arrived for its time to answer to be over: `answerTimeLeft`
 * is positive exactly for later arrivals.
 */
export const answerCutoff = (now: number, { holidays, timeZone }: WorkingCalendar): number => {
  let left = ANSWER_TIME_MS;
  let until = now;
  let day = dayAt(now, timeZone);
  for (;;) {
    const start = cachedDayStart(day, timeZone);
    const worked = isWorkingDay(day, holidays) ? until - start : 0;
    if (worked >= left) return until - left;
    left -= worked;
    until = start;
    day = previousDay(day);
  }
};
