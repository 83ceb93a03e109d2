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
export const selectCurrentAppointment = (state: CurrentRoot) => state.currentAppointment;
export const selectCalendarFeed = (state: { calendarFeed: CalendarFeedState }) => state.calendarFeed;
