import { CALLED_OFF_STATUSES, type AppointmentStatus } from '../../../../contract/constants/statuses';

/** Statuses in which the employer can cancel or reset an appointment: docs/API.md#appointment-status. */
const CHANGEABLE_STATUSES: readonly AppointmentStatus[] = ['WAITING', 'ACTIVE'];

export const isChangeable = (status: AppointmentStatus): boolean => CHANGEABLE_STATUSES.includes(status);
export const isOver = (status: AppointmentStatus): boolean => CALLED_OFF_STATUSES.includes(status);

const DAY = 86_400_000;

/**
 * True when less than 24 hours are left, so that a cancellation counts as late. `appointmentAt` is ISO, `now` ms since
 * 1970.
 */
export const isLate = (appointmentAt: string, now: number): boolean => Date.parse(appointmentAt) - now < DAY;
