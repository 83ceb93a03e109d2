import type { Change } from '../../platform/change';
import { appendMessage } from '../chat';
import { findWorkerLanguage } from '../workers';
import { isBlocked, type HiredApplication } from './repository';
import type { FirstDayPlan } from './rules';
import { firstDayText } from './texts';

interface FirstDayNews {
  plan: FirstDayPlan;
  isChange: boolean;
  timeZone: string;
}

/**
 * Tells the worker of the first day in the conversation, or with an event where the conversation is blocked, because
 * nobody can write there.
 */
export const tellFirstDay = async (
  change: Change,
  { id, jobId, userId, workerId }: HiredApplication,
  { plan, ...news }: FirstDayNews,
): Promise<void> => {
  const body = firstDayText(plan, { ...news, language: await findWorkerLanguage(change.trx, workerId) });
  if (await isBlocked(change.trx, userId, workerId)) {
    const data = { applicationId: id, jobId, status: 'accepted', text: body };
    change.emit({ type: 'application_status', workerId, data });
    return;
  }
  const payload = { applicationId: id };
  await appendMessage(change, { userId, workerId }, { sender: 'system', type: 'text', body, payload });
};
