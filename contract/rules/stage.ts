import { feedbackChain, type FeedbackAnswers } from './feedback';
import { APPOINTMENT_EXPIRY_HOURS } from '../constants/limits';
import type { ApplicationStatus, AppointmentStatus, StageKey } from '../constants/statuses';
import { HOUR } from '../constants/time';

/** All that the stage of an application depends on. Instants are milliseconds since 1970. */
export interface StageFacts {
  status: ApplicationStatus;
  /** The organisation declined it; a rejected one that it did not decline was withdrawn. */
  isDeclined: boolean;
  /** When the applicant was told of the decline. */
  toldAt: number | null;
  arrivedAt: number;
  isShortlisted: boolean;
  shortlistedAt: number | null;
  appointment: {
    status: AppointmentStatus;
    /** When it took its status. */
    statusAt: number;
    createdAt: number;
    startAt: number;
  } | null;
  answers: FeedbackAnswers;
  firstDay: { startsAt: number; started: boolean | null } | null;
}

/** `at` is the time that belongs to the stage: see docs/PRODUCT.md#stage. */
export interface Stage {
  key: StageKey;
  at: number | null;
}

type Invitation = Pick<NonNullable<StageFacts['appointment']>, 'createdAt' | 'startAt'>;

/** Returns until when an invitation can be answered. */
export const answerEndsAt = ({ createdAt, startAt }: Invitation): number =>
  Math.min(startAt, createdAt + APPOINTMENT_EXPIRY_HOURS * HOUR);

/** Returns the stage that the appointment and its answers lead to; null without one, or when it was called off. */
const interviewStage = ({ appointment, answers }: StageFacts): Stage | null => {
  if (!appointment) return null;
  const { status, statusAt, startAt } = appointment;
  const { recorded } = feedbackChain({ status, answers });
  if (recorded.isApplicantCameToAppointment === false) return { key: 'missed', at: startAt };
  // A refused offer returns the application to the interview.
  if (recorded.isOfferSentToApplicant && recorded.isApplicantAcceptTheOffer === null)
    return { key: 'offered', at: statusAt };
  const hasMet = recorded.isApplicantCameToAppointment || recorded.isAppointmentPositive !== null;
  if (hasMet) return { key: 'came', at: startAt };
  if (status === 'ACTIVE' || status === 'COMPLETED') return { key: 'accepted', at: startAt };
  return status === 'WAITING' ? { key: 'invited', at: answerEndsAt(appointment) } : null;
};

const hiredStage = ({ firstDay }: StageFacts): Stage => {
  const key = firstDay?.started ? 'started' : firstDay?.started === false ? 'missed' : 'hired';
  return { key, at: firstDay?.startsAt ?? null };
};

const isHired = ({ status, appointment, answers }: StageFacts): boolean =>
  status === 'accepted' || answers.isApplicantAcceptTheOffer === true || appointment?.status === 'OFFER_ACCEPTED';

/** Returns the stage of an application: its furthest step that still holds. */
export const stageOf = (facts: StageFacts): Stage => {
  const { status, isDeclined, toldAt, isShortlisted, shortlistedAt, arrivedAt } = facts;
  if (status === 'rejected') return isDeclined ? { key: 'declined', at: toldAt } : { key: 'withdrew', at: null };
  if (isHired(facts)) return hiredStage(facts);
  const met = interviewStage(facts);
  if (met) return met;
  return isShortlisted ? { key: 'shortlisted', at: shortlistedAt } : { key: 'new', at: arrivedAt };
};
