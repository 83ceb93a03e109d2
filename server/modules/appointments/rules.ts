import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import {
  APPOINTMENT_MINUTES,
  APPOINTMENT_STEP_MINUTES,
  APPOINTMENT_EXPIRY_HOURS,
} from '../../../contract/constants/limits';
import { fromWallTime } from '../../../contract/zone';
import { invalid } from '../../platform/errors';
import { ATTENDANCE_MINUTES, type Attendance, type ReminderKind } from '../../../contract/constants/attendance';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { HOUR, MINUTE } from '../../../contract/constants/time';
import { beforeNight } from '../../../contract/rules/night';
import { sha256 } from '../../platform/secrets';

/** A later start could end in a year that the format of wall times cannot hold. */
const LAST_START = Date.UTC(9999, 0, 1);

/**
 * Returns the instant of a wall time `YYYY-MM-DD HH:mm:ss` in the marketplace's zone, and the earlier of two when a
 * clock change repeats the hour. Throws 400 on `field` for a time that does not exist. See docs/API.md#values.
 */
export const instantOf = (text: string, timeZone: string, field: string): Date => {
  const instant = fromWallTime(text, timeZone);
  if (instant === null) throw invalid({ [field]: ERROR_KEYS.fieldInvalid });
  return new Date(instant);
};

const isOnStep = (text: string): boolean => {
  const [minutes, seconds] = text.slice(14).split(':').map(Number);
  return seconds === 0 && minutes! % APPOINTMENT_STEP_MINUTES === 0;
};

/**
 * Returns the start and end of an appointment. Throws 400 on `field`: `field.invalid` for a time that does not exist
 * or is not a multiple of 5 minutes, `appointmentDateError` for a time that is not in the future. See
 * docs/PRODUCT.md#invitation.
 */
export const appointmentTimes = (
  text: string,
  timeZone: string,
  now: Date,
  field = 'startAt',
): { startAt: Date; endAt: Date } => {
  const startAt = instantOf(text, timeZone, field);
  if (!isOnStep(text) || startAt.getTime() >= LAST_START) throw invalid({ [field]: ERROR_KEYS.fieldInvalid });
  if (startAt <= now) throw invalid({ [field]: ERROR_KEYS.appointmentDate }, ERROR_KEYS.appointmentDate);
  return { startAt, endAt: new Date(startAt.getTime() + APPOINTMENT_MINUTES * MINUTE) };
};

export type AppointmentActor = 'employer' | 'worker' | 'clock';

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
  startAt.getTime() - now.getTime() < APPOINTMENT_EXPIRY_HOURS * HOUR ? 'CANCELLED' : 'CANCELLED_OUTSIDE_24H';

export interface DueFields {
  status: AppointmentStatus;
  /** When the worker was invited to this time. */
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
  if (status === 'WAITING' && (age >= APPOINTMENT_EXPIRY_HOURS * HOUR || startAt <= now)) return 'EXPIRED';
  return status === 'ACTIVE' && endAt <= now ? 'COMPLETED' : status;
};

/** Returns whether an appointment is still waiting or active at a time. */
export const isOpenAt = (appointment: DueFields, now: Date): boolean =>
  ['WAITING', 'ACTIVE'].includes(statusAt(appointment, now));

/**
 * Returns whether a worker can give this answer now. They can answer an accepted appointment until 60 minutes after its
 * end. To an invitation they can only answer with a request for another time.
 */
export const mayAttend = (appointment: DueFields, now: Date, answer: Attendance): boolean => {
  const status = statusAt(appointment, now);
  if (status === 'WAITING') return answer === 'other_time';
  // The clock completes an accepted appointment at its end.
  if (status !== 'ACTIVE' && status !== 'COMPLETED') return false;
  return now.getTime() < appointment.endAt.getTime() + ATTENDANCE_MINUTES * MINUTE;
};

interface Meeting {
  startAt: Date;
  latitude: number;
  longitude: number;
  address: string | null;
}

/** What a worker saw of an appointment when they answered. */
export interface SeenMeeting {
  /** The start (ms). */
  startAt: number;
  /** The `placeKey`, where the place was seen too. */
  place?: string | undefined;
}

/** Returns a text that changes with the place of an appointment, for a form that answers what it shows. */
export const placeKey = ({ latitude, longitude, address }: Omit<Meeting, 'startAt'>): string =>
  sha256(`${latitude} ${longitude} ${address ?? ''}`).toString('base64url');

/** Returns whether a worker saw the time and place that an appointment has now. */
export const isMeetingSeen = (meeting: Meeting, { startAt, place }: SeenMeeting): boolean =>
  startAt === meeting.startAt.getTime() && (place === undefined || place === placeKey(meeting));

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

/** The prefix of the ids of messages that came with an attendance answer; the appointment's id follows. */
export const ATTENDANCE_MESSAGE = 'attendance-';

/** Returns whether the worker gave this answer before. */
export const isSameAttendance = (recorded: AttendanceAnswer | null, given: AttendanceAnswer): boolean =>
  recorded?.answer === given.answer && (recorded.minutes ?? null) === (given.minutes ?? null);

export interface PlannedReminder {
  kind: Extract<ReminderKind, 'invitation' | 'day_before' | 'soon'>;
  dueAt: Date;
}

/** Reminders before the start, in hours. Each is only for appointments that were booked long enough ahead. */
const BEFORE_START = [
  { kind: 'day_before', before: 24, bookedAhead: 30 },
  { kind: 'soon', before: 2, bookedAhead: 6 },
] as const;

interface Booking {
  bookedAt: Date;
  startAt: Date;
  timeZone: string;
}

/**
 * Returns the reminders of an appointment, soonest first: one when half of the invitation's time is over, and one a day
 * and one two hours before the start unless it was booked at short notice. None is at night. See
 * docs/PRODUCT.md#reminders.
 */
export const remindersOf = ({ bookedAt, startAt, timeZone }: Booking): PlannedReminder[] => {
  const [booked, start] = [bookedAt.getTime(), startAt.getTime()];
  const life = Math.min(APPOINTMENT_EXPIRY_HOURS * HOUR, start - booked);
  const wanted = [
    { kind: 'invitation' as const, at: booked + life / 2 },
    ...BEFORE_START.filter(({ bookedAhead }) => start - booked >= bookedAhead * HOUR).map(({ kind, before }) => ({
      kind,
      at: start - before * HOUR,
    })),
  ];
  return wanted
    .map(({ kind, at }) => ({ kind, dueAt: beforeNight(new Date(at), timeZone) }))
    .filter(({ dueAt }) => dueAt > bookedAt)
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
};
