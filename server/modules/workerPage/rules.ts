import {
  ATTENDANCE_MINUTES,
  SILENT_HOURS,
  WORKER_LINK_DAYS,
  type Attendance,
} from '../../../contract/constants/attendance';
import { PRIVACY_ANSWER_DAYS } from '../../../contract/constants/privacy';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { DAY, HOUR, MINUTE } from '../../../contract/constants/time';
import { statusAt } from '../appointments';
import type { Done } from './forms';
import type { PageApplication, PageAppointment, PageFirstDay, PagePrivacy } from './repository';

/** The most messages that the page shows. */
export const MESSAGES_SHOWN = 20;

const isOver = (at: Date | null, days: number, now: Date): boolean =>
  at !== null && now.getTime() >= at.getTime() + days * DAY;

/** Returns until when the page says that the data were erased. */
export const erasedPageEnds = (erasedAt: Date): Date => new Date(erasedAt.getTime() + PRIVACY_ANSWER_DAYS * DAY);

/**
 * Returns whether the link has expired: 30 days after the application ended or the data were erased, but not while a
 * request is open or its answer is offered.
 */
export const isLinkOver = (
  { endedAt, erasedAt }: Pick<PageApplication, 'endedAt' | 'erasedAt'>,
  { dataAskedAt, eraseAskedAt, fileUntil }: PagePrivacy,
  now: Date,
): boolean => {
  if (erasedAt !== null) return isOver(erasedAt, PRIVACY_ANSWER_DAYS, now);
  return isOver(endedAt, WORKER_LINK_DAYS, now) && dataAskedAt === null && eraseAskedAt === null && fileUntil === null;
};

/** The state in the page's title. */
type PageState =
  | 'applied'
  | 'invited'
  | 'moved'
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
  // This status is also recorded for somebody who did not come, so the page only says that the interview is over.
  APPOINTMENT_NEGATIVE: 'over',
  OFFER_SENT: 'offer',
  OFFER_ACCEPTED: 'hired',
  OFFER_REJECTED: 'offerRejected',
};

type Told = Pick<PageApplication, 'status' | 'isDeclined'>;

export const stateOf = ({ status, isDeclined }: Told, appointment: PageAppointment | null, now: Date): PageState => {
  if (status === 'rejected') return isDeclined ? 'declined' : 'withdrawn';
  if (status === 'accepted') return 'hired';
  if (!appointment) return 'applied';
  const state = STATES[statusAt(appointment, now)];
  return state === 'invited' && appointment.movedFrom !== null ? 'moved' : state;
};

interface PageFacts {
  state: PageState;
  attendance: Attendance | null;
  firstDay: Pick<PageFirstDay, 'confirmedAt'> | null;
  privacy: Pick<PagePrivacy, 'dataAskedAt' | 'eraseAskedAt'>;
}

/** Returns whether a form's outcome is still true. The page's address keeps it as long as the tab stays open. */
export const isStillDone = (done: Done, { state, attendance, firstDay, privacy }: PageFacts): boolean => {
  switch (done) {
    case 'applied':
    case 'withdrawn':
      return state === done;
    case 'accepted':
      return state === 'agreed';
    case 'cannot':
      return state === 'refused' || state === 'youCancelled';
    case 'coming':
    case 'late':
    case 'other_time':
      return attendance === done;
    case 'confirmed':
      return Boolean(firstDay?.confirmedAt);
    case 'askedData':
      return privacy.dataAskedAt !== null;
    case 'askedErase':
      return privacy.eraseAskedAt !== null;
    case 'message':
      return true;
  }
};

/** Returns until when a worker can answer about an accepted appointment. */
export const answerableUntil = ({ endAt }: Pick<PageAppointment, 'endAt'>): Date =>
  new Date(endAt.getTime() + ATTENDANCE_MINUTES * MINUTE);

/** The answers that the page offers: to an invitation, about an accepted appointment, or about one that has just ended. */
export type Question = 'invitation' | 'attendance' | 'afterwards' | null;

export const questionOf = ({ status }: Told, appointment: PageAppointment | null, now: Date): Question => {
  if (status !== 'in_progress' || !appointment) return null;
  const due = statusAt(appointment, now);
  if (due === 'WAITING') return 'invitation';
  if (appointment.isRecorded) return null;
  if (due === 'ACTIVE') return 'attendance';
  return due === 'COMPLETED' && now < answerableUntil(appointment) ? 'afterwards' : null;
};

/** Returns whether the page asks again about an accepted appointment: a reminder asked, or it begins soon. */
export const isAskedAgain = ({ isReminded, startAt }: PageAppointment, now: Date): boolean =>
  isReminded || now.getTime() >= startAt.getTime() - SILENT_HOURS * HOUR;
