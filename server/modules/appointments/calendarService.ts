import { fullName, shortName } from '../../../contract/constants/text';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import { CALLED_OFF_STATUSES, type AppointmentStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { findCalendarRow, type CalendarRow } from './calendarRepository';
import { icsOf, type CalendarEvent } from './ics';
import { readTexts } from '../../platform/readTexts';

const texts = readTexts<Record<Language, { name: string; summary: string; description: string }>>('calendar.json');

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

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
    summary: fill(summary, values),
    description: fill(description, values),
    location: address,
  };
};

/** Returns the name of a feed in a language. */
export const calendarName = (language: Language): string => texts()[language].name;

/** Returns an appointment for a feed. It names the worker by the first name and an initial, as "Ayşe Y. – Barista". */
export const feedEventOf = (row: CalendarRow, settings: CalendarSettings, language: Language): CalendarEvent => {
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
