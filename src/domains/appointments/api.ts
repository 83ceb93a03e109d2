import type { WorkerFeedback } from '../../../contract/constants/statuses';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { Api } from '../../lib/api';
import type { AppointmentsQuery } from './slice';

/** An invitation's log says until when it can be answered, and the feedback who missed an earlier appointment. */
const PARTS = { withStatusLog: true, withFeedback: true };

/** Past appointments that are read in addition to the first rows. */
const OVERDUE_ROWS = 100;

/**
 * Returns a page of appointments: future ones first, soonest first, then past ones, latest first. Pages count from 1.
 */
export const getAppointments = (api: Api, query: AppointmentsQuery, { page, limit }: { page: number; limit: number }) =>
  api.call('GET /appointment/me', { query: { ...query, page, limit, ...PARTS } });

/** Returns the latest past appointments. A long list of future ones hides them until the user scrolls to its end. */
export const getOverdue = (api: Api, query: AppointmentsQuery): Promise<Appointment[]> =>
  api.call('GET /appointment/me', {
    query: { statusGroup: 'done', ...query, page: 1, limit: OVERDUE_ROWS, ...PARTS },
  });

/** Records whether the worker came, without a comment. Returns the appointment. */
export const postAttendance = async (api: Api, appointmentId: number, feedback: WorkerFeedback) =>
  (await api.call('POST /appointment/feedback', { body: { appointmentId, feedback, text: '' } })).appointment;
