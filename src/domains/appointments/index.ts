export type { Appointment as AppointmentRow } from '../../../contract/schemas/appointments';
export { formDraftKey, type DraftedForm } from './draftKey';
export { agendaOf, type AgendaRow, type AgendaSection } from './agenda';
export { answerBy, stateOf } from './rowRules';
export {
  appointmentsReducer,
  endReached,
  foldToggled,
  listLeft,
  listOpened,
  appointmentEventReceived,
  workerAnswered,
  outcomeSubmitted,
  recordedAnswers,
  undoSubmitted,
  recordLoaded,
  PAGE_SIZE,
} from './slice';
export type { AppointmentChange, FeedbackSubmission } from './currentSlice';
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
export { selectAppointments, selectCalendarFeed, selectCurrentAppointment, selectIsRecording } from './selectors';
export { appointmentsSaga } from './saga';
