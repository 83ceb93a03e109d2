import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { FeedbackBody } from '../../../contract/schemas/applications';
import type { AppointmentBody, AppointmentFeedbackBody } from '../../../contract/schemas/appointments';
import type { Api } from '../../lib/api';
import { placeOf } from '../../lib/location';
import type { AppointmentChange, WorkPlace } from './currentSlice';

/** Returns a job's first place of work, or null if its text cannot be parsed. */
export const getWorkPlace = async (api: Api, jobId: number, signal?: AbortSignal): Promise<WorkPlace | null> => {
  const { job } = await api.call('GET /job/:id', { params: { id: jobId }, signal });
  const first = job.selectedCompanyLocations[0];
  const point = placeOf(first?.position ?? null);
  return first && point ? { ...point, name: first.name } : null;
};

/** `key` stays the same for every try of one form, so that the server invites the applicant only once. */
export const postAppointment = async (api: Api, body: AppointmentBody, key: string) =>
  (await api.call('POST /appointment', { body, headers: { 'Idempotency-Key': key } })).appointment;

/** Returns the appointment, or null after a removal. */
export const putAppointmentStatus = async (api: Api, id: number, status: AppointmentChange) =>
  (await api.call('PUT /appointment/:id/status', { params: { id }, body: { status } })).appointment;

export const postAppointmentFeedback = (api: Api, body: AppointmentFeedbackBody) =>
  api.call('POST /appointment/feedback', { body });

/** Returns the changed row of the application. */
export const putFeedback = async (
  api: Api,
  { jobId, applicationId: id }: { jobId: number; applicationId: number },
  body: FeedbackBody,
) => (await api.call('PUT /job/detail/:jobId/application/:id/feedback', { params: { jobId, id }, body })).application;

/** Returns the appointment as an iCalendar file. */
export const getCalendar = (api: Api, id: number, signal?: AbortSignal) =>
  api.file('GET /appointment/:id.ics', { params: { id }, accept: MEDIA_TYPES.calendar, signal });
