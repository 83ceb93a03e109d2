import type { ApplicationStatus } from '../../../contract/constants/statuses';
import type { Change } from '../../platform/change';
import { appendMessage } from '../chat';
import type { Recipient } from './repository';

export { notifyDecided } from '../applications';

interface StatusNotice {
  recipient: Recipient;
  status: ApplicationStatus;
  text: string | null;
}

/**
 * Tells a worker the status of an application. The text goes into the conversation where there is one, otherwise with
 * the event, because an inbox must not fill with declined applicants.
 */
export const notifyStatus = async (change: Change, { recipient, status, text }: StatusNotice): Promise<void> => {
  const { id, jobId, userId, workerId, hasConversation, isBlocked, isErased } = recipient;
  const inConversation = text !== null && hasConversation && !isBlocked && !isErased;
  const withEvent = text !== null && !inConversation;
  change.emit({
    type: 'application_status',
    workerId,
    data: { applicationId: id, jobId, status, ...(withEvent && { text }) },
  });
  if (!inConversation) return;
  const payload = { applicationId: id };
  await appendMessage(
    change,
    { userId, workerId },
    { sender: 'system', type: 'text', body: text, payload, hasOwnSms: true },
  );
};
