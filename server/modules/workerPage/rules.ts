import { ATTENDANCE_MINUTES, WORKER_LINK_DAYS } from '../../../contract/constants/attendance';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { statusAt } from '../appointments';
import type { PageApplication, PageAppointment } from './repository';

/** Messages that the page shows at most. */
export const MESSAGES_SHOWN = 20;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** True 30 days after the application ended; then its link is dead. */
export const isLinkOver = ({ endedAt }: Pick<PageApplication, 'endedAt'>, now: Date): boolean =>
  endedAt !== null && now.getTime() >= endedAt.getTime() + WORKER_LINK_DAYS * DAY_MS;

/** What the page says first. */
export type PageState =
  | 'applied'
  | 'invited'
  | 'agreed'
  | 'lapsed'
  | 'refused'
  | 'cancelled'
  | 'youCancelled'
  | 'over'
  | 'positive'
  | 'offer'
  | 'offerRejected'
  | 'hired'
  | 'declined'
  | 'withdrawn';

const STATES: Record<AppointmentStatus, PageState> = {
  WAITING: 'invited',
  ACTIVE: 'agreed',
  COMPLETED: 'over',
  REJECTED: 'refused',
  CANCELLED: 'cancelled',
  CANCELLED_OUTSIDE_24H: 'cancelled',
  APPLICANT_CANCELLED: 'youCancelled',
  EXPIRED: 'lapsed',
  APPOINTMENT_POSITIVE: 'positive',
  // Also recorded for somebody who did not come, so the page does not judge.
  APPOINTMENT_NEGATIVE: 'over',
  OFFER_SENT: 'offer',
  OFFER_ACCEPTED: 'hired',
  OFFER_REJECTED: 'offerRejected',
};

type Told = Pick<PageApplication, 'status' | 'isDeclined'>;

export const stateOf = ({ status, isDeclined }: Told, appointment: PageAppointment | null, now: Date): PageState => {
  if (status === 'rejected') return isDeclined ? 'declined' : 'withdrawn';
  if (status === 'accepted') return 'hired';
  return appointment ? STATES[statusAt(appointment, now)] : 'applied';
};

/** Returns until when a worker can answer about an accepted appointment. */
export const answerableUntil = ({ endAt }: Pick<PageAppointment, 'endAt'>): Date =>
  new Date(endAt.getTime() + ATTENDANCE_MINUTES * MINUTE_MS);

/** The answers that the page offers: to an invitation, about an accepted appointment, or about one that has just ended. */
export type Question = 'invitation' | 'attendance' | 'afterwards' | null;

export const questionOf = ({ status }: Told, appointment: PageAppointment | null, now: Date): Question => {
  if (status !== 'in_progress' || !appointment) return null;
  const due = statusAt(appointment, now);
  if (due === 'WAITING') return 'invitation';
  if (due === 'ACTIVE') return 'attendance';
  return due === 'COMPLETED' && now < answerableUntil(appointment) ? 'afterwards' : null;
};
