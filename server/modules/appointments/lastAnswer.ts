import type { Kysely } from 'kysely';
import { feedbackChain, type FeedbackAnswers, type FeedbackRecord } from '../../../contract/constants/feedback';
import { lastAnswered } from '../../../contract/constants/feedbackRemoval';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { LastAnswer } from '../../../contract/schemas/appointments';
import type { Database } from '../../platform/database/schema';
import { isStatusRead } from '../chat';
import { findRecordedAnswer } from './answerRepository';

/** Returns the outcome that answers lead to, or null when they lead to none. */
export const outcomeOf = (answers: FeedbackAnswers) => feedbackChain({ status: null, answers }, answers).status;

interface AnsweredAppointment extends FeedbackRecord {
  id: number;
  organisationId: number;
  applicationId: number;
  userId: number;
  workerId: number;
  status: AppointmentStatus;
}

/** Returns the last recorded answer about an appointment; null without one, or when nobody knows when it was given. */
export const findLastAnswer = async (
  db: Kysely<Database>,
  appointment: AnsweredAppointment,
): Promise<LastAnswer | null> => {
  const { id: appointmentId, organisationId, applicationId, status } = appointment;
  const { recorded } = feedbackChain(appointment);
  const field = lastAnswered(recorded);
  const found = field && (await findRecordedAnswer(db, { organisationId, applicationId, appointmentId, field }));
  if (!field || !found) return null;
  const isTold = outcomeOf(recorded) !== outcomeOf({ ...recorded, [field]: null });
  const isRead = isTold && (await isStatusRead(db, appointment, { appointmentId, status }));
  return { field, ...found, delivery: isRead ? 'read' : isTold ? 'sent' : 'none' };
};
