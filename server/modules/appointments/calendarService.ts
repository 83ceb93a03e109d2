import { fullName, shortName } from '../../../contract/constants/text';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import { CALLED_OFF_STATUSES, type AppointmentStatus } from '../../../contract/constants/statuses';
import { type Scope, ownerScope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import * as repository from './feedRepository';
import { findCalendarRow, type CalendarRow, listCalendarRows } from './feedRepository';
import { icsOf, type CalendarEvent, feedOf } from './ics';
import { filled, readTexts, languageOf } from '../../platform/messages';
import { FEED_DAYS_AHEAD, FEED_DAYS_BACK } from '../../../contract/constants/attendance';
import { dayAt, dayStart } from '../../../contract/zone';
import { audit } from '../../platform/audit';
import { type AuthUser, newToken } from '../../platform/auth/tokens';
import { inChange, type Change } from '../../platform/change';
import { sha256 } from '../../platform/secrets';
import { LIMITS } from '../../platform/limits';

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

/** Returns an appointment for a feed. It names the worker by the first name and an initial, as "Ayşe Y. – Barista". */
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
const DAY_MS = 86_400_000;

const hashOf = (token: string): string => sha256(token).toString('hex');

const record = ({ trx, clock }: Change, user: AuthUser, requestId: string, action: string) =>
  audit(trx, clock, { kind: 'user', user, requestId }, { action, subjectType: 'user', subjectId: user.id });

/** Returns when the caller's feed was made, without its address, which the server does not know. */
export const getFeed = async ({ db }: Deps, user: AuthUser) => {
  const feed = await repository.findFeed(db, user.id);
  return { feed: feed ? { createdAt: feed.createdAt.toISOString() } : null };
};

/** Makes a feed for the caller and returns its address. An earlier feed of the caller ends. */
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

/** Returns the period of a feed in whole days, so that its text changes at most once a day by itself. */
const periodAt = (now: Date, timeZone: string) => {
  const inDays = (days: number) => new Date(dayStart(dayAt(now.getTime() + days * DAY_MS, timeZone), timeZone));
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
