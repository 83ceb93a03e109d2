import { ERROR_KEYS } from './errorKeys';
import type { AppointmentStatus } from './statuses';

/** The four answers along the chain, in its order. Spec 2, point 4. */
export const FEEDBACK_FIELDS = [
  'isApplicantCameToAppointment',
  'isAppointmentPositive',
  'isOfferSentToApplicant',
  'isApplicantAcceptTheOffer',
] as const;
export type FeedbackField = (typeof FEEDBACK_FIELDS)[number];

/** null: not answered. */
export type FeedbackAnswers = Record<FeedbackField, boolean | null>;

/** What an appointment comes to by its answers. */
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

/** What is stored: `status` is the appointment's as the clock has it by now, null without an appointment. */
export interface FeedbackRecord {
  status: AppointmentStatus | null;
  answers: FeedbackAnswers;
}

/** The first reason why a change is refused; `field` is null where no answer could be given at all. */
export interface FeedbackRefusal {
  field: FeedbackField | null;
  key:
    | typeof ERROR_KEYS.feedbackNoAppointment
    | typeof ERROR_KEYS.appointmentStatusInvalid
    | typeof ERROR_KEYS.feedbackLocked
    | typeof ERROR_KEYS.feedbackStepSkipped;
}

export interface FeedbackChain {
  /** The answers that the record comes to, with which a form starts. */
  recorded: FeedbackAnswers;
  /**
   * Locked: recorded, and so final. Enabled: may be answered now, by the answers of the draft before it; what is locked is
   * never enabled.
   */
  fields: Record<FeedbackField, { isLocked: boolean; isEnabled: boolean }>;
  /** The record is at an end (did not come, negative, accepted, rejected), or its appointment takes no feedback. */
  isLocked: boolean;
  /** Why this draft cannot be saved; null: it can. */
  refusal: FeedbackRefusal | null;
  /** The most advanced status among the draft's answers; null: they move the appointment nowhere. */
  status: FeedbackStatus | null;
}

/** Spec 2, point 4: starting values derive from status. What lies before an answer is yes, or it would not be there. */
const IMPLIED: Record<FeedbackStatus, readonly [FeedbackField, boolean]> = {
  APPOINTMENT_NEGATIVE: ['isAppointmentPositive', false],
  APPOINTMENT_POSITIVE: ['isAppointmentPositive', true],
  OFFER_SENT: ['isOfferSentToApplicant', true],
  OFFER_ACCEPTED: ['isApplicantAcceptTheOffer', true],
  OFFER_REJECTED: ['isApplicantAcceptTheOffer', false],
};

const isOutcome = (status: AppointmentStatus | null): status is FeedbackStatus => status !== null && status in IMPLIED;

/** API contract, section 7: the statuses from which answers lead on, or which they led to. */
const takesFeedback = (status: AppointmentStatus | null): boolean =>
  status === 'ACTIVE' || status === 'COMPLETED' || isOutcome(status);

const recordedOf = ({ status, answers }: FeedbackRecord): FeedbackAnswers => {
  // Who did not come has the negative status too, and of no meeting it can be said whether it was positive.
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

const isAtEnd = (answers: FeedbackAnswers): boolean =>
  answers.isApplicantCameToAppointment === false ||
  answers.isAppointmentPositive === false ||
  answers.isApplicantAcceptTheOffer !== null;

/** An answer may be given when every one before it is yes. */
const isReached = (field: FeedbackField, answers: FeedbackAnswers): boolean =>
  FEEDBACK_FIELDS.slice(0, FEEDBACK_FIELDS.indexOf(field)).every((before) => answers[before] === true);

/**
 * The feedback chain: came, positive, offer sent, offer accepted. Says of a record which answers are locked, of a draft
 * which may be given and whether the whole can be saved. The form and the server both ask this one. Spec 2, point 4; API
 * contract, sections 6 and 13.
 */
export const feedbackChain = (record: FeedbackRecord, draft?: FeedbackAnswers): FeedbackChain => {
  const { status } = record;
  const recorded = recordedOf(record);
  const answers = draft ?? recorded;
  const takesNone = !takesFeedback(status);
  const isLocked = takesNone || isAtEnd(recorded);

  const stateOf = (field: FeedbackField) => ({
    isLocked: isLocked || recorded[field] !== null,
    isEnabled: !isLocked && recorded[field] === null && isReached(field, answers),
  });
  const fields = Object.fromEntries(FEEDBACK_FIELDS.map((field) => [field, stateOf(field)])) as FeedbackChain['fields'];

  const refusalOf = (field: FeedbackField): FeedbackRefusal[] => {
    if (answers[field] === recorded[field]) return [];
    if (fields[field].isLocked) return [{ field, key: ERROR_KEYS.feedbackLocked }];
    return fields[field].isEnabled ? [] : [{ field, key: ERROR_KEYS.feedbackStepSkipped }];
  };
  const whole: FeedbackRefusal | null =
    status === null
      ? { field: null, key: ERROR_KEYS.feedbackNoAppointment }
      : takesNone
        ? { field: null, key: ERROR_KEYS.appointmentStatusInvalid }
        : null;
  const refusals = FEEDBACK_FIELDS.flatMap(refusalOf);
  // What is locked comes before what is skipped: the first is not to be mended.
  const first = refusals.find(({ key }) => key === ERROR_KEYS.feedbackLocked) ?? refusals[0] ?? null;

  return { recorded, fields, isLocked, refusal: whole ?? first, status: statusOf(answers) };
};
