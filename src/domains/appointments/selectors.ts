import type { CurrentAppointmentState } from './currentSlice';
import type { CalendarFeedState } from './feedSlice';
import type { AppointmentsState } from './slice';

interface Root {
  appointments: AppointmentsState;
}

interface CurrentRoot {
  currentAppointment: CurrentAppointmentState;
}

export const selectAppointments = (state: Root) => state.appointments;
/** True while the server records who came to this appointment, or removes that. */
export const selectIsRecording =
  (id: number) =>
  ({ appointments }: Root): boolean =>
    appointments.records[id]?.status === 'loading';
export const selectCurrentAppointment = (state: CurrentRoot) => state.currentAppointment;
export const selectCalendarFeed = (state: { calendarFeed: CalendarFeedState }) => state.calendarFeed;
