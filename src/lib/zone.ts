/** Hours and days in a named zone, without a date library. Instants are milliseconds since 1970. */
const DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
};

/** The wall clock of the zone at an instant, as if it were UTC. */
export const wallClock = (instant: number, timeZone: string): number => {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
};

/** The calendar day of an instant in the zone, `YYYY-MM-DD`. */
export const dayAt = (instant: number, timeZone: string): string =>
  new Date(wallClock(instant, timeZone)).toISOString().slice(0, 10);

/** The instant at which the zone's clock shows a wall time, `YYYY-MM-DD` and `HH:mm`. */
export const instantAt = (day: string, time: string, timeZone: string): number => {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const guess = wall - (wallClock(wall, timeZone) - wall);
  // A second look: the offset at the guess may differ from the one at the first instant (daylight saving).
  return guess + (wall - wallClock(guess, timeZone));
};

/** The instant at which a day of the zone begins. */
export const dayStart = (day: string, timeZone: string): number => instantAt(day, '00:00', timeZone);

/** The day after, `YYYY-MM-DD`. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

/** Whole years from a birth date to a day, both `YYYY-MM-DD`. */
export const ageOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return birthDate.slice(5) > day.slice(5) ? years - 1 : years;
};
