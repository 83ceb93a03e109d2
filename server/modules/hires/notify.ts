import type { Change } from '../../platform/change';
import { appendMessage } from '../chat';
import { sendLinkSms, type SmsDeps } from '../links';
import { findWorkerLocale } from '../workers';
import { isBlocked, type HiredApplication } from './repository';
import type { FirstDayPlan } from './rules';
import { firstDayText } from './texts';

interface FirstDayChange {
  plan: FirstDayPlan;
  isChange: boolean;
}

/**
 * Tells the worker of the first day in the conversation and by a text message with the link, or only with an event where
 * the conversation is blocked, because nobody can write there.
 */
export const notifyFirstDay = async (
  change: Change,
  deps: SmsDeps,
  { id, organisationId, jobId, userId, workerId }: HiredApplication,
  { plan, isChange }: FirstDayChange,
): Promise<void> => {
  const { timeZone } = deps.settings;
  const body = firstDayText(plan, { isChange, timeZone, ...(await findWorkerLocale(change.trx, workerId)) });
  if (await isBlocked(change.trx, userId, workerId)) {
    const data = { applicationId: id, jobId, status: 'accepted', text: body };
    change.emit({ type: 'application_status', workerId, data });
    return;
  }
  const sms = { applicationId: id, organisationId, userId, workerId, startAt: plan.startsAt };
  const told = await sendLinkSms(change, deps, { ...sms, name: 'firstDay' });
  const payload = { applicationId: id, ...told.payload };
  const eventData = { applicationId: id, firstDay: true, ...told.eventData };
  const message = { sender: 'system', type: 'text', body, payload, eventData, hasOwnSms: true } as const;
  await appendMessage(change, { userId, workerId }, message);
};
