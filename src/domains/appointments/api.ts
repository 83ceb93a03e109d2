import type { AppointmentStatusGroup } from '../../../contract/constants/statuses';
import type { Api } from '../../lib/api';
import type { AppointmentsQuery } from './slice';

/** The list excludes cancelled appointments. */
const SHOWN: readonly AppointmentStatusGroup[] = ['waiting', 'active', 'done'];

/**
 * Returns a page of appointments: future ones first, soonest first, then past ones, latest first. Pages count from 1.
 */
export const getAppointments = (
  api: Api,
  { jobId }: AppointmentsQuery,
  { page, limit }: { page: number; limit: number },
  signal?: AbortSignal,
) => api.call('GET /appointment/me', { query: { statusGroup: SHOWN.join(','), jobId, page, limit }, signal });
