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

export interface CalendarEvent {
  /** Stays the same for one appointment, so that calendars update their copy. */
  uid: string;
  /** Rises with each change. */
  sequence: number;
  stampAt: Date;
  startAt: Date;
  endAt: Date;
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  summary: string;
  description: string;
  location: string | null;
  latitude: number;
  longitude: number;
}

/** The most octets of a line without its line end (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

// Line ends within a text, and control characters that iCalendar forbids (RFC 5545, 3.3.11).
const LINE_END = /\r\n|[\r\n\u0085\u2028\u2029]/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(LINE_END, '\\n')
    .replace(CONTROL, ' ');

/** Folds a line between characters, never within the octets of one. */
const folded = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    // The leading blank of a continuation line counts.
    const room = LINE_OCTETS - (parts.length > 0 ? 1 : 0);
    if (Buffer.byteLength(part + character) > room) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
};

/** Formats 2026-11-21T07:00:00.000Z as 20261121T070000Z. */
const utc = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Returns the lines of an event. `time` writes what follows the name of a time. */
const eventLines = (event: CalendarEvent, time: (at: Date) => string): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.stampAt)}`,
  `DTSTART${time(event.startAt)}`,
  `DTEND${time(event.endAt)}`,
  `STATUS:${event.status}`,
  `SUMMARY:${escaped(event.summary)}`,
  `DESCRIPTION:${escaped(event.description)}`,
  ...(event.location === null ? [] : [`LOCATION:${escaped(event.location)}`]),
  `GEO:${event.latitude.toFixed(6)};${event.longitude.toFixed(6)}`,
  'END:VEVENT',
];

/** Returns the text of an iCalendar file (RFC 5545): lines of at most 75 octets that end in CRLF. */
const fileOf = (lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Employer dashboard//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...lines,
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');

/** Returns a calendar with one event, whose times are written in UTC. */
export const icsOf = (event: CalendarEvent): string => fileOf(eventLines(event, (at) => `:${utc(at)}`));

interface Feed {
  name: string;
  timeZone: string;
  /** The time that the feed covers. */
  from: Date;
  to: Date;
  events: readonly CalendarEvent[];
}

/** Returns a calendar to subscribe to, whose times are wall times of the zone. */
export const feedOf = ({ name, timeZone, from, to, events }: Feed): string => {
  const local = (at: Date) => `;TZID=${timeZone}:${wallTime(at, timeZone).replace(/[-:]/g, '').replace(' ', 'T')}`;
  return fileOf([
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...vtimezone(timeZone, from, to),
    ...events.flatMap((event) => eventLines(event, local)),
  ]);
};
