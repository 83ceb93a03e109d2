import { CALLED_OFF_STATUSES, type AppointmentStatus } from '../../../contract/constants/statuses';
import type { ApplicationDetail } from '../../../contract/schemas/applications';
import { canShortlist } from './rules';

/** Floating point may give 45.99… for 4.6 * 10; this addition keeps the decimal. */
const FLOAT_ERROR = 1e-9;

/**
 * Returns a rating of 0 to 5 cut to one decimal; null without a rating, which appears as "-". See
 * docs/PRODUCT.md#applicant-profile.
 */
export const displayedRating = (score: number | null | undefined): number | null =>
  score ? Math.floor(score * 10 + FLOAT_ERROR) / 10 || null : null;

export type Star = 'full' | 'half' | 'empty';

/** Returns five stars; a remainder of 0.5 or more gives half a star. */
export const starsOf = (score: number | null | undefined): Star[] =>
  Array.from({ length: 5 }, (_, at) => {
    const rest = (score ?? 0) - at;
    return rest >= 1 ? 'full' : rest >= 0.5 ? 'half' : 'empty';
  });

export type NextStep = 'decide' | 'answer' | 'invite' | 'appointment' | 'record' | 'write';

/** Final statuses of docs/PRODUCT.md#feedback-chain. */
const FINAL_STATUSES: readonly AppointmentStatus[] = ['APPOINTMENT_NEGATIVE', 'OFFER_ACCEPTED', 'OFFER_REJECTED'];

/** True if the applicant did not come, so that a second invitation may follow: docs/PRODUCT.md#second-invitation. */
export const isMissed = (appointment: ApplicationDetail['appointment']): boolean =>
  appointment?.status.name === 'APPOINTMENT_NEGATIVE' && appointment.isApplicantCameToAppointment === false;

/**
 * Returns whether the applicant waits for an answer. The need says so, except where a call comes first: there it is an
 * unread message, without the last change of the appointment, which the appointment shows.
 */
const awaitsAnswer = ({
  need,
  unreadWorkerMessageCount,
  appointment,
}: Pick<ApplicationDetail, 'need' | 'unreadWorkerMessageCount' | 'appointment'>): boolean => {
  if (need !== undefined && need?.kind !== 'attendance') return need?.kind === 'answer';
  const isChangeUnread = appointment?.statusLog?.at(-1)?.by === 'worker';
  return unreadWorkerMessageCount > (isChangeUnread ? 1 : 0);
};

/**
 * Returns the one next step with an applicant: answer a message, decide, invite, open a coming appointment, record the
 * outcome of a past one, or write; null for an erased person. `now` in milliseconds since 1970.
 */
export const nextStep = (
  application: Pick<
    ApplicationDetail,
    'status' | 'need' | 'unreadWorkerMessageCount' | 'appointment' | 'isShortListed' | 'job' | 'user'
  >,
  now: number,
): NextStep | null => {
  const { status, appointment, user } = application;
  if (user.isErased) return null;
  if (awaitsAnswer(application)) return 'answer';
  const state = appointment?.status.name as AppointmentStatus | undefined;
  if (status === 'in_progress' && isMissed(appointment)) return 'invite';
  if (status !== 'in_progress' || (state && FINAL_STATUSES.includes(state))) return 'write';
  if (!appointment || !state || CALLED_OFF_STATUSES.includes(state))
    return !application.isShortListed && canShortlist(application) ? 'decide' : 'invite';
  if (appointment.isApplicantCameToAppointment === false) return 'write';
  const isUpcoming = (state === 'WAITING' || state === 'ACTIVE') && Date.parse(appointment.appointmentAt) > now;
  return isUpcoming || state === 'WAITING' ? 'appointment' : 'record';
};
