import type { FeedbackAnswers, FeedbackField } from '../../../contract/constants/feedback';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../platform/night';
import {
  insertOutcome,
  removeDeclined,
  removeOutcomesExcept,
  takeDueOutcomes,
  takeDueShortlistings,
  type DueSms,
} from './outcomeSmsRepository';
import { sendTimelessSms, type SmsDeps } from './smsService';

/** How long a shortlisting or an answer about an interview can be taken back before its applicant gets a text message. */
export const OUTCOME_SMS_DELAY_MS = 10 * 60_000;

/** Applicants who get a text message in one transaction. */
const BATCH = 50;

const smsOf = (answers: FeedbackAnswers): { kind: 'positive' | 'offer'; field: FeedbackField } | null => {
  const { isAppointmentPositive, isOfferSentToApplicant, isApplicantAcceptTheOffer } = answers;
  if (isAppointmentPositive !== true || isApplicantAcceptTheOffer !== null) return null;
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
  const sms = smsOf(answers);
  await removeOutcomesExcept(trx, id, sms?.kind ?? null);
  if (sms && changed.includes(sms.field))
    await insertOutcome(trx, [id], sms.kind, new Date(now.getTime() + OUTCOME_SMS_DELAY_MS));
};

/** Deletes the notifications of reverted declines, so that a later decline notifies again. */
export const deleteDeclineSms = ({ trx }: Change, ids: readonly number[]): Promise<void> => removeDeclined(trx, ids);

/** Notes that applicants who are told of their decline now get a text message too. */
export const scheduleDeclineSms = ({ trx, now }: Change, ids: readonly number[]): Promise<void> =>
  insertOutcome(trx, ids, 'declined', now);

type SendDeps = SmsDeps & Pick<Deps, 'db' | 'clock'>;
type Take = typeof takeDueOutcomes;

const sendBatch = (deps: SendDeps, take: Take): Promise<{ taken: number; sent: number }> =>
  inChange(deps, async (change) => {
    const due: DueSms[] = await take(change.trx, change.now, BATCH);
    let sent = 0;
    for (const { isWanted, ...sms } of due) if (isWanted) sent += Number(await sendTimelessSms(change, deps, sms));
    return { taken: due.length, sent };
  });

/**
 * Sends the due text messages about shortlists, good interviews, offers and declines, except at night. Returns how many
 * were sent. See docs/PRODUCT.md#text-messages-about-decisions.
 */
export const sendDueSms = async (deps: SendDeps): Promise<number> => {
  let count = 0;
  for (const take of [takeDueShortlistings, takeDueOutcomes])
    while (!isNight(deps.clock.now(), deps.settings.timeZone)) {
      const { taken, sent } = await sendBatch(deps, take);
      count += sent;
      if (taken < BATCH) break;
    }
  return count;
};
