import type { JobPayload } from '../../../contract/schemas/jobForm';
import type { ApplicationRow, FeedbackBody } from '../../../contract/schemas/applications';
import type { Appointment, AppointmentBody, AppointmentFeedbackBody } from '../../../contract/schemas/appointments';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { HttpFile } from '../../lib/http';
import { placeOf } from '../../lib/location';
import type { Ports } from '../kit/ports';
import type { AppointmentChange, WorkPlace } from './currentSlice';

type Api = Ports['api'];

/** The first place of work of a job; null where its text is none. */
export const getWorkPlace = async ({ main }: Api, jobId: number, signal?: AbortSignal): Promise<WorkPlace | null> => {
  const { job } = (await main.request<JobPayload>({ method: 'GET', path: `/job/${jobId}`, signal })).payload;
  const first = job.selectedCompanyLocations[0];
  const point = placeOf(first?.position ?? null);
  return first && point ? { ...point, name: first.name } : null;
};

/** `key`: the same for each try of one form, so that it invites once. */
export const postAppointment = async ({ main }: Api, body: AppointmentBody, key: string): Promise<Appointment> => {
  const headers = { 'Idempotency-Key': key };
  return (await main.request<{ appointment: Appointment }>({ method: 'POST', path: '/appointment', body, headers }))
    .payload.appointment;
};

/** Answers null when it was taken back to none. */
export const putAppointmentStatus = async (
  { main }: Api,
  id: number,
  status: AppointmentChange,
): Promise<Appointment | null> => {
  const path = `/appointment/${id}/status`;
  return (await main.request<{ appointment: Appointment | null }>({ method: 'PUT', path, body: { status } })).payload
    .appointment;
};

export const postAppointmentFeedback = async ({ main }: Api, body: AppointmentFeedbackBody): Promise<void> => {
  await main.request({ method: 'POST', path: '/appointment/feedback', body });
};

/** Answers the row of the application as it stands then. */
export const putFeedback = async (
  { main }: Api,
  { jobId, applicationId }: { jobId: number; applicationId: number },
  body: FeedbackBody,
): Promise<ApplicationRow> => {
  const path = `/job/detail/${jobId}/application/${applicationId}/feedback`;
  return (await main.request<{ application: ApplicationRow }>({ method: 'PUT', path, body })).payload.application;
};

/** The appointment as an iCalendar file. */
export const getCalendar = ({ main }: Api, id: number, signal?: AbortSignal): Promise<HttpFile> =>
  main.file({ method: 'GET', path: `/appointment/${id}.ics`, accept: MEDIA_TYPES.calendar, signal });
