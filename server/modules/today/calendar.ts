import type { WorkingCalendar } from '../../../contract/constants/workingTime';
import type { Deps } from '../../platform/deps';
import { holidaysAround } from '../reference';

export type CalendarSettings = Pick<Deps['settings'], 'countryCode' | 'timeZone'>;

const known = new Map<string, readonly string[]>();

const holidaysBetween = (country: string, from: number, to: number): readonly string[] => {
  const key = `${country} ${from} ${to}`;
  let holidays = known.get(key);
  if (!holidays) {
    const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    holidays = [...new Set(years.flatMap((year) => holidaysAround(country, year)))];
    known.set(key, holidays);
  }
  return holidays;
};

/** Returns the working calendar for due times that count from instants between `since` and `now`. */
export const calendarOf = ({ countryCode, timeZone }: CalendarSettings, since: number, now: Date): WorkingCalendar => {
  const year = now.getUTCFullYear();
  const first = Math.min(new Date(since).getUTCFullYear(), year);
  return { timeZone, holidays: holidaysBetween(countryCode, first, year) };
};
