import Holidays from 'date-holidays';

const DAY_MS = 86_400_000;

const cache = new Map<string, readonly string[]>();

/** The first day as the calendar names it; feasts begin at the sunset before, which is not a day off of its own. */
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
 * Public holidays of a country (ISO alpha-2) in `year` and the two years around it, `YYYY.MM.DD`, sorted, feasts of
 * several days as one entry a day. Reckoned once per year, then kept.
 */
export const holidaysAround = (country: string, year: number): string[] =>
  [...new Set([year - 1, year, year + 1].flatMap((one) => holidaysOfYear(country, one)))].sort();
