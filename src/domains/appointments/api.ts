import type { Appointment } from '../../../contract/schemas/appointments';
import type { AppointmentStatusGroup } from '../../../contract/constants/statuses';
import type { Ports } from '../kit/ports';
import type { AppointmentsQuery } from './slice';

/** Cancelled ones are not listed. Spec 1, point 4. */
const SHOWN: readonly AppointmentStatusGroup[] = ['waiting', 'active', 'done'];

/** A page of appointments: to come, soonest first, then past, latest first; pages count from 1. */
export const getAppointments = async (
  { main }: Ports['api'],
  { jobId }: AppointmentsQuery,
  { page, limit }: { page: number; limit: number },
  signal?: AbortSignal,
): Promise<Appointment[]> => {
  const query = { statusGroup: SHOWN.join(','), jobId, page, limit };
  return (await main.request<Appointment[]>({ method: 'GET', path: '/appointment/me', query, signal })).payload;
};
