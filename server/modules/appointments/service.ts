import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { wallTime } from '../../../contract/zone';
import { feedbackChain, type FeedbackAnswers, type FeedbackRecord } from '../../../contract/constants/feedback';
import { lastAnswered } from '../../../contract/constants/feedbackRemoval';
import type { LastAnswer } from '../../../contract/schemas/appointments';
import { recordFacts } from '../../platform/applicationFacts';
import { audit, userOf, type Actor } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { inChange, type Change } from '../../platform/change';
import type { Db } from '../../platform/database/schema';
import { outOfNight } from '../../platform/night';
import type { Settings } from '../../platform/settings';
import { appendMessage, isStatusRead } from '../chat';
import { findWorkerFacts } from '../workers';
import { findReach, findStepSms } from '../links';
import * as repository from './repository';
import { type LockedAppointment, type WorkerAppointment, findRecordedAnswer } from './repository';
import { mayMove, statusAt, type AppointmentActor } from './rules';

const EXPIRY_BATCH = 50;

const SENDERS = { employer: 'employer', worker: 'worker', clock: 'system' } as const;

interface StatusChange {
  /** The caller has locked it in this transaction. */
  appointment: LockedAppointment;
  to: AppointmentStatus;
  by: AppointmentActor;
  actor: Actor;
  timeZone: string;
}

/**
 * Changes the status of an appointment with its status log, chat message, worker event and audit entry. Throws 409
 * `appointment.status.invalid` for a move that docs/API.md#appointment-status does not allow. An appointment whose
 * time is up counts as ended.
 */
export const changeStatus = async (change: Change, { appointment, to, by, actor, timeZone }: StatusChange) => {
  const { id, applicationId, userId, workerId, startAt, endAt, address } = appointment;
  const from = by === 'clock' ? appointment.status : statusAt(appointment, change.now);
  if (!mayMove(from, to, by)) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
  await repository.setStatus(change.trx, id, to, by, change.now);
  await appendMessage(
    change,
    { userId, workerId },
    {
      sender: SENDERS[by],
      senderUserId: userOf(actor),
      type: 'appointment_status',
      payload: {
        appointmentId: id,
        applicationId,
        status: appointment.status,
        changed_status: to,
        startAt: wallTime(startAt, timeZone),
        endAt: wallTime(endAt, timeZone),
      },
    },
  );
  await audit(change.trx, change.clock, actor, {
    action: 'appointment.status',
    subjectType: 'appointment',
    subjectId: id,
    details: { from: appointment.status, to },
  });
  const worker = await findWorkerFacts(change.trx, workerId, applicationId);
  change.emit({
    type: 'appointment',
    workerId,
    data: { appointmentId: id, status: to, startAt: startAt.toISOString(), address, worker },
  });
};

/** Throws 409 for a worker who would cancel after the attendance was recorded, which would lock the feedback for good. */
export const checkMayCancel = ({ came }: Pick<WorkerAppointment, 'came'>): void => {
  if (came !== null) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
};

/**
 * Records the worker's answer to an invitation, or a cancellation. Throws 404 for another worker's appointment and 409
 * `appointment.status.invalid` for a move that is not allowed.
 */
export const answerAsWorker = (deps: Deps, id: number, workerId: number, to: AppointmentStatus) =>
  inChange(deps, async (change) => {
    const appointment = await repository.lockOfWorker(change.trx, id, workerId);
    if (!appointment) throw notFound();
    if (to === 'APPLICANT_CANCELLED') checkMayCancel(appointment);
    const actor = { kind: 'worker', workerId, organisationId: appointment.organisationId } as const;
    await changeStatus(change, { appointment, to, by: 'worker', actor, timeZone: deps.settings.timeZone });
    if (to === 'ACTIVE') {
      // Accepting ends a request for another time.
      if (appointment.attendance !== null) await repository.clearAttendance(change.trx, id);
      await recordFacts(change.trx, 'agreed', [appointment.applicationId], change.now);
    }
    return { id, status: { name: to } };
  });

const expireBatch = (deps: Deps): Promise<number> =>
  inChange(deps, async (change) => {
    const due = await repository.lockDue(change.trx, change.now, EXPIRY_BATCH);
    for (const appointment of due) {
      const actor = { kind: 'clock', organisationId: appointment.organisationId } as const;
      const to = statusAt(appointment, change.now);
      await changeStatus(change, { appointment, to, by: 'clock', actor, timeZone: deps.settings.timeZone });
    }
    return due.length;
  });

/**
 * Expires unanswered invitations and completes accepted appointments whose time is up. Returns the number of changes.
 * Several processes may run it at once: each skips the rows that another has locked.
 */
export const expireDue = async (deps: Deps): Promise<number> => {
  let total = 0;
  for (;;) {
    const changed = await expireBatch(deps);
    total += changed;
    if (changed < EXPIRY_BATCH) return total;
  }
};

/** Returns the outcome that answers lead to, or null when they lead to none. */
export const outcomeOf = (answers: FeedbackAnswers) => feedbackChain({ status: null, answers }, answers).status;

interface AnsweredAppointment extends FeedbackRecord {
  id: number;
  organisationId: number;
  applicationId: number;
  userId: number;
  workerId: number;
  status: AppointmentStatus;
}

export type AnswerOptions = Pick<Settings, 'workerLinks' | 'timeZone'>;

/** Whether the worker heard of a status that an answer led to, and when a text message about it is to leave. */
const findDelivery = async (
  db: Db,
  appointment: AnsweredAppointment,
  recorded: FeedbackAnswers,
  { workerLinks, timeZone }: AnswerOptions,
): Promise<Pick<LastAnswer, 'delivery' | 'tellAt'>> => {
  const { id: appointmentId, applicationId, status } = appointment;
  if (await isStatusRead(db, appointment, { appointmentId, status })) return { delivery: 'read', tellAt: null };
  const reach = await findReach(db, workerLinks, appointment);
  if (reach !== 'sms') return { delivery: reach === 'product' ? 'sent' : 'none', tellAt: null };
  const sms = await findStepSms(db, applicationId, recorded);
  if (sms?.toldAt) return { delivery: 'sent', tellAt: null };
  return { delivery: 'none', tellAt: sms ? outOfNight(sms.dueAt, timeZone).toISOString() : null };
};

/** Returns the last recorded answer about an appointment; null without one, or when nobody knows when it was given. */
export const findLastAnswer = async (
  db: Db,
  appointment: AnsweredAppointment,
  options: AnswerOptions,
): Promise<LastAnswer | null> => {
  const { id: appointmentId, organisationId, applicationId } = appointment;
  const { recorded } = feedbackChain(appointment);
  const field = lastAnswered(recorded);
  const found = field && (await findRecordedAnswer(db, { organisationId, applicationId, appointmentId, field }));
  if (!field || !found) return null;
  const isTold = outcomeOf(recorded) !== outcomeOf({ ...recorded, [field]: null });
  const untold = { delivery: 'none', tellAt: null } as const;
  return { field, ...found, ...(isTold ? await findDelivery(db, appointment, recorded, options) : untold) };
};
