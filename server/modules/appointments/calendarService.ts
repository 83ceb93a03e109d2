import { wallTime, dayAt, daysAfter, dayStart } from '../../../contract/zone';
import { fullName, shortName } from '../../../contract/constants/text';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import { CALLED_OFF_STATUSES, type AppointmentStatus } from '../../../contract/constants/statuses';
import { type Scope, ownerScope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import * as repository from './listRepository';
import { findCalendarRow, type CalendarRow, listCalendarRows } from './listRepository';
import { filled, readTexts, languageOf } from '../../platform/messages';
import { FEED_DAYS_AHEAD, FEED_DAYS_BACK } from '../../../contract/constants/attendance';
import { DAY, MINUTE } from '../../../contract/constants/time';
import { audit, userActor } from '../../platform/audit';
import { type AuthUser, newToken } from '../../platform/auth/tokens';
import { inChange, type Change } from '../../platform/change';
import { sha256 } from '../../platform/secrets';
import { LIMITS } from '../../platform/limits';

/** The time from which a zone has an offset, both in milliseconds. */
interface Onset {
  at: number;
  before: number;
  after: number;
}

const offsetAt = (at: number, timeZone: string): number =>
  Date.parse(`${wallTime(at, timeZone).replace(' ', 'T')}Z`) - at;

/** Returns the first minute after `low` at which the offset differs from that at `low`; it does at `high`. */
const changeBetween = (low: number, high: number, timeZone: string): number => {
  if (high - low <= MINUTE) return high;
  const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
  return offsetAt(middle, timeZone) === offsetAt(low, timeZone)
    ? changeBetween(middle, high, timeZone)
    : changeBetween(low, middle, timeZone);
};

const changesBetween = (from: number, to: number, timeZone: string): Onset[] => {
  const onsets: Onset[] = [];
  for (let day = from; day < to; day += DAY) {
    const [before, after] = [offsetAt(day, timeZone), offsetAt(day + DAY, timeZone)];
    if (before !== after) onsets.push({ at: changeBetween(day, day + DAY, timeZone), before, after });
  }
  return onsets;
};

/** Formats 10,800,000 as +0300. */
const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / MINUTE;
  const text = `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
  return `${offset < 0 ? '-' : '+'}${text}`;
};

/** Formats an instant as 20260329T020000, by a clock with that offset. */
const clockText = (at: number, offset: number): string =>
  new Date(at + offset).toISOString().slice(0, 19).replace(/[-:]/g, '');

/**
 * Returns the lines of a VTIMEZONE (RFC 5545, 3.6.5) that is right between two instants. It lists every clock change
 * instead of a rule, because Node gives the offsets of a zone but not its rules.
 */
export const vtimezone = (timeZone: string, from: Date, to: Date): string[] => {
  const begin = Math.floor(from.getTime() / MINUTE) * MINUTE;
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

interface CalendarEvent {
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

const utcTime = (at: Date): string => `:${utc(at)}`;

/** Returns a calendar with one event, whose times are written in UTC. */
export const icsOf = (event: CalendarEvent): string => fileOf(eventLines(event, utcTime));

interface Feed {
  name: string;
  timeZone: string;
  /** The time that the feed covers. */
  from: Date;
  to: Date;
  events: readonly CalendarEvent[];
}

/**
 * Returns a calendar to subscribe to, whose times are wall times of the zone. Calendars disagree about a wall time that
 * occurs twice, so an event that begins or ends at one is written in UTC.
 */
const feedOf = ({ name, timeZone, from, to, events }: Feed): string => {
  const local = (at: Date) => `;TZID=${timeZone}:${wallTime(at, timeZone).replace(/[-:]/g, '').replace(' ', 'T')}`;
  const onsets = changesBetween(from.getTime(), to.getTime(), timeZone);
  const isTwice = (time: Date) =>
    onsets.some(
      ({ at, before, after }) => time.getTime() >= at - (before - after) && time.getTime() < at + before - after,
    );
  const timeOf = ({ startAt, endAt }: CalendarEvent) => (isTwice(startAt) || isTwice(endAt) ? utcTime : local);
  return fileOf([
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...vtimezone(timeZone, from, to),
    ...events.flatMap((event) => eventLines(event, timeOf(event))),
  ]);
};

const texts = readTexts<Record<Language, { name: string; summary: string; description: string }>>('calendar.json');

export const eventStatus = (status: AppointmentStatus): CalendarEvent['status'] => {
  if (status === 'WAITING') return 'TENTATIVE';
  return CALLED_OFF_STATUSES.includes(status) ? 'CANCELLED' : 'CONFIRMED';
};

type CalendarSettings = Pick<Deps['settings'], 'publicUrl'>;

const eventOf = (
  { id, firstName, lastName, jobTitle, companyName, changes, changedAt, status, address, ...rest }: CalendarRow,
  { publicUrl }: CalendarSettings,
  language: Language,
): CalendarEvent => {
  const { summary, description } = texts()[language];
  const values = { worker: fullName({ firstName, lastName }), job: jobTitle, company: companyName };
  return {
    ...rest,
    uid: `appointment-${id}@${new URL(publicUrl).hostname}`,
    sequence: changes,
    stampAt: changedAt,
    status: eventStatus(status),
    summary: filled(summary, values),
    description: filled(description, values),
    location: address,
  };
};

/** Returns the name of a feed in a language. */
const calendarName = (language: Language): string => texts()[language].name;

/** Returns an appointment for a feed. It names the worker by first name and initial: "Ayşe Y. – Barista". */
const feedEventOf = (row: CalendarRow, settings: CalendarSettings, language: Language): CalendarEvent => {
  return { ...eventOf(row, settings, language), summary: `${shortName(row)} – ${row.jobTitle}` };
};

/**
 * Returns an appointment as an iCalendar file in the request's language. Throws 404 when it is outside the caller's
 * scope.
 */
export const calendarFile = async ({ db, settings }: Deps, scope: Scope, id: number, language: Language) => {
  const row = await findCalendarRow(db, scope, id);
  if (!row) throw notFound();
  const content = icsOf(eventOf(row, settings, language));
  return { name: `appointment-${id}.ics`, type: `${MEDIA_TYPES.calendar}; charset=utf-8`, content };
};

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (token: string): string => sha256(token).toString('hex');

const record = ({ trx, clock }: Change, user: AuthUser, requestId: string, action: string) =>
  audit({ trx, clock }, userActor({ user, requestId }), action, ['user', user.id]);

/** Returns when the caller's feed was created. Its address is unknown to the server, which keeps only a hash. */
export const getFeed = async ({ db }: Deps, user: AuthUser) => {
  const feed = await repository.findFeed(db, user.id);
  return { feed: feed ? { createdAt: feed.createdAt.toISOString() } : null };
};

/** Creates a feed for the caller and returns its address. It ends the caller's earlier feed. */
export const makeFeed = (deps: Deps, user: AuthUser, requestId: string) =>
  inChange(deps, async (change) => {
    const token = newToken();
    await repository.replaceFeed(change.trx, user.id, hashOf(token), change.now);
    await record(change, user, requestId, 'calendar_feed.made');
    const url = `${deps.settings.publicUrl}/calendar/${token}.ics`;
    return { url, feed: { createdAt: change.now.toISOString() } };
  });

/** Ends the caller's feed. A repeat changes nothing. */
export const endFeed = (deps: Deps, user: AuthUser, requestId: string) =>
  inChange(deps, async (change) => {
    if (await repository.removeFeed(change.trx, user.id)) await record(change, user, requestId, 'calendar_feed.ended');
    return { feed: null };
  });

/** Returns the period of a feed in whole days, so that the passing of time changes its text at most once a day. */
const periodAt = (now: Date, timeZone: string) => {
  const inDays = (days: number) => new Date(dayStart(daysAfter(dayAt(now, timeZone), days), timeZone));
  return { from: inDays(-FEED_DAYS_BACK), to: inDays(FEED_DAYS_AHEAD + 1) };
};

/**
 * Returns the calendar of a feed with its ETag. Throws the same 404 for every token without a feed, and 429 above 60
 * requests a minute.
 */
export const readFeed = async ({ db, clock, limiter, settings }: Deps, token: string) => {
  const tokenHash = TOKEN.test(token) ? hashOf(token) : null;
  const owner = tokenHash === null ? undefined : await repository.findFeedOwner(db, tokenHash);
  if (tokenHash === null || !owner) throw notFound();
  await limiter.take(LIMITS.calendarFeed, tokenHash);
  const { timeZone } = settings;
  const language = languageOf(owner.language);
  const period = periodAt(clock.now(), timeZone);
  const rows = await listCalendarRows(db, ownerScope(owner), period);
  const events = rows.map((row) => feedEventOf(row, settings, language));
  const content = feedOf({ name: calendarName(language), timeZone, ...period, events });
  return { content, etag: `"${sha256(content).toString('base64url')}"` };
};
