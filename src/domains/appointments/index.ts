export type { Appointment as AppointmentRow } from '../../../contract/schemas/appointments';
export type { AppointmentsQuery, AppointmentsState } from './slice';
export { appointmentsReducer, endReached, listLeft, listOpened } from './slice';
export { selectAppointments } from './selectors';
export { appointmentsSaga } from './saga';
