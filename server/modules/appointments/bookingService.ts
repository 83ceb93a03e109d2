import { textOrNull } from '../../../contract/constants/cleanText';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { FEEDBACK_FIELDS, feedbackChain } from '../../../contract/rules/feedback';
import { postAppointment } from '../../../contract/routes/appointments';
import {
  CALLED_OFF_STATUSES,
  type AppointmentStatus,
  type AppointmentStatusInput,
} from '../../../contract/constants/statuses';
import type { Appointment, AppointmentBody } from '../../../contract/schemas/appointments';
import { wallTime } from '../../../contract/zone';
import { recordFacts, inChange, type Change } from '../../platform/change';
import { audit, userOf, userActor, type Actor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { ownerScope, type Scope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { idempotently } from '../../platform/http/idempotency';
import type { Trx } from '../../platform/database/schema';
import { appendMessage } from '../chat';
import { sendLinkSms, sendCancelledSms, type SmsDeps } from '../workerLinks';
import { findWorkerFacts } from '../workers';
import { lockApplication, type LockedApplication } from '../jobs';
import { moveMissedAnswer, updateAppointment } from './listRepository';
import * as bookings from './repository';
import { insertReminders, lockAppointment, type LockedAppointment } from './repository';
import { hasLearned, isKnown } from './told';
import { announce, checkNotEnded, presentOne, changeStatus } from './service';
import { remindersOf, statusAt, cancelStatus, isOpenAt, appointmentTimes } from './rules';

/** Statuses after which another invitation may follow: the appointment did not take place or has no feedback. */
const REBOOKABLE: readonly AppointmentStatus[] = [...CALLED_OFF_STATUSES, 'COMPLETED'];

const checkNoOpenAppointment = async ({ trx, now }: Change, { appointmentId, answers }: LockedApplication) => {
  const last = appointmentId === null ? undefined : await lockAppointment(trx, appointmentId);
  const isOver = !last || REBOOKABLE.includes(statusAt(last, now));
  // A new invitation would separate the answers from their appointment.
  if (!isOver || FEEDBACK_FIELDS.some((field) => answers[field] !== null)) throw conflict(ERROR_KEYS.appointmentExists);
};

/** Returns the appointment that an invitation follows. Throws 404 when it is not about the application. */
const lockMissed = async ({ trx }: Change, application: LockedApplication, rebookOf: number | undefined) => {
  if (rebookOf === undefined) return undefined;
  const missed = await lockAppointment(trx, rebookOf);
  if (missed?.applicationId !== application.id) throw notFound();
  return missed;
};

/** Returns whether the appointment is the current one, which the worker missed. */
const wasMissed = (application: LockedApplication, missed: LockedAppointment): boolean => {
  const isMissed = application.answers.isApplicantCameToAppointment === false;
  return application.appointmentId === missed.id && missed.status === 'APPOINTMENT_NEGATIVE' && isMissed;
};

/** Throws 409 `appointment.exists` unless this invitation may follow the last one. */
const checkMayFollow = async (
  change: Change,
  application: LockedApplication,
  missed: LockedAppointment | undefined,
) => {
  if (!missed) await checkNoOpenAppointment(change, application);
  else if (!wasMissed(application, missed)) throw conflict(ERROR_KEYS.appointmentExists);
};

/** Adds the invitation to the thread and the audit log and emits an event to the worker's product. */
const recordBooking = async (
  change: Change,
  { deps, user, requestId }: Call,
  id: number,
  { application, startAt, endAt, latitude, longitude, address, rebookOf }: bookings.NewAppointment,
) => {
  const { id: applicationId, userId, workerId } = application;
  const { timeZone } = deps.settings;
  const times = { startAt: wallTime(startAt, timeZone), endAt: wallTime(endAt, timeZone) };
  const sms = { applicationId, workerId, organisationId: application.organisationId, userId, startAt };
  const told = await sendLinkSms(change, deps, { ...sms, appointmentId: id, name: 'invited' });
  const payload = { id, applicationId, ...times, latitude, longitude, address, ...told.payload };
  await appendMessage(
    change,
    { userId, workerId },
    { sender: 'employer', senderUserId: user.id, type: 'appointment', payload },
  );
  const details = { appointmentId: id, ...times, ...(rebookOf !== null && { rebookOf }) };
  // The entry is about the application, so that its history shows the appointment even after a reset.
  await audit(change, userActor({ user, requestId }), 'appointment.created', ['application', applicationId], details);
  const worker = await findWorkerFacts(change.trx, workerId, applicationId);
  const sent = { appointmentId: id, status: 'WAITING', startAt: startAt.toISOString(), address, worker };
  change.emit({ type: 'appointment', workerId, data: { ...sent, ...told.eventData } });
};

interface Call extends Caller {
  deps: Deps;
}

const book = async (change: Change, caller: Call, body: AppointmentBody): Promise<Appointment> => {
  const { deps, user } = caller;
  const { trx, now } = change;
  const { latitude, longitude, rebookOf } = body;
  const times = appointmentTimes(body.startAt, deps.settings.timeZone, now);
  const scope = ownerScope(user);
  const application = await lockApplication(trx, scope, body.applicationId);
  if (!application || application.workerId !== body.workerId || application.userId !== body.companyId) throw notFound();
  const missed = await lockMissed(change, application, rebookOf);
  await checkNotEnded(trx, application);
  if (!application.isShortlisted) throw conflict(ERROR_KEYS.appointmentNotShortlisted);
  await checkMayFollow(change, application, missed);
  await bookings.lockBookings(trx, application.organisationId, application.workerId);
  if (await bookings.isBooked(trx, application.id, times, { now })) throw conflict(ERROR_KEYS.appointmentOverlap);
  const address = textOrNull(body.address);
  const appointment = { application, ...times, latitude, longitude, address, rebookOf: rebookOf ?? null };
  if (rebookOf !== undefined) await moveMissedAnswer(trx, application.id, rebookOf);
  const id = await bookings.insertAppointment(trx, appointment, now);
  await updateAppointment(trx, application.id, id);
  const { timeZone } = deps.settings;
  const planned = remindersOf({ bookedAt: now, startAt: times.startAt, timeZone });
  await insertReminders(trx, { applicationId: application.id, appointmentId: id, startAt: times.startAt }, planned);
  await recordBooking(change, caller, id, appointment);
  await recordFacts(trx, 'invited', [application.id], now);
  return presentOne(deps, trx, scope, id);
};

/**
 * Invites a shortlisted applicant for one hour, once for each Idempotency-Key. Throws 400 on `startAt`; 404 when
 * application, worker, company and missed appointment do not belong together or are outside the caller's scope; 409 for
 * an application that ended, unless the applicant is shortlisted, for a second invitation unless the worker missed the
 * current appointment and `rebookOf` names it, and when the worker has another appointment then in the organisation.
 * See docs/API.md#appointment-calls.
 */
export const createAppointment = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  key: string | string[] | undefined,
  body: AppointmentBody,
): Promise<Appointment> =>
  idempotently(deps, { userId: user.id, route: postAppointment.id, key, body }, (keep) =>
    inChange(deps, async (change) => {
      const appointment = await book(change, { deps, user, requestId }, body);
      await keep(change.trx, appointment);
      return appointment;
    }),
  );

/**
 * Locks an application and then its appointment. Throws 404 when they are outside the caller's scope or deleted
 * meanwhile.
 */
export const lockWithApplication = async (trx: Trx, scope: Scope, id: number) => {
  const applicationId = await bookings.findApplicationId(trx, scope, id);
  const application = applicationId === undefined ? undefined : await lockApplication(trx, scope, applicationId);
  const appointment = await bookings.lockAppointment(trx, id);
  if (!application || !appointment) throw notFound();
  return { application, appointment };
};

export type LockedPair = Awaited<ReturnType<typeof lockWithApplication>>;

/** Returns whether an answer about a locked appointment is recorded. */
export const hasRecordedAnswers = ({ application, appointment }: LockedPair, now: Date): boolean => {
  const { recorded } = feedbackChain({ status: statusAt(appointment, now), answers: application.answers });
  return application.appointmentId === appointment.id && FEEDBACK_FIELDS.some((field) => recorded[field] !== null);
};

/**
 * Returns what a worker who gets text messages knows about a locked appointment: whether of it at all, and which start.
 * A text about a changed time may wait for the morning, but the worker's page shows it.
 */
export const findKnown = async (trx: Trx, appointment: LockedAppointment) => {
  const { createdAt, startAt, movedFrom } = appointment;
  const isTold = movedFrom === null || (await hasLearned(trx, appointment, createdAt));
  return { isKnown: await isKnown(trx, appointment), startAt: isTold ? startAt : movedFrom };
};

/** Deletes the appointment's row. The thread and the audit log keep their entries. */
const reset = async (deps: Deps, change: Change, { application, appointment }: LockedPair, actor: Actor) => {
  const { id, startAt, endAt, status } = appointment;
  const { timeZone } = deps.settings;
  const known = await findKnown(change.trx, appointment);
  if (application.appointmentId === id) await updateAppointment(change.trx, application.id, null);
  await bookings.deleteAppointment(change.trx, id);
  const more = { payload: await sendCancelledSms(change, deps, { ...appointment, ...known }), data: {} };
  await announce(change, { appointment, to: 'NONE', sender: 'employer', senderUserId: userOf(actor), timeZone, more });
  const times = { startAt: wallTime(startAt, timeZone), endAt: wallTime(endAt, timeZone) };
  const details = { from: status, applicationId: application.id, ...times };
  await audit(change, actor, 'appointment.reset', ['appointment', id], details);
};

interface Cancellation {
  /** The caller has locked it and its application in this transaction. */
  appointment: bookings.LockedAppointment;
  actor: Actor;
}

/**
 * Cancels an open appointment on behalf of the employer. A worker who gets text messages gets one if they knew of it.
 */
export const cancelAppointment = async (
  change: Change,
  deps: SmsDeps,
  { appointment, actor }: Cancellation,
): Promise<void> => {
  const to = cancelStatus(appointment.startAt, change.now);
  const { timeZone } = deps.settings;
  const payload = await sendCancelledSms(change, deps, {
    ...appointment,
    ...(await findKnown(change.trx, appointment)),
  });
  await changeStatus(change, { appointment, to, by: 'employer', actor, timeZone, payload });
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
    const { appointment } = locked;
    const mayEnd = isOpenAt(appointment, change.now) && !hasRecordedAnswers(locked, change.now);
    if (!mayEnd || (wanted !== 'cancelled' && wanted !== 'none')) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
    const actor = userActor({ user, requestId });
    if (wanted === 'none') {
      await reset(deps, change, locked, actor);
      return null;
    }
    await cancelAppointment(change, deps, { appointment, actor });
    return presentOne(deps, change.trx, scope, id);
  });
