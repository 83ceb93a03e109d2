import { ERROR_KEYS } from '../constants/errorKeys';
import type { AppointmentStatus } from '../constants/statuses';

/** The four answers in the order of the feedback chain. See docs/PRODUCT.md#feedback-chain. */
export const FEEDBACK_FIELDS = [
  'isApplicantCameToAppointment',
  'isAppointmentPositive',
  'isOfferSentToApplicant',
  'isApplicantAcceptTheOffer',
] as const;
export type FeedbackField = (typeof FEEDBACK_FIELDS)[number];

/** Null means that the answer is not given. */
export type FeedbackAnswers = Record<FeedbackField, boolean | null>;

/** The appointment statuses that follow from answers. */
export type FeedbackStatus = Extract<
  AppointmentStatus,
  'APPOINTMENT_POSITIVE' | 'APPOINTMENT_NEGATIVE' | 'OFFER_SENT' | 'OFFER_ACCEPTED' | 'OFFER_REJECTED'
>;

export const NO_ANSWERS: FeedbackAnswers = {
  isApplicantCameToAppointment: null,
  isAppointmentPositive: null,
  isOfferSentToApplicant: null,
  isApplicantAcceptTheOffer: null,
};

/** The stored state. `status` is the appointment's status by the current time, null without an appointment. */
export interface FeedbackRecord {
  status: AppointmentStatus | null;
  answers: FeedbackAnswers;
}

/** The first reason why a change is refused. `field` is null when no answer is allowed at all. */
export interface FeedbackRefusal {
  field: FeedbackField | null;
  key:
    | typeof ERROR_KEYS.feedbackNoAppointment
    | typeof ERROR_KEYS.appointmentStatusInvalid
    | typeof ERROR_KEYS.feedbackLocked
    | typeof ERROR_KEYS.feedbackStepSkipped;
}

interface FeedbackChain {
  /** The recorded answers, with which a form starts. */
  recorded: FeedbackAnswers;
  /**
   * A locked answer is recorded and final. An enabled answer may be given now, because the draft's earlier answers
   * allow it; it is never locked.
   */
  fields: Record<FeedbackField, { isLocked: boolean; isEnabled: boolean }>;
  /**
   * True at the end of the chain (did not come, negative, accepted, rejected) and when the appointment takes no
   * feedback.
   */
  isLocked: boolean;
  /** The reason why this draft cannot be saved, or null. */
  refusal: FeedbackRefusal | null;
  /** The most advanced status that the draft's answers lead to, or null when they change nothing. */
  status: FeedbackStatus | null;
}

/**
 * The answer that each status implies. Every answer before it in the chain is yes. See docs/PRODUCT.md#feedback-chain.
 */
const IMPLIED: Record<FeedbackStatus, readonly [FeedbackField, boolean]> = {
  APPOINTMENT_NEGATIVE: ['isAppointmentPositive', false],
  APPOINTMENT_POSITIVE: ['isAppointmentPositive', true],
  OFFER_SENT: ['isOfferSentToApplicant', true],
  OFFER_ACCEPTED: ['isApplicantAcceptTheOffer', true],
  OFFER_REJECTED: ['isApplicantAcceptTheOffer', false],
};

const isOutcome = (status: AppointmentStatus | null): status is FeedbackStatus => status !== null && status in IMPLIED;

/** Returns whether the status can lead to answers or results from them. See docs/API.md#appointment-status. */
export const acceptsFeedback = (status: AppointmentStatus | null): boolean =>
  status === 'ACTIVE' || status === 'COMPLETED' || isOutcome(status);

const recordedOf = ({ status, answers }: FeedbackRecord): FeedbackAnswers => {
  // An applicant who did not come also has the negative status. That status says nothing about the meeting.
  if (answers.isApplicantCameToAppointment === false) return answers;
  const [field, value] = isOutcome(status) ? IMPLIED[status] : [];
  const known = field === undefined ? answers : { ...answers, [field]: answers[field] ?? value };
  const isFollowed = (at: number) => FEEDBACK_FIELDS.slice(at + 1).some((after) => known[after] !== null);
  const filled = FEEDBACK_FIELDS.map((name, at) => [name, known[name] ?? (isFollowed(at) ? true : null)]);
  return Object.fromEntries(filled) as FeedbackAnswers;
};

const statusOf = (answers: FeedbackAnswers): FeedbackStatus | null => {
  const { isApplicantCameToAppointment, isAppointmentPositive } = answers;
  const { isOfferSentToApplicant, isApplicantAcceptTheOffer } = answers;
  if (isApplicantAcceptTheOffer !== null) return isApplicantAcceptTheOffer ? 'OFFER_ACCEPTED' : 'OFFER_REJECTED';
  if (isOfferSentToApplicant) return 'OFFER_SENT';
  if (isAppointmentPositive) return 'APPOINTMENT_POSITIVE';
  return isAppointmentPositive === false || isApplicantCameToAppointment === false ? 'APPOINTMENT_NEGATIVE' : null;
};

const isComplete = (answers: FeedbackAnswers): boolean =>
  answers.isApplicantCameToAppointment === false ||
  answers.isAppointmentPositive === false ||
  answers.isApplicantAcceptTheOffer !== null;

/** Returns whether the field may be answered: every earlier answer must be yes. */
const isAnswerable = (field: FeedbackField, answers: FeedbackAnswers): boolean =>
  FEEDBACK_FIELDS.slice(0, FEEDBACK_FIELDS.indexOf(field)).every((before) => answers[before] === true);

/**
 * Returns the state of the feedback chain (came, positive, offer sent, offer accepted): the locked answers of a
 * record, and the answers that a draft may give and whether it can be saved. The form and the server share this
 * function. See docs/API.md#feedback-rules.
 */
export const feedbackChain = (record: FeedbackRecord, draft?: FeedbackAnswers): FeedbackChain => {
  const { status } = record;
  const recorded = recordedOf(record);
  const answers = draft ?? recorded;
  const acceptsNone = !acceptsFeedback(status);
  const isLocked = acceptsNone || isComplete(recorded);

  const stateOf = (field: FeedbackField) => ({
    isLocked: isLocked || recorded[field] !== null,
    isEnabled: !isLocked && recorded[field] === null && isAnswerable(field, answers),
  });
  const fields = Object.fromEntries(FEEDBACK_FIELDS.map((field) => [field, stateOf(field)])) as FeedbackChain['fields'];

  const refusalOf = (field: FeedbackField): FeedbackRefusal[] => {
    if (answers[field] === recorded[field]) return [];
    if (fields[field].isLocked) return [{ field, key: ERROR_KEYS.feedbackLocked }];
    return fields[field].isEnabled ? [] : [{ field, key: ERROR_KEYS.feedbackStepSkipped }];
  };
  const generalRefusal: FeedbackRefusal | null =
    status === null
      ? { field: null, key: ERROR_KEYS.feedbackNoAppointment }
      : acceptsNone
        ? { field: null, key: ERROR_KEYS.appointmentStatusInvalid }
        : null;
  const refusals = FEEDBACK_FIELDS.flatMap(refusalOf);
  // A locked answer is reported before a skipped step, because the user cannot correct it.
  const fieldRefusal = refusals.find(({ key }) => key === ERROR_KEYS.feedbackLocked) ?? refusals[0] ?? null;

  return { recorded, fields, isLocked, refusal: generalRefusal ?? fieldRefusal, status: statusOf(answers) };
};

/** A step that may still lead to a hire. */
export type OpenStep = 'interview' | 'offer';

/**
 * Returns the step that an application has reached, or null without one and after a "no" or an accepted offer. An
 * interview is open until its outcome is recorded, and after a positive one.
 */
export const openStepOf = (record: FeedbackRecord): OpenStep | null => {
  const { recorded } = feedbackChain(record);
  const { isApplicantCameToAppointment: came, isAppointmentPositive: isPositive } = recorded;
  if (came === false || isPositive === false || recorded.isApplicantAcceptTheOffer !== null) return null;
  if (recorded.isOfferSentToApplicant) return 'offer';
  const isBooked = ['WAITING', 'ACTIVE', 'COMPLETED'].some((status) => status === record.status);
  return came || isBooked ? 'interview' : null;
};
