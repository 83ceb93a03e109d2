import { object, string } from 'yup';
import {
  FEEDBACK_FIELDS,
  feedbackChain,
  type FeedbackAnswers,
  type FeedbackField,
  type FeedbackRecord,
} from '../../../../contract/rules/feedback';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import type { FeedbackBody } from '../../../../contract/schemas/applications';
import type { Appointment } from '../../../../contract/schemas/appointments';
import type { FeedbackSubmission } from '../../../domains/appointments';
import { ruleMessage } from '../../../lib/rules';

export interface FeedbackValues extends FeedbackAnswers {
  comment: string;
}

export const recordOf = (appointment: Appointment): FeedbackRecord => ({
  status: appointment.status.name,
  answers: answersOf(appointment),
});

export const answersOf = (source: FeedbackAnswers): FeedbackAnswers => ({
  isApplicantCameToAppointment: source.isApplicantCameToAppointment,
  isAppointmentPositive: source.isAppointmentPositive,
  isOfferSentToApplicant: source.isOfferSentToApplicant,
  isApplicantAcceptTheOffer: source.isApplicantAcceptTheOffer,
});

/** Returns the initial values: the answers that the stored status implies: docs/PRODUCT.md#feedback-chain. */
export const fromAppointment = (appointment: Appointment): FeedbackValues => ({
  ...feedbackChain(recordOf(appointment)).recorded,
  comment: appointment.appointmentComment ?? appointment.feedback?.text ?? '',
});

/**
 * Merges a draft into the form. Recorded answers win, and the draft's comment counts only while the first answer is
 * not recorded.
 */
export const withDraft = (recorded: FeedbackValues, draft: Partial<FeedbackValues> | undefined): FeedbackValues => {
  if (!draft) return recorded;
  const values = { ...recorded };
  for (const field of FEEDBACK_FIELDS) values[field] = recorded[field] ?? draft[field] ?? null;
  if (recorded.isApplicantCameToAppointment === null) values.comment = draft.comment ?? recorded.comment;
  return values;
};

export const feedbackSchema = object({ comment: string().trim().max(COMMENT_MAX, ruleMessage('validation.tooLong')) });

/** Returns the answers after a change. It clears later answers that the chain disables, unless they are recorded. */
export const withAnswer = (
  record: FeedbackRecord,
  draft: FeedbackAnswers,
  field: FeedbackField,
  answer: boolean | null,
): FeedbackAnswers => {
  const next = { ...draft, [field]: answer };
  for (const later of FEEDBACK_FIELDS.slice(FEEDBACK_FIELDS.indexOf(field) + 1)) {
    const { isLocked, isEnabled } = feedbackChain(record, next).fields[later];
    if (!isLocked && !isEnabled) next[later] = null;
  }
  return next;
};

/** What the answers lead to: a missed interview, the end without a hire, or a hire; null while the chain continues. */
export type Ending = 'missed' | 'ended' | 'hired';

export const endingOf = (answers: FeedbackAnswers): Ending | null => {
  if (answers.isApplicantCameToAppointment === false) return 'missed';
  if (FEEDBACK_FIELDS.some((field) => answers[field] === false)) return 'ended';
  return answers.isApplicantAcceptTheOffer ? 'hired' : null;
};

export const isChanged = (record: FeedbackRecord, draft: FeedbackAnswers): boolean => {
  const { recorded } = feedbackChain(record);
  return FEEDBACK_FIELDS.some((field) => recorded[field] !== draft[field]);
};

interface SubmissionContext {
  applicationId: number;
  jobId: number;
  appointment: Appointment;
}

/** Returns the request: attendance with its comment if it is new, and the answers with the most advanced status. */
export const toSubmission = (
  values: FeedbackValues,
  { applicationId, jobId, appointment }: SubmissionContext,
): FeedbackSubmission => {
  const record = recordOf(appointment);
  const draft = answersOf(values);
  const { recorded, status } = feedbackChain(record, draft);
  const came = draft.isApplicantCameToAppointment;
  const isAttendanceNew = came !== null && recorded.isApplicantCameToAppointment === null;
  const hasNewAnswers = FEEDBACK_FIELDS.slice(1).some((field) => recorded[field] !== draft[field]);
  const body: FeedbackBody = { ...draft, status: status && (status.toLowerCase() as FeedbackBody['status']) };
  return {
    applicationId,
    jobId,
    worker: isAttendanceNew
      ? {
          appointmentId: appointment.id,
          feedback: came ? 'worker_came' : 'worker_did_not_come',
          text: values.comment.trim(),
        }
      : null,
    body: hasNewAnswers || !isAttendanceNew ? body : null,
  };
};
