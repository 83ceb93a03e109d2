import type { Kysely } from 'kysely';
import { feedbackChain, type FeedbackAnswers, type FeedbackRecord } from '../../../contract/constants/feedback';
import { lastAnswered } from '../../../contract/constants/feedbackRemoval';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { LastAnswer } from '../../../contract/schemas/appointments';
import type { Database } from '../../platform/database/schema';
import { outOfNight } from '../../platform/night';
import type { Settings } from '../../platform/settings';
import { isStatusRead } from '../chat';
import { findReach, findStepSms } from '../links';
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

export type AnswerOptions = Pick<Settings, 'workerLinks' | 'timeZone'>;

/** Whether the worker heard of a status that an answer led to, and when a text message about it is to leave. */
const findDelivery = async (
  db: Kysely<Database>,
  appointment: AnsweredAppointment,
  recorded: FeedbackAnswers,
  { workerLinks, timeZone }: AnswerOptions,
): Promise<Pick<LastAnswer, 'delivery' | 'tellAt'>> => {
  const { id: appointmentId, applicationId, status } = appointment;
  if (await isStatusRead(db, appointment, { appointmentId, status })) return { delivery: 'read', tellAt: null };
  const reach = await findReach(db, workerLinks, appointment);
  if (reach !== 'sms') return { delivery: reach === 'product' ? 'sent' : 'none', tellAt: null };
  const sms = await findStepSms(db, applicationId, recorded);
  if (sms?.toldAt) return { delivery: 'sent', tellAt: null };
  return { delivery: 'none', tellAt: sms ? outOfNight(sms.dueAt, timeZone).toISOString() : null };
};

/** Returns the last recorded answer about an appointment; null without one, or when nobody knows when it was given. */
export const findLastAnswer = async (
  db: Kysely<Database>,
  appointment: AnsweredAppointment,
  options: AnswerOptions,
): Promise<LastAnswer | null> => {
  const { id: appointmentId, organisationId, applicationId } = appointment;
  const { recorded } = feedbackChain(appointment);
  const field = lastAnswered(recorded);
  const found = field && (await findRecordedAnswer(db, { organisationId, applicationId, appointmentId, field }));
  if (!field || !found) return null;
  const isTold = outcomeOf(recorded) !== outcomeOf({ ...recorded, [field]: null });
  const untold = { delivery: 'none', tellAt: null } as const;
  return { field, ...found, ...(isTold ? await findDelivery(db, appointment, recorded, options) : untold) };
};
