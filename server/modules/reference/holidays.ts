import Holidays from 'date-holidays';

const DAY_MS = 86_400_000;

const cache = new Map<string, readonly string[]>();

/**
 * Returns every day of a holiday. It counts from the calendar date, because a feast starts at the sunset before and
 * that evening is no day off.
 */
const daysOf = (date: string, start: Date, end: Date): string[] => {
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const count = Math.max(1, Math.floor((end.getTime() - start.getTime()) / DAY_MS));
  return Array.from({ length: count }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '.'),
  );
};

const holidaysOfYear = (country: string, year: number): readonly string[] => {
  const key = `${country} ${year}`;
  const known = cache.get(key);
  if (known) return known;
  const days = new Holidays(country)
    .getHolidays(year)
    .filter((holiday) => holiday.type === 'public')
    .flatMap((holiday) => daysOf(holiday.date, holiday.start, holiday.end));
  cache.set(key, days);
  return days;
};

/**
 * Returns the public holidays of a country (ISO alpha-2) in `year`, the year before and the year after, as sorted
 * `YYYY.MM.DD`. A feast of several days has one entry per day. The result of each year is cached.
 */
export const holidaysAround = (country: string, year: number): string[] =>
  [...new Set([year - 1, year, year + 1].flatMap((one) => holidaysOfYear(country, one)))].sort();
