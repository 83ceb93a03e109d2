import type { FeedbackAnswers, FeedbackField } from '../../../contract/rules/feedback';
import { MINUTE } from '../../../contract/constants/time';
import { inChange, type Change } from '../../platform/change';
import type { Db } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../../contract/rules/night';
import {
  findOutcome,
  insertOutcome,
  planMessage,
  postpone,
  removeOutcomes,
  removeOutcomesExcept,
  removeUnsent,
  takeDueMessages,
  takeDueNews,
  takeDueOutcomes,
  takeDueShortlistings,
  type DueSms,
} from './dueSmsRepository';
import { retryTimeOf } from './rules';
import { sendTimelessSms, type SmsDeps } from './smsService';

/**
 * Milliseconds before the text message about a shortlisting or a feedback answer, in which it can be undone unnoticed.
 */
export const OUTCOME_SMS_DELAY_MS = 10 * MINUTE;

/** Applicants who get a text message in one transaction. */
const BATCH = 50;

/** Milliseconds without an employer's message before a second text message about a conversation. */
const SPELL_MS = 15 * MINUTE;

type Step = { kind: 'positive' | 'offer' | 'hired'; field: FeedbackField };

const stepOf = (answers: FeedbackAnswers): Step | null => {
  const { isAppointmentPositive, isOfferSentToApplicant, isApplicantAcceptTheOffer } = answers;
  if (isApplicantAcceptTheOffer) return { kind: 'hired', field: 'isApplicantAcceptTheOffer' };
  if (isAppointmentPositive !== true || isApplicantAcceptTheOffer === false) return null;
  if (isOfferSentToApplicant === null) return { kind: 'positive', field: 'isAppointmentPositive' };
  return isOfferSentToApplicant ? { kind: 'offer', field: 'isOfferSentToApplicant' } : null;
};

/**
 * Schedules a text message about the newest of the answers in `changed`, for a locked application, and cancels unsent
 * ones that no longer hold.
 */
export const scheduleOutcomeSms = async (
  { trx, now }: Change,
  id: number,
  answers: FeedbackAnswers,
  changed: readonly FeedbackField[],
): Promise<void> => {
  const sms = stepOf(answers);
  await removeOutcomesExcept(trx, id, sms?.kind ?? null);
  if (sms && changed.includes(sms.field))
    await insertOutcome(trx, [id], sms.kind, new Date(now.getTime() + OUTCOME_SMS_DELAY_MS));
};

/**
 * Returns when the text message about the latest step is due and when it was sent, both null when it could not be sent;
 * null without one.
 */
export const findStepSms = async (db: Db, id: number, answers: FeedbackAnswers) => {
  const step = stepOf(answers);
  return (step && (await findOutcome(db, id, step.kind))) ?? null;
};

/**
 * Deletes the notification of the latest step, which was a mistake, so that the applicant is notified if it holds
 * again.
 */
export const forgetStep = async ({ trx }: Change, id: number, answers: FeedbackAnswers): Promise<void> => {
  const step = stepOf(answers);
  if (step) await removeOutcomes(trx, [id], step.kind);
};

/** Schedules text messages to applicants who were told of a decline that their application is open again. */
export const scheduleReopenedSms = ({ trx, now }: Change, ids: readonly number[]): Promise<void> =>
  insertOutcome(trx, ids, 'reopened', now);

/** Deletes the notifications of reopened applications, so that the next reopening notifies again. */
export const forgetReopenings = ({ trx }: Change, ids: readonly number[]): Promise<void> =>
  removeOutcomes(trx, ids, 'reopened');

/** Schedules a text message about an employer's message. See docs/PRODUCT.md#text-messages-about-messages. */
export const scheduleMessageSms = ({ trx, now }: Change, threadId: number): Promise<void> =>
  planMessage(trx, { threadId, now, spellMs: SPELL_MS });

type SendDeps = SmsDeps & Pick<Deps, 'db' | 'clock'>;
type Take = typeof takeDueOutcomes;

const sendBatch = (deps: SendDeps, take: Take): Promise<{ taken: number; sent: number }> =>
  inChange(deps, async (change) => {
    const due: DueSms[] = await take(change.trx, change.now, BATCH);
    let sent = 0;
    for (const sms of due) {
      const outcome = sms.isWanted ? await sendTimelessSms(change, deps, sms) : 'none';
      if (outcome === 'sent') sent += 1;
      else if (outcome === 'none') await removeUnsent(change.trx, sms);
      else await postpone(change.trx, sms, retryTimeOf(change.now, deps.settings.timeZone));
    }
    return { taken: due.length, sent };
  });

const SOURCES: readonly Take[] = [takeDueShortlistings, takeDueOutcomes, takeDueNews, takeDueMessages];

/**
 * Sends the due text messages about shortlists, interviews, offers, hires, decisions and messages, except at night. Returns
 * how many were sent. See docs/PRODUCT.md#text-messages-about-decisions.
 */
export const sendDueSms = async (deps: SendDeps): Promise<number> => {
  let count = 0;
  for (const take of SOURCES)
    while (!isNight(deps.clock.now(), deps.settings.timeZone)) {
      const { taken, sent } = await sendBatch(deps, take);
      count += sent;
      if (taken < BATCH) break;
    }
  return count;
};
