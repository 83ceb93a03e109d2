import type { Readable } from 'node:stream';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { findWorkerDetails, presentForFile } from '../applications';
import { eventStatus, icsOf } from '../appointments';
import { takeDataTry, type OpenLink } from './access';
import { findData, findAppointment } from './repository';
import { FormRefusal, requireDigits } from './forms';
import { sayIn } from './page/parts';

interface PageFile {
  name: string;
  type: string;
  content: string | Readable;
}

/** Returns the worker's appointment for a calendar. It holds no link, because calendars are shared. */
export const calendarOf = async (
  deps: Deps,
  { link, application }: OpenLink,
  language: Language,
): Promise<PageFile> => {
  const { appointmentId, companyName: company, jobTitle: job } = application;
  const appointment = appointmentId === null ? undefined : await findAppointment(deps.db, link, appointmentId);
  if (!appointment) throw notFound();
  const { id, status, changes, changedAt, address, startAt, endAt, latitude, longitude } = appointment;
  const say = sayIn(language);
  const content = icsOf({
    uid: `appointment-${id}@${new URL(deps.settings.publicUrl).hostname}`,
    sequence: changes,
    stampAt: changedAt,
    startAt,
    endAt,
    status: eventStatus(status),
    summary: String(say('calendarSummary', { company })),
    description: String(say('calendarDescription', { job, company })),
    location: address,
    latitude,
    longitude,
  });
  return { name: 'appointment.ics', type: `${MEDIA_TYPES.calendar}; charset=utf-8`, content };
};

/**
 * Returns the organisation's data about the application as JSON. Throws a `FormRefusal` unless the form has the last
 * digits of the worker's phone number, because the file contains more than the page, and 429 above five tries a day.
 */
export const dataOf = async (deps: Deps, open: OpenLink, form: URLSearchParams): Promise<PageFile> => {
  const { link, application } = open;
  await takeDataTry(deps, link);
  const details = await findWorkerDetails(deps.db, link.workerId);
  const data = await findData(deps.db, link);
  if (!details || !data) throw notFound();
  requireDigits(form, 'data', details.phone);
  const profile = { ...data.profile, ...presentForFile(details) };
  const content = {
    writtenAt: deps.clock.now().toISOString(),
    ...data,
    application: { ...data.application, status: application.status },
    profile,
  };
  return { name: 'my-data.json', type: 'application/json; charset=utf-8', content: JSON.stringify(content, null, 2) };
};

/**
 * Returns the file with which the organisation answered a request for data. Throws a `FormRefusal` unless the form has
 * the last digits of the worker's phone number, and when the file is gone; 429 above five tries a day.
 */
export const answerOf = async (deps: Deps, { link, privacy }: OpenLink, form: URLSearchParams): Promise<PageFile> => {
  await takeDataTry(deps, link);
  const details = await findWorkerDetails(deps.db, link.workerId);
  requireDigits(form, 'file', details?.phone ?? null);
  const file = privacy.fileKey === null ? null : await deps.fileStore.open(privacy.fileKey);
  if (!file) throw new FormRefusal({ action: 'file', field: null, key: 'gone' });
  return { name: 'all-my-data.json', type: 'application/json; charset=utf-8', content: file.stream };
};
