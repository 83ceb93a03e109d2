import { wallTime } from '../../../contract/zone';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A time from which a zone has an offset, in milliseconds. */
interface Onset {
  at: number;
  before: number;
  after: number;
}

const offsetAt = (at: number, timeZone: string): number =>
  Date.parse(`${wallTime(at, timeZone).replace(' ', 'T')}Z`) - at;

/** Returns the first minute after `low` at which the offset differs from that at `low`; it does at `high`. */
const changeBetween = (low: number, high: number, timeZone: string): number => {
  if (high - low <= MINUTE_MS) return high;
  const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
  return offsetAt(middle, timeZone) === offsetAt(low, timeZone)
    ? changeBetween(middle, high, timeZone)
    : changeBetween(low, middle, timeZone);
};

const changesBetween = (from: number, to: number, timeZone: string): Onset[] => {
  const onsets: Onset[] = [];
  for (let day = from; day < to; day += DAY_MS) {
    const [before, after] = [offsetAt(day, timeZone), offsetAt(day + DAY_MS, timeZone)];
    if (before !== after) onsets.push({ at: changeBetween(day, day + DAY_MS, timeZone), before, after });
  }
  return onsets;
};

/** Formats 10,800,000 as +0300. */
const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const text = `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
  return `${offset < 0 ? '-' : '+'}${text}`;
};

/** Formats an instant as 20260329T020000, by a clock with that offset. */
const clockText = (at: number, offset: number): string =>
  new Date(at + offset).toISOString().slice(0, 19).replace(/[-:]/g, '');

/**
 * Returns the lines of a VTIMEZONE (RFC 5545, 3.6.5) that is right between two instants. Each change of the clock is
 * written as it happens, because the zones' rules are only known by their offsets.
 */
export const vtimezone = (timeZone: string, from: Date, to: Date): string[] => {
  const begin = Math.floor(from.getTime() / MINUTE_MS) * MINUTE_MS;
  const first = offsetAt(begin, timeZone);
  const onsets = [{ at: 0, before: first, after: first }, ...changesBetween(begin, to.getTime(), timeZone)];
  const standard = Math.min(...onsets.map(({ after }) => after));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...onsets.flatMap(({ at, before, after }) => {
      const kind = after > standard ? 'DAYLIGHT' : 'STANDARD';
      return [
        `BEGIN:${kind}`,
        `DTSTART:${clockText(at, before)}`,
        `TZOFFSETFROM:${offsetText(before)}`,
        `TZOFFSETTO:${offsetText(after)}`,
        `END:${kind}`,
      ];
    }),
    'END:VTIMEZONE',
  ];
};
