import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { feedbackChain, type FeedbackField } from '../../../contract/rules/feedback';
import { lastAnswered, removalEndsAt } from '../../../contract/rules/feedbackRemoval';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { FeedbackRemovalBody } from '../../../contract/schemas/appointments';
import { clearFacts, type Change } from '../../platform/change';
import { audit, type UserActor } from '../../platform/audit';
import type { Settings } from '../../platform/settings';
import { conflict } from '../../platform/errors';
import { workerText } from '../../platform/outgoing/mails';
import { appendMessage } from '../chat';
import { forgetStep, scheduleOutcomeSms } from '../workerLinks';
import { findWorkerLanguage } from '../workers';
import * as answers from './repository';
import { hasFirstDay, missedBefore, updateAnswers } from './listRepository';
import {
  findLastAnswer,
  isBooked,
  lockBookings,
  outcomeOf,
  setStatus,
  updateWorkerFeedback,
  type LockedAppointment,
} from './repository';
import type { LockedPair } from './bookingService';
import { factsOf } from './attendanceService';
import { announce, checkNotEnded } from './service';
import { isOpenAt } from './rules';

/** The answers whose text message may have been replaced by that of the removed answer, which followed at once. */
const STEPS_BEFORE = ['isAppointmentPositive', 'isOfferSentToApplicant'] as const;

export interface Removal extends LockedPair {
  body: FeedbackRemovalBody;
  actor: UserActor;
  /** The user's type, which decides until when an answer may be removed. */
  userType: Parameters<typeof removalEndsAt>[1];
  settings: Pick<Settings, 'timeZone' | 'workerLinks'>;
}

/**
 * Returns the answer to remove, or null when the expected one is already gone. Throws 409 `feedback.followed` when a
 * later answer, an appointment or a first day depends on it and 409 `feedback.too_old` after its time.
 */
const findRemovable = async (change: Change, removal: Removal): Promise<FeedbackField | null> => {
  const { application, appointment, userType } = removal;
  const { expected } = removal.body;
  if (application.appointmentId !== appointment.id) throw conflict(ERROR_KEYS.feedbackFollowed);
  const { recorded } = feedbackChain({ status: appointment.status, answers: application.answers });
  const field = lastAnswered(recorded);
  if (field === null || (expected && recorded[expected.field] === null)) return null;
  if (expected && expected.field !== field) throw conflict(ERROR_KEYS.feedbackFollowed);
  const { organisationId, id: applicationId } = application;
  if (await hasFirstDay(change.trx, applicationId)) throw conflict(ERROR_KEYS.feedbackFollowed);
  const key = { organisationId, applicationId, appointmentId: appointment.id, field };
  const found = await answers.findRecordedAnswer(change.trx, key);
  if (expected && found && Date.parse(expected.recordedAt) !== Date.parse(found.recordedAt)) return null;
  if (!found || change.now.getTime() > removalEndsAt(Date.parse(found.recordedAt), userType))
    throw conflict(ERROR_KEYS.feedbackTooOld);
  return field;
};

/** Throws 409 `feedback.followed` when the worker has another appointment at the time of the restored one. */
const checkTimeIsFree = async (
  { trx, now }: Change,
  { organisationId, applicationId, workerId, startAt, endAt }: LockedAppointment,
  to: AppointmentStatus,
) => {
  if (to !== 'ACTIVE' || endAt <= now) return;
  await lockBookings(trx, organisationId, workerId);
  if (await isBooked(trx, applicationId, { startAt, endAt }, { now })) throw conflict(ERROR_KEYS.feedbackFollowed);
};

/** Throws 409 when the removal would give an application that ended an open appointment. */
const checkMayReopen = async (
  { trx, now }: Change,
  { application, appointment }: Removal,
  to: AppointmentStatus,
): Promise<void> => {
  if (isOpenAt({ ...appointment, status: to }, now)) await checkNotEnded(trx, application);
};

/**
 * Notifies the worker of the restored status. If they know of the removed answer, also writes in their language that it
 * was a mistake.
 */
const notifyWorker = (
  change: Change,
  { appointment, actor, settings: { timeZone } }: Removal,
  { to, wasTold }: { to: AppointmentStatus; wasTold: boolean },
) =>
  announce(change, {
    appointment,
    to,
    sender: 'employer',
    senderUserId: actor.user.id,
    timeZone,
    follow: async ({ id: threadId, blocked }) => {
      // Nobody can write in a blocked conversation, not even the system.
      if (blocked || !wasTold) return;
      const body = workerText('feedbackRemoved', await findWorkerLanguage(change.trx, appointment.workerId));
      await appendMessage(change, { threadId }, { sender: 'system', type: 'text', body });
    },
  });

/** Restores the status that the appointment had before the answer, and returns it. */
const restoreAppointment = async (
  change: Change,
  removal: Removal,
  { field, wasTold }: { field: FeedbackField; wasTold: boolean },
) => {
  const { application, appointment } = removal;
  const { status } = appointment;
  const { recorded } = feedbackChain({ status, answers: application.answers });
  const rest = { ...recorded, [field]: null };
  const isUnchanged = outcomeOf(recorded) === outcomeOf(rest);
  const before = async () => (await answers.findStatusBeforeOutcome(change.trx, appointment.id)) ?? 'COMPLETED';
  const to = isUnchanged ? status : (outcomeOf(rest) ?? (await before()));
  await checkMayReopen(change, removal, to);
  if (isUnchanged) return status;
  await checkTimeIsFree(change, appointment, to);
  await setStatus(change.trx, appointment.id, to, 'employer', change.now);
  await notifyWorker(change, removal, { to, wasTold });
  return to;
};

const reopenApplication = async ({ trx, emit }: Change, { application }: Removal) => {
  const { id, jobId, workerId } = application;
  const status = await answers.findStatusBeforeAcceptance(trx, id);
  await answers.updateApplicationStatus(trx, id, status);
  emit({ type: 'application_status', workerId, data: { applicationId: id, jobId, status } });
};

/**
 * Removes the last answer about an appointment: appointment and application go back to their statuses before it.
 * Returns whether the worker had been told of it and gets a notice of the removal. An expected answer that is already
 * gone changes nothing. Throws 409 `feedback.followed`, `feedback.too_old` and, by `checkNotEnded`, for an application
 * that ended. See docs/API.md#feedback-rules.
 */
export const removeLastAnswer = async (change: Change, removal: Removal): Promise<boolean> => {
  const field = await findRemovable(change, removal);
  if (field === null) return false;
  const { application, appointment, actor } = removal;
  const { recorded } = feedbackChain({ status: appointment.status, answers: application.answers });
  const answered = { ...appointment, answers: application.answers };
  const last = await findLastAnswer(change.trx, answered, removal.settings);
  const wasTold = last !== null && last.delivery !== 'none';
  await updateAnswers(change.trx, application.id, { ...application.answers, [field]: null });
  await forgetStep(change, application.id, recorded);
  await scheduleOutcomeSms(change, application.id, { ...recorded, [field]: null }, STEPS_BEFORE);
  if (field === 'isApplicantCameToAppointment') await updateWorkerFeedback(change.trx, appointment.id, null, null);
  const to = await restoreAppointment(change, removal, { field, wasTold });
  const facts = factsOf([field], recorded);
  // An earlier appointment that the worker missed keeps its fact.
  const isKept = facts.includes('missed') && (await missedBefore(change.trx, application.id));
  if (!isKept) await clearFacts(change.trx, facts, [application.id]);
  const isReopened = field === 'isApplicantAcceptTheOffer' && application.status === 'accepted';
  if (isReopened && recorded[field]) await reopenApplication(change, removal);
  const { reason } = removal.body;
  await audit(change, actor, 'appointment.feedback_removed', ['appointment', appointment.id], {
    [field]: recorded[field],
    from: appointment.status,
    to,
    ...(reason !== undefined && { correctionReason: reason.trim() }),
  });
  return last?.isRemovalTold === true && to !== appointment.status;
};
