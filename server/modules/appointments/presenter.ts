import type { Appointment } from '../../../contract/schemas/appointments';
import type { Files } from '../../platform/files';
import { formatDialNumber } from '../workers';
import type { AppointmentRecord } from './listRepository';

/** Returns the JSON of an appointment, without the parts that the request leaves out. */
export const presentAppointment = (
  row: AppointmentRecord,
  files: Files,
  options: { withFeedback: boolean; withStatusLog: boolean },
): Appointment => ({
  id: row.id,
  applicationId: row.applicationId,
  appointmentAt: row.appointmentAt,
  startAt: row.startAt,
  endAt: row.endAt,
  location: { latitude: row.latitude, longitude: row.longitude },
  address: row.address,
  workerId: row.workerId,
  companyId: row.companyId,
  jobId: row.jobId,
  job: { title: row.jobTitle, companyName: row.companyName },
  status: { name: row.status },
  user: {
    id: row.workerId,
    firstName: row.firstName,
    lastName: row.lastName,
    imageUrl: files.imageUrl(row.imageKey),
    phone: formatDialNumber(row.phone, row.countryCode),
  },
  attendance: row.attendance,
  rebookOf: row.rebookOf,
  isCurrent: row.isCurrent,
  isApplicantCameToAppointment: row.came,
  isAppointmentPositive: row.positive,
  isOfferSentToApplicant: row.offerSent,
  isApplicantAcceptTheOffer: row.offerAccepted,
  appointmentComment: row.feedbackText,
  ...(options.withFeedback && {
    feedback: row.feedback === null ? null : { feedback: row.feedback, text: row.feedbackText ?? '' },
  }),
  ...(options.withStatusLog && { statusLog: row.statusLog ?? [] }),
  ...(row.lastAnswer !== undefined && { lastAnswer: row.lastAnswer }),
  ...(row.reminders !== undefined && { reminders: row.reminders }),
});
