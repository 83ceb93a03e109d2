import { textOrNull } from '../../../contract/constants/cleanText';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Appointment, AppointmentTimeBody } from '../../../contract/schemas/appointments';
import { wallTime } from '../../../contract/zone';
import { audit, userActor } from '../../platform/audit';
import { ownerScope } from '../../platform/auth/guard';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { conflict } from '../../platform/errors';
import { LIMITS } from '../../platform/limits';
import { sendMovedSms } from '../workerLinks';
import { findKnown, hasRecordedAnswers, lockWithApplication, type LockedPair } from './bookingService';
import {
  insertReminders,
  isBooked,
  lockBookings,
  removeReminders,
  updateTime,
  type LockedAppointment,
} from './repository';
import { appointmentTimes, isOpenAt, remindersOf } from './rules';
import { announce, presentOne } from './service';

interface Call extends Caller {
  deps: Deps;
}

/** The time and place of an appointment. */
type Target = Pick<LockedAppointment, 'startAt' | 'endAt' | 'latitude' | 'longitude' | 'address'>;

/** Throws 409 `appointment.status.invalid` unless the appointment is still ahead and has no recorded answer. */
const checkMayMove = (locked: LockedPair, now: Date): void => {
  const { application, appointment } = locked;
  const isAhead = isOpenAt(appointment, now) && application.appointmentId === appointment.id;
  if (!isAhead || hasRecordedAnswers(locked, now)) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
};

const isSame = (appointment: LockedAppointment, { startAt, latitude, longitude, address }: Target): boolean =>
  appointment.startAt.getTime() === startAt.getTime() &&
  appointment.latitude === latitude &&
  appointment.longitude === longitude &&
  appointment.address === address;

/** Notifies the worker once, by each of their channels, and records the change in conversation and audit log. */
const record = async (
  change: Change,
  { deps, user, requestId }: Call,
  appointment: LockedAppointment,
  { target, known }: { target: Target; known: Awaited<ReturnType<typeof findKnown>> },
): Promise<void> => {
  const { id, applicationId, status, startAt } = appointment;
  const { timeZone } = deps.settings;
  const { latitude, longitude } = target;
  const isSameTime = startAt.getTime() === target.startAt.getTime();
  const isKnownTime = known.startAt.getTime() === target.startAt.getTime();
  const moved = { ...appointment, ...target };
  const told = await sendMovedSms(change, deps, {
    ...moved,
    ...known,
    startAt: target.startAt,
    before: isKnownTime ? null : known.startAt,
  });
  const previous = isSameTime ? {} : { previousStartAt: wallTime(startAt, timeZone) };
  await announce(change, {
    appointment: moved,
    to: 'WAITING',
    sender: 'employer',
    senderUserId: user.id,
    timeZone,
    more: {
      payload: { ...previous, latitude, longitude, address: target.address, ...told.payload },
      data: { ...(!isSameTime && { previousStartAt: startAt.toISOString() }), ...told.eventData },
    },
  });
  const times = { startAt: wallTime(target.startAt, timeZone), endAt: wallTime(target.endAt, timeZone) };
  const details = { from: status, applicationId, ...times, ...previous };
  await audit(change, userActor({ user, requestId }), 'appointment.moved', ['appointment', id], details);
};

const move = async (change: Change, caller: Call, id: number, { from, place, ...body }: AppointmentTimeBody) => {
  const { trx, now } = change;
  const { timeZone } = caller.deps.settings;
  const times = appointmentTimes(body.startAt, timeZone, now);
  const locked = await lockWithApplication(trx, ownerScope(caller.user), id);
  const { application, appointment } = locked;
  checkMayMove(locked, now);
  const { latitude, longitude, address } = place ?? appointment;
  const target = { ...times, latitude, longitude, address: textOrNull(address) };
  if (isSame(appointment, target)) return;
  if (from !== undefined && from !== wallTime(appointment.startAt, timeZone))
    throw conflict(ERROR_KEYS.appointmentMoved);
  await lockBookings(trx, application.organisationId, application.workerId);
  if (await isBooked(trx, application.id, times, { now, except: id })) throw conflict(ERROR_KEYS.appointmentOverlap);
  const known = await findKnown(trx, appointment);
  await updateTime(trx, id, { ...target, movedFrom: known.startAt }, now);
  await removeReminders(trx, id);
  const owner = { applicationId: application.id, appointmentId: id, startAt: times.startAt };
  await insertReminders(trx, owner, remindersOf({ bookedAt: now, startAt: times.startAt, timeZone }));
  await record(change, caller, appointment, { target, known });
};

/**
 * Changes the time, and optionally the place, of an appointment that is still ahead. It becomes an invitation again, of
 * which the worker is notified once. The same time and place change nothing. Throws 400 on `startAt`, 404 outside the
 * caller's scope, 409 `appointment.status.invalid` for an appointment that is over or has a recorded answer,
 * `appointment.moved` when `from` is no longer its start, `appointment.overlap` when the worker has another appointment
 * then, and 429. See docs/API.md#appointment-calls.
 */
export const moveAppointment = async (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  id: number,
  body: AppointmentTimeBody,
): Promise<Appointment> => {
  await deps.limiter.take(LIMITS.appointmentMove, String(user.id));
  return inChange(deps, async (change) => {
    await move(change, { deps, user, requestId }, id, body);
    return presentOne(deps, change.trx, ownerScope(user), id);
  });
};
