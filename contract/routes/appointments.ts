import { ERROR_KEYS } from '../constants/errorKeys';
import { AppointmentListQuery, Appointments } from '../schemas/appointments';
import { envelope } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

export const getMyAppointments = defineRoute({
  id: 'getMyAppointments',
  summary: 'Appointments: to come, soonest first, then past, latest first; `limit=0` answers only the exact total',
  method: 'GET',
  path: '/api/appointment/me',
  access: { level: 'branch' },
  query: AppointmentListQuery,
  reply: envelope(Appointments),
  errors: [ERROR_KEYS.notFound],
});
