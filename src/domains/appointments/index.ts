export type { Appointment as AppointmentRow } from '../../../contract/schemas/appointments';
export { formDraftKey, type DraftedForm } from './draftKey';
export { appointmentsReducer, endReached, listLeft, listOpened, appointmentEventReceived, PAGE_SIZE } from './slice';
export type { AppointmentChange, FeedbackCorrection, FeedbackSubmission } from './currentSlice';
export {
  calendarRequested,
  changeOpened,
  changeSubmitted,
  correctionSubmitted,
  creationSubmitted,
  currentAppointmentReducer,
  feedbackSubmitted,
  tabOpened,
} from './currentSlice';
export {
  calendarFeedReducer,
  feedClosed,
  feedCreationSubmitted,
  feedOpened,
  feedRemovalSubmitted,
  type CalendarFeed,
} from './feedSlice';
export { selectAppointments, selectCalendarFeed, selectCurrentAppointment } from './selectors';
export { appointmentsSaga } from './saga';
