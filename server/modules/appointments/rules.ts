import { ATTENDANCE_MINUTES, type Attendance } from '../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { AppointmentStatus } from '../../../contract/constants/statuses';

export type AppointmentActor = 'employer' | 'worker' | 'clock';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const CANCELS: readonly AppointmentStatus[] = ['CANCELLED', 'CANCELLED_OUTSIDE_24H'];
const OUTCOMES: readonly AppointmentStatus[] = ['APPOINTMENT_POSITIVE', 'APPOINTMENT_NEGATIVE'];

type Moves = Partial<Record<AppointmentActor, readonly AppointmentStatus[]>>;

/**
 * The allowed moves by status and actor. A status that is missing here is final. See docs/API.md#appointment-status.
 */
const MOVES: Partial<Record<AppointmentStatus, Moves>> = {
  WAITING: { employer: CANCELS, worker: ['ACTIVE', 'REJECTED'], clock: ['EXPIRED'] },
  ACTIVE: { employer: [...CANCELS, ...OUTCOMES], worker: ['APPLICANT_CANCELLED'], clock: ['COMPLETED'] },
  COMPLETED: { employer: OUTCOMES },
  APPOINTMENT_POSITIVE: { employer: ['OFFER_SENT'] },
  OFFER_SENT: { employer: ['OFFER_ACCEPTED', 'OFFER_REJECTED'] },
};

export const mayMove = (from: AppointmentStatus, to: AppointmentStatus, actor: AppointmentActor): boolean =>
  MOVES[from]?.[actor]?.includes(to) ?? false;

/** Returns the status of the employer's cancellation, which depends on whether the start is less than 24 hours away. */
export const cancelStatus = (startAt: Date, now: Date): AppointmentStatus =>
  startAt.getTime() - now.getTime() < APPOINTMENT_EXPIRY_HOURS * HOUR_MS ? 'CANCELLED' : 'CANCELLED_OUTSIDE_24H';

export interface DueFields {
  status: AppointmentStatus;
  createdAt: Date;
  startAt: Date;
  endAt: Date;
}

/**
 * Returns the status of an appointment at a time. An invitation expires after 24 hours or at its start, an accepted
 * appointment completes at its end, and every other status stays.
 */
export const statusAt = ({ status, createdAt, startAt, endAt }: DueFields, now: Date): AppointmentStatus => {
  const age = now.getTime() - createdAt.getTime();
  if (status === 'WAITING' && (age >= APPOINTMENT_EXPIRY_HOURS * HOUR_MS || startAt <= now)) return 'EXPIRED';
  return status === 'ACTIVE' && endAt <= now ? 'COMPLETED' : status;
};

/** Returns whether an appointment is still waiting or active at a time. */
export const isOpenAt = (appointment: DueFields, now: Date): boolean =>
  ['WAITING', 'ACTIVE'].includes(statusAt(appointment, now));

/**
 * Returns whether a worker can say at a time whether they are coming: until 60 minutes after the end. About an
 * invitation they can only ask for another time.
 */
export const mayAttend = (appointment: DueFields, now: Date, answer: Attendance): boolean => {
  const status = statusAt(appointment, now);
  if (status === 'WAITING') return answer === 'other_time';
  // The clock completes an accepted appointment at its end.
  if (status !== 'ACTIVE' && status !== 'COMPLETED') return false;
  return now.getTime() < appointment.endAt.getTime() + ATTENDANCE_MINUTES * MINUTE_MS;
};

export interface AttendanceAnswer {
  answer: Attendance;
  minutes?: number | null | undefined;
}

/** Returns the error key of `minutes`, which belongs to `late` alone; null for a valid answer. */
export const minutesError = ({ answer, minutes }: AttendanceAnswer): ErrorKey | null => {
  const isLate = answer === 'late';
  const isGiven = minutes !== undefined && minutes !== null;
  if (isLate === isGiven) return null;
  return isLate ? ERROR_KEYS.fieldRequired : ERROR_KEYS.fieldInvalid;
};

/** Begins the ids of messages that came with an answer about coming; the appointment's id follows. */
export const ATTENDANCE_MESSAGE = 'attendance-';

/** Returns whether the worker gave this answer before. */
export const isSameAttendance = (recorded: AttendanceAnswer | null, given: AttendanceAnswer): boolean =>
  recorded?.answer === given.answer && (recorded.minutes ?? null) === (given.minutes ?? null);
