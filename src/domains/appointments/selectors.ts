import type { AppointmentsState } from './slice';

interface Root {
  appointments: AppointmentsState;
}

export const selectAppointments = (state: Root) => state.appointments;
