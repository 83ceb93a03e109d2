import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { ApplicationDetail } from '../../../contract/schemas/applications';

/** Keeps 4.6 * 10, which a computer may take for 45.99…, from losing a tenth. */
const FLOAT_ERROR = 1e-9;

/** A rating of 5 cut to one decimal; null where there is none, which is shown as "-". Spec 2, point 9. */
export const ratingShown = (score: number | null | undefined): number | null =>
  score ? Math.floor(score * 10 + FLOAT_ERROR) / 10 || null : null;

export type Star = 'full' | 'half' | 'empty';

/** Five stars, with half ones from 0.5 on. Spec 2, point 9. */
export const starsOf = (score: number | null | undefined): Star[] =>
  Array.from({ length: 5 }, (_, at) => {
    const rest = (score ?? 0) - at;
    return rest >= 1 ? 'full' : rest >= 0.5 ? 'half' : 'empty';
  });

export type NextStep = 'answer' | 'invite' | 'appointment' | 'record' | 'write';

/** After these nothing holds the applicant: another invitation may follow. */
const FREE: readonly AppointmentStatus[] = [
  'REJECTED',
  'CANCELLED',
  'CANCELLED_OUTSIDE_24H',
  'APPLICANT_CANCELLED',
  'EXPIRED',
];

/** An end of the chain of feedback. API contract, section 6. */
const ENDS: readonly AppointmentStatus[] = ['APPOINTMENT_NEGATIVE', 'OFFER_ACCEPTED', 'OFFER_REJECTED'];

/**
 * What the applicant wrote and nobody has read. The applicant's own answer to an invitation stands in the conversation as
 * well: the appointment says it already.
 */
const unanswered = ({
  unreadWorkerMessageCount,
  appointment,
}: Pick<ApplicationDetail, 'unreadWorkerMessageCount' | 'appointment'>) =>
  unreadWorkerMessageCount - (appointment?.statusLog?.at(-1)?.by === 'worker' ? 1 : 0);

/**
 * What to do next with an applicant, always one thing: answer what was written, invite, look at an appointment that is to
 * come, record what came of one that is past, or write. `now` in milliseconds since 1970.
 */
export const nextStep = (
  application: Pick<ApplicationDetail, 'status' | 'unreadWorkerMessageCount' | 'appointment'>,
  now: number,
): NextStep => {
  const { status, appointment } = application;
  if (unanswered(application) > 0) return 'answer';
  const state = appointment?.status.name as AppointmentStatus | undefined;
  if (status !== 'in_progress' || (state && ENDS.includes(state))) return 'write';
  if (!appointment || !state || FREE.includes(state)) return 'invite';
  if (appointment.isApplicantCameToAppointment === false) return 'write';
  const isToCome = (state === 'WAITING' || state === 'ACTIVE') && Date.parse(appointment.appointmentAt) > now;
  return isToCome || state === 'WAITING' ? 'appointment' : 'record';
};
