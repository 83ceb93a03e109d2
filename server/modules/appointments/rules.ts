import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import type { AppointmentStatus } from '../../../contract/constants/statuses';

export type AppointmentActor = 'employer' | 'worker' | 'clock';

const HOUR_MS = 3_600_000;

const CANCELS: readonly AppointmentStatus[] = ['CANCELLED', 'CANCELLED_OUTSIDE_24H'];
const OUTCOMES: readonly AppointmentStatus[] = ['APPOINTMENT_POSITIVE', 'APPOINTMENT_NEGATIVE'];

type Moves = Partial<Record<AppointmentActor, readonly AppointmentStatus[]>>;

/** API contract, section 7: who may move an appointment from where to where. What is not here is an end. */
const MOVES: Partial<Record<AppointmentStatus, Moves>> = {
  WAITING: { employer: CANCELS, worker: ['ACTIVE', 'REJECTED'], clock: ['EXPIRED'] },
  ACTIVE: { employer: [...CANCELS, ...OUTCOMES], worker: ['APPLICANT_CANCELLED'], clock: ['COMPLETED'] },
  COMPLETED: { employer: OUTCOMES },
  APPOINTMENT_POSITIVE: { employer: ['OFFER_SENT'] },
  OFFER_SENT: { employer: ['OFFER_ACCEPTED', 'OFFER_REJECTED'] },
};

/** Whether the actor may move an appointment from one status to another. */
export const mayMove = (from: AppointmentStatus, to: AppointmentStatus, actor: AppointmentActor): boolean =>
  MOVES[from]?.[actor]?.includes(to) ?? false;

/** The employer's cancellation is told apart by how near the start is: less than 24 hours, or more. */
export const cancelStatus = (startAt: Date, now: Date): AppointmentStatus =>
  startAt.getTime() - now.getTime() < APPOINTMENT_EXPIRY_HOURS * HOUR_MS ? 'CANCELLED' : 'CANCELLED_OUTSIDE_24H';

export interface DueFields {
  status: AppointmentStatus;
  createdAt: Date;
  startAt: Date;
  endAt: Date;
}

/**
 * What the clock has made of an appointment: an invitation expires 24 hours after it was made or when its time comes,
 * an accepted appointment is completed when it ended. Everything else stays.
 */
export const statusAt = ({ status, createdAt, startAt, endAt }: DueFields, now: Date): AppointmentStatus => {
  const age = now.getTime() - createdAt.getTime();
  if (status === 'WAITING' && (age >= APPOINTMENT_EXPIRY_HOURS * HOUR_MS || startAt <= now)) return 'EXPIRED';
  return status === 'ACTIVE' && endAt <= now ? 'COMPLETED' : status;
};
