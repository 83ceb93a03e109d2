import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import type { AppointmentStatus } from '../../../contract/constants/statuses';

export type AppointmentActor = 'employer' | 'worker' | 'clock';

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
