import { readFileSync } from 'node:fs';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { fromRoot } from '../../platform/root';
import { findCalendarRow } from './calendarRepository';
import { icsOf, type CalendarEvent } from './ics';

type Texts = Record<Language, { summary: string; description: string }>;

let read: Texts | null = null;
const texts = (): Texts => (read ??= JSON.parse(readFileSync(fromRoot('server/texts/calendar.json'), 'utf8')) as Texts);

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const OFF: readonly AppointmentStatus[] = [
  'REJECTED',
  'CANCELLED',
  'CANCELLED_OUTSIDE_24H',
  'APPLICANT_CANCELLED',
  'EXPIRED',
];

export const eventStatus = (status: AppointmentStatus): CalendarEvent['status'] => {
  if (status === 'WAITING') return 'TENTATIVE';
  return OFF.includes(status) ? 'CANCELLED' : 'CONFIRMED';
};

/**
 * Returns an appointment as an iCalendar file in the request's language. Throws 404 when it is outside the caller's
 * scope.
 */
export const calendarFile = async ({ db, settings }: Deps, scope: Scope, id: number, language: Language) => {
  const row = await findCalendarRow(db, scope, id);
  if (!row) throw notFound();
  const { workerName, jobTitle, companyName, changes, changedAt, status, address, ...rest } = row;
  const values = { worker: workerName, job: jobTitle, company: companyName };
  const { summary, description } = texts()[language];
  const content = icsOf({
    ...rest,
    uid: `appointment-${id}@${new URL(settings.publicUrl).hostname}`,
    sequence: changes,
    stampAt: changedAt,
    status: eventStatus(status),
    summary: fill(summary, values),
    description: fill(description, values),
    location: address,
  });
  return { name: `appointment-${id}.ics`, type: `${MEDIA_TYPES.calendar}; charset=utf-8`, content };
};
