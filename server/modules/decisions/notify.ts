import type { ApplicationStatus } from '../../../contract/constants/statuses';
import type { Change } from '../../platform/change';
import { appendMessage } from '../chat';
import type { Recipient } from './repository';

/** Ids that one event of the dashboards carries; with more it carries none, and the lists load again. */
const IDS_MAX = 50;

type Owned = Pick<Recipient, 'id' | 'organisationId' | 'userId'>;

/** Tells the open dashboards which applications were decided, one event for each owner. */
export const notifyDecided = ({ notifyEmployer }: Change, applications: readonly Owned[]): void => {
  const owners = new Map(applications.map(({ userId, organisationId }) => [userId, organisationId]));
  for (const [userId, organisationId] of owners) {
    const owned = applications.filter((one) => one.userId === userId);
    const ids = owned.length > IDS_MAX ? [] : owned.map(({ id }) => id);
    notifyEmployer(organisationId, { type: 'applications', userId, ids, reason: 'decided' });
  }
};

interface StatusNews {
  recipient: Recipient;
  status: ApplicationStatus;
  text: string | null;
}

/**
 * Tells a worker the status of an application. The text goes into the conversation where there is one, otherwise with
 * the event, because an inbox must not fill with declined applicants.
 */
export const tellStatus = async (change: Change, { recipient, status, text }: StatusNews): Promise<void> => {
  const { id, jobId, userId, workerId, hasConversation, isBlocked } = recipient;
  const inConversation = text !== null && hasConversation && !isBlocked;
  const withEvent = text !== null && !inConversation;
  change.emit({
    type: 'application_status',
    workerId,
    data: { applicationId: id, jobId, status, ...(withEvent && { text }) },
  });
  if (!inConversation) return;
  const payload = { applicationId: id };
  await appendMessage(change, { userId, workerId }, { sender: 'system', type: 'text', body: text, payload });
};
