import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  FEEDBACK_FIELDS,
  feedbackChain,
  type FeedbackAnswers,
  type FeedbackField,
  type FeedbackRefusal,
  type FeedbackStatus,
} from '../../../contract/constants/feedback';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { AppointmentFeedbackBody } from '../../../contract/schemas/appointments';
import { recordFacts, type Fact } from '../../platform/applicationFacts';
import { audit, type Actor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { conflict, declinedMeanwhile, invalid } from '../../platform/errors';
import { isDeclined, updateAnswers, type LockedApplication } from './applicationRepository';
import { inChange, type Change } from '../../platform/change';
import { scheduleOutcomeSms } from '../links';
import { lockWithApplication } from './cancellationService';
import { presentOne } from './listService';
import { updateWorkerFeedback, type LockedAppointment } from './repository';
import { statusAt } from './rules';
import { changeStatus } from './service';

/** The positive steps of the feedback chain. A negative appointment ends it. */
const STEPS: readonly FeedbackStatus[] = ['APPOINTMENT_POSITIVE', 'OFFER_SENT'];

const stepsTo = (from: AppointmentStatus, to: FeedbackStatus | null): FeedbackStatus[] => {
  if (to === null || to === from) return [];
  if (to === 'APPOINTMENT_NEGATIVE') return [to];
  const end = STEPS.includes(to) ? STEPS.indexOf(to) + 1 : STEPS.length;
  const way = STEPS.slice(STEPS.findIndex((step) => step === from) + 1, end);
  return STEPS.includes(to) ? way : [...way, to];
};

const toError = ({ field, key }: FeedbackRefusal) =>
  field !== null && key === ERROR_KEYS.feedbackStepSkipped ? invalid({ [field]: key }, key) : conflict(key);

/** Returns the facts that the given fields of the answers establish. */
export const factsOf = (changed: readonly FeedbackField[], answers: FeedbackAnswers): Fact[] =>
  changed.flatMap((field): Fact[] => {
    if (field === 'isApplicantCameToAppointment') return [answers[field] ? 'came' : 'missed'];
    if (field === 'isOfferSentToApplicant' && answers[field]) return ['offer'];
    return field === 'isApplicantAcceptTheOffer' && answers[field] ? ['hired'] : [];
  });

interface Outcome {
  /** The caller has locked both in this transaction, the application first. */
  application: LockedApplication;
  appointment: LockedAppointment;
  /** All four answers after the change. */
  answers: FeedbackAnswers;
  actor: Actor;
  timeZone: string;
}

const recordAcceptance = async ({ trx, clock, emit }: Change, { application, actor }: Outcome) => {
  const { id, jobId, workerId, status } = application;
  if (status === 'rejected' && (await isDeclined(trx, id))) throw declinedMeanwhile(id);
  const subject = { subjectType: 'application', subjectId: id, details: { from: status } };
  await audit(trx, clock, actor, { action: 'application.accepted', ...subject });
  emit({ type: 'application_status', workerId, data: { applicationId: id, jobId, status: 'accepted' } });
};

/**
 * Records the answers about an appointment and moves it along the feedback chain, one status change for each step.
 * Answers that are already recorded change nothing. Throws 400 on the field of a skipped step and 409 for every other
 * refusal of `feedbackChain`.
 */
export const recordAnswers = async (change: Change, outcome: Outcome): Promise<void> => {
  const { application, appointment, answers, actor, timeZone } = outcome;
  const isCurrent = application.appointmentId === appointment.id;
  if (!isCurrent) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
  const status = statusAt(appointment, change.now);
  const chain = feedbackChain({ status, answers: application.answers }, answers);
  if (chain.refusal) throw toError(chain.refusal);
  const changed = FEEDBACK_FIELDS.filter((field) => answers[field] !== chain.recorded[field]);
  if (changed.length === 0) return;
  await updateAnswers(change.trx, application.id, answers);
  await audit(change.trx, change.clock, actor, {
    action: 'application.feedback',
    subjectType: 'application',
    subjectId: application.id,
    details: {
      appointmentId: appointment.id,
      ...Object.fromEntries(changed.map((field) => [field, answers[field]])),
    },
  });
  if (changed.includes('isApplicantAcceptTheOffer') && answers.isApplicantAcceptTheOffer)
    await recordAcceptance(change, outcome);
  let at = appointment;
  for (const to of stepsTo(status, chain.status)) {
    await changeStatus(change, { appointment: at, to, by: 'employer', actor, timeZone });
    at = { ...at, status: to };
  }
  await scheduleOutcomeSms(change, application.id, answers, changed);
  for (const fact of factsOf(changed, answers)) await recordFacts(change.trx, fact, [application.id], change.now);
};

/**
 * Records whether the worker came, with a comment. The same answer again changes nothing. A different answer or text
 * throws 409 `feedback.locked`.
 */
export const recordWorkerFeedback = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  { appointmentId, feedback, text }: AppointmentFeedbackBody,
) =>
  inChange(deps, async (change) => {
    const scope = ownerScope(user);
    const { application, appointment } = await lockWithApplication(change.trx, scope, appointmentId);
    const { workerFeedback, workerFeedbackText } = appointment;
    const isSame = workerFeedback === feedback && (workerFeedbackText ?? '') === text;
    if (workerFeedback !== null && !isSame) throw conflict(ERROR_KEYS.feedbackLocked);
    if (workerFeedback === null) {
      const { recorded } = feedbackChain({
        status: statusAt(appointment, change.now),
        answers: application.answers,
      });
      const answers = { ...recorded, isApplicantCameToAppointment: feedback === 'worker_came' };
      const actor = { kind: 'user', user, requestId } as const;
      await recordAnswers(change, { application, appointment, answers, actor, timeZone: deps.settings.timeZone });
      await updateWorkerFeedback(change.trx, appointmentId, feedback, text);
      await audit(change.trx, change.clock, actor, {
        action: 'appointment.feedback',
        subjectType: 'appointment',
        subjectId: appointmentId,
        details: { feedback },
      });
    }
    return presentOne(deps, change.trx, scope, appointmentId);
  });
