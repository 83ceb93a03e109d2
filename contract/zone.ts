// Wall times and days in a named time zone, for the dashboard and the server. Instants are milliseconds since 1970.
// The browser loads this file, so it imports nothing.
const DAY = 86_400_000;
/** Cuba changes its clock at midnight. No zone skips more than three hours at that time. */
const SKIPPED_MINUTES = 180;
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    // Swedish dates have the ISO order, so the text needs no parsing.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
};

/** Returns the wall time of an instant in a zone, `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (instant: Date | number, timeZone: string): string => formatOf(timeZone).format(instant);

/** Returns the calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const dayAt = (instant: Date | number, timeZone: string): string => wallTime(instant, timeZone).slice(0, 10);

const asUtc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/**
 * Returns the instant of a wall time `YYYY-MM-DD HH:mm:ss` in a zone. When the clock goes back, it is the first of the
 * two. Returns null for a time that the clock skips and for an invalid date.
 */
export const fromWallTime = (text: string, timeZone: string): number | null => {
  const wall = asUtc(text);
  if (Number.isNaN(wall)) return null;
  // No zone is more than a day from UTC, so one of the offsets a day before and a day after holds.
  const candidates = [-DAY, DAY].flatMap((distance) => {
    const offset = asUtc(wallTime(wall + distance, timeZone)) - (wall + distance);
    // A wall time after the year 9999 is not an ISO text.
    return Number.isNaN(offset) ? [] : [wall - offset];
  });
  const exact = candidates.filter((instant) => wallTime(instant, timeZone) === text);
  return exact.length > 0 ? Math.min(...exact) : null;
};

/**
 * Returns the instant at which a day `YYYY-MM-DD` begins in a zone. A day that skips midnight begins at its first
 * minute.
 */
export const dayStart = (day: string, timeZone: string): number => {
  for (let minute = 0; minute < SKIPPED_MINUTES; minute += 1) {
    const time = new Date(minute * 60_000).toISOString().slice(11, 19);
    const found = fromWallTime(`${day} ${time}`, timeZone);
    if (found !== null) return found;
  }
  return asUtc(`${day} 00:00:00`);
};

/** Returns the day that many days after `YYYY-MM-DD`, or before it for a negative number. */
export const daysAfter = (day: string, days: number): string =>
  new Date(asUtc(`${day} 00:00:00`) + days * DAY).toISOString().slice(0, 10);

/** Returns the day after `YYYY-MM-DD`. */
export const nextDay = (day: string): string => daysAfter(day, 1);

/** Returns the day before `YYYY-MM-DD`. */
export const previousDay = (day: string): string => daysAfter(day, -1);

/** Returns the whole years from a birth date to a day, both `YYYY-MM-DD`. */
export const ageOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return birthDate.slice(5) > day.slice(5) ? years - 1 : years;
};
