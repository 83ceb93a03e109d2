import type { Attendance } from '../../../contract/constants/attendance';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { audit, userActor, type Actor } from '../../platform/audit';
import { inChange, type Change, recordFacts, type Fact } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { conflict, invalid, notFound } from '../../platform/errors';
import { workerText } from '../../platform/outgoing/mails';
import { sendAsWorker } from '../chat';
import { findWorkerLanguage } from '../workers';
import { lockOfWorker, updateAttendance, type LockedAppointment, updateWorkerFeedback } from './repository';
import { ATTENDANCE_MESSAGE, isSameAttendance, mayAttend, minutesError, statusAt, type SeenMeeting } from './rules';
import { changeStatus, checkMayCancel, checkNotEnded, checkSeen, presentOne } from './service';
import { sha256 } from '../../platform/secrets';
import {
  FEEDBACK_FIELDS,
  feedbackChain,
  type FeedbackAnswers,
  type FeedbackField,
  type FeedbackRefusal,
  type FeedbackStatus,
} from '../../../contract/rules/feedback';
import type { AppointmentFeedbackBody } from '../../../contract/schemas/appointments';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import type { LockedApplication } from '../jobs';
import { updateAnswers } from './listRepository';
import { scheduleOutcomeSms } from '../workerLinks';
import { lockWithApplication } from './bookingService';

interface AttendanceInput {
  appointmentId: number;
  workerId: number;
  answer: Attendance;
  /** By how many minutes the worker will be late; only with `late`. */
  minutes?: number | undefined;
  /** Goes into the conversation. */
  text?: string | undefined;
  seen?: SeenMeeting | undefined;
}

interface RecordedAttendance {
  id: number;
  status: { name: AppointmentStatus };
}

const recordedOf = ({ attendance, attendanceMinutes }: LockedAppointment) =>
  attendance === null ? null : { answer: attendance, minutes: attendanceMinutes };

/** Returns the message id of a text within its answer, so that a repeated request adds the text once. */
const messageIdOf = (appointmentId: number, answeredAt: Date, text: string): string => {
  const digest = sha256(text).toString('hex').slice(0, 16);
  return `${ATTENDANCE_MESSAGE}${appointmentId}-${answeredAt.getTime()}-${digest}`;
};

/** Writes the worker's text into the conversation. A request for another time is written even without a text. */
const writeText = async (
  deps: Pick<Deps, 'settings'>,
  change: Change,
  { id, userId, workerId }: LockedAppointment,
  { answer, text = '', answeredAt }: Pick<AttendanceInput, 'answer' | 'text'> & { answeredAt: Date },
) => {
  const request =
    answer === 'other_time' ? workerText('otherTime', await findWorkerLanguage(change.trx, workerId)) : '';
  const body = [request, text.trim()].filter(Boolean).join(' ');
  if (!body) return;
  const clientMessageId = messageIdOf(id, answeredAt, body);
  await sendAsWorker(deps, change, { userId, workerId }, { text: body, clientMessageId });
};

const publishAttendance = (change: Change, { organisationId, userId, applicationId }: LockedAppointment): void =>
  change.notifyEmployer(organisationId, { type: 'applications', userId, ids: [applicationId], reason: 'attendance' });

const record = async (
  deps: Pick<Deps, 'settings'>,
  change: Change,
  appointment: LockedAppointment,
  { answer, minutes = null }: { answer: Attendance; minutes?: number | null | undefined },
): Promise<AppointmentStatus> => {
  const { id, organisationId, workerId, status } = appointment;
  const actor = { kind: 'worker', workerId, organisationId } as const;
  const { timeZone } = deps.settings;
  const isCancelled = answer === 'cannot';
  if (isCancelled)
    await changeStatus(change, { appointment, to: 'APPLICANT_CANCELLED', by: 'worker', actor, timeZone });
  await updateAttendance(change.trx, id, { answer, minutes }, change.now);
  const details = { answer, ...(minutes !== null && { minutes }) };
  // The history already has a line for the cancellation.
  if (!isCancelled) await audit(change, actor, 'appointment.attendance', ['appointment', id], details);
  publishAttendance(change, appointment);
  return isCancelled ? 'APPLICANT_CANCELLED' : status;
};

/**
 * Records whether a worker is coming to an accepted appointment; `cannot` cancels it. A repeated answer changes
 * nothing. Throws 400 on `minutes`, 404 for another worker's appointment, 409 `appointment.moved` when the worker saw
 * another start or place than it has, 409 `appointment.status.invalid` for an appointment that is not accepted or ended
 * over an hour ago and for `cannot` after the attendance was recorded, and 409 `thread.blocked` for a text to an
 * employer that blocked the worker.
 */
export const recordAttendance = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { appointmentId, workerId, text, seen, ...given }: AttendanceInput,
): Promise<RecordedAttendance> =>
  inChange(deps, async (change) => {
    const wrong = minutesError(given);
    if (wrong) throw invalid({ minutes: wrong });
    const appointment = await lockOfWorker(change.trx, appointmentId, workerId);
    if (!appointment) throw notFound();
    checkSeen(appointment, seen);
    const { id, status, attendanceAt } = appointment;
    const isRepeat = isSameAttendance(recordedOf(appointment), given);
    const isRepeatedCancel = isRepeat && given.answer === 'cannot' && status === 'APPLICANT_CANCELLED';
    if (!isRepeatedCancel && !mayAttend(appointment, change.now, given.answer))
      throw conflict(ERROR_KEYS.appointmentStatusInvalid);
    if (given.answer === 'cannot' && !isRepeatedCancel) checkMayCancel(appointment);
    const name = isRepeat ? status : await record(deps, change, appointment, given);
    const answeredAt = (isRepeat ? attendanceAt : null) ?? change.now;
    await writeText(deps, change, appointment, { ...given, text, answeredAt });
    // A new request for another time needs a new reply.
    if (isRepeat && text?.trim()) publishAttendance(change, appointment);
    return { id, status: { name } };
  });

/** Rejects or cancels the open appointment of a worker who withdraws. The caller has locked its application. */
export const refuseOpen = async (
  deps: Pick<Deps, 'settings'>,
  change: Change,
  { appointmentId, workerId }: { appointmentId: number; workerId: number },
): Promise<void> => {
  const appointment = await lockOfWorker(change.trx, appointmentId, workerId);
  if (!appointment) return;
  const status = statusAt(appointment, change.now);
  if (status === 'ACTIVE') await record(deps, change, appointment, { answer: 'cannot' });
  if (status !== 'WAITING') return;
  const actor = { kind: 'worker', workerId, organisationId: appointment.organisationId } as const;
  const { timeZone } = deps.settings;
  await changeStatus(change, { appointment, to: 'REJECTED', by: 'worker', actor, timeZone, isWithdrawal: true });
};

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

/** Returns the facts that follow from the changed answers. */
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
  await checkNotEnded(trx, application);
  await audit({ trx, clock }, actor, 'application.accepted', ['application', id], { from: status });
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
  await audit(change, actor, 'application.feedback', ['application', application.id], {
    appointmentId: appointment.id,
    ...Object.fromEntries(changed.map((field) => [field, answers[field]])),
  });
  if (changed.includes('isApplicantAcceptTheOffer') && answers.isApplicantAcceptTheOffer)
    await recordAcceptance(change, outcome);
  let at = appointment;
  for (const to of stepsTo(status, chain.status)) {
    const isMissed = to === 'APPOINTMENT_NEGATIVE' && answers.isApplicantCameToAppointment === false;
    const payload = isMissed ? { changed_status: 'MISSED' } : {};
    await changeStatus(change, { appointment: at, to, by: 'employer', actor, timeZone, payload });
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
      const actor = userActor({ user, requestId });
      await recordAnswers(change, { application, appointment, answers, actor, timeZone: deps.settings.timeZone });
      await updateWorkerFeedback(change.trx, appointmentId, feedback, text);
      // The answer has its own entry; the history reads this one as a comment.
      if (text !== '') await audit(change, actor, 'appointment.feedback', ['appointment', appointmentId], { feedback });
    }
    return presentOne(deps, change.trx, scope, appointmentId);
  });
