import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { FEEDBACK_FIELDS, feedbackChain } from '../../../contract/constants/feedback';
import type { AppointmentStatusInput } from '../../../contract/constants/statuses';
import type { Appointment } from '../../../contract/schemas/appointments';
import { wallTime } from '../../../contract/zone';
import { audit, userOf, type Actor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope, type Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { lockApplicationForAppointment, updateAppointment } from './applicationRepository';
import { appendMessage } from '../chat';
import { sendCancelledSms, type SmsDeps } from '../links';
import { inChange, type Change } from '../../platform/change';
import { findWorkerFacts } from '../workers';
import { presentOne } from './listService';
import * as repository from './repository';
import { cancelStatus, isOpenAt, statusAt } from './rules';
import { changeStatus } from './service';

/**
 * Locks an application and then its appointment. Throws 404 when they are outside the caller's scope or deleted
 * meanwhile.
 */
export const lockWithApplication = async (trx: Transaction<Database>, scope: Scope, id: number) => {
  const applicationId = await repository.findApplicationId(trx, scope, id);
  const application =
    applicationId === undefined ? undefined : await lockApplicationForAppointment(trx, scope, applicationId);
  const appointment = await repository.lockAppointment(trx, id);
  if (!application || !appointment) throw notFound();
  return { application, appointment };
};

export type LockedPair = Awaited<ReturnType<typeof lockWithApplication>>;

/** Deletes the appointment's row. The thread and the audit log keep their entries. */
const reset = async (deps: Deps, change: Change, { application, appointment }: LockedPair, actor: Actor) => {
  const { id, userId, workerId, startAt, endAt, address, status } = appointment;
  const { timeZone } = deps.settings;
  const times = { startAt: wallTime(startAt, timeZone), endAt: wallTime(endAt, timeZone) };
  if (application.appointmentId === id) await updateAppointment(change.trx, application.id, null);
  await repository.deleteAppointment(change.trx, id);
  await appendMessage(
    change,
    { userId, workerId },
    {
      sender: 'employer',
      senderUserId: userOf(actor),
      type: 'appointment_status',
      payload: { appointmentId: id, applicationId: application.id, status, changed_status: 'NONE', ...times },
    },
  );
  await audit(change.trx, change.clock, actor, {
    action: 'appointment.reset',
    subjectType: 'appointment',
    subjectId: id,
    details: { from: status, applicationId: application.id, ...times },
  });
  const worker = await findWorkerFacts(change.trx, workerId, application.id);
  const data = { appointmentId: id, status: 'NONE', startAt: startAt.toISOString(), address, worker };
  change.emit({ type: 'appointment', workerId, data });
  await sendCancelledSms(change, deps, appointment);
};

interface Cancellation {
  /** The caller has locked it and its application in this transaction. */
  appointment: repository.LockedAppointment;
  actor: Actor;
}

/** Cancels an open appointment on behalf of the employer. Workers who hear by text message get one, if they knew of it. */
export const cancelAppointment = async (
  change: Change,
  deps: SmsDeps,
  { appointment, actor }: Cancellation,
): Promise<void> => {
  const to = cancelStatus(appointment.startAt, change.now);
  await changeStatus(change, { appointment, to, by: 'employer', actor, timeZone: deps.settings.timeZone });
  await sendCancelledSms(change, deps, appointment);
};

/**
 * Cancels an appointment or resets it to none, which returns null. Throws 409 `appointment.status.invalid` for every
 * other status, for an appointment that is over, and once an answer about it is recorded.
 */
export const putStatus = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  id: number,
  wanted: AppointmentStatusInput,
): Promise<Appointment | null> =>
  inChange(deps, async (change) => {
    const scope = ownerScope(user);
    const locked = await lockWithApplication(change.trx, scope, id);
    const { application, appointment } = locked;
    const status = statusAt(appointment, change.now);
    const { recorded } = feedbackChain({ status, answers: application.answers });
    const isOpen = isOpenAt(appointment, change.now);
    const isAnswered = application.appointmentId === id && FEEDBACK_FIELDS.some((field) => recorded[field] !== null);
    if (!isOpen || isAnswered || (wanted !== 'cancelled' && wanted !== 'none'))
      throw conflict(ERROR_KEYS.appointmentStatusInvalid);
    const actor = { kind: 'user', user, requestId } as const;
    if (wanted === 'none') {
      await reset(deps, change, locked, actor);
      return null;
    }
    await cancelAppointment(change, deps, { appointment, actor });
    return presentOne(deps, change.trx, scope, id);
  });
