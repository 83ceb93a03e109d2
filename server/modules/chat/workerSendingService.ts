import { audit } from '../../platform/audit';
import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isSteering } from './contentCheck';
import { enqueuePushes } from './pushService';
import type { StoredMessage } from './repository';
import { appendMessage, type ThreadKey } from './service';

interface WorkerMessage {
  text: string;
  clientMessageId: string;
}

/**
 * Appends a worker's trimmed text to a thread and rings at the employer's browsers. A repeated client id returns the
 * first message. Throws 404 for another worker's thread and 409 `thread.blocked`.
 */
export const sendAsWorker = async (
  deps: Pick<Deps, 'settings'>,
  change: Change,
  key: ThreadKey & { workerId: number },
  { text, clientMessageId }: WorkerMessage,
): Promise<StoredMessage> => {
  const body = text.trim();
  const { thread, message, isNew } = await appendMessage(change, key, {
    sender: 'worker',
    type: 'text',
    body,
    clientMessageId,
    // The employer sees a warning for such a message. See docs/PRODUCT.md#message-check.
    isSteering: isSteering(body),
  });
  if (!isNew) return message;
  const actor = { kind: 'worker', workerId: key.workerId, organisationId: thread.organisationId } as const;
  const subject = { subjectType: 'message', subjectId: message.id, details: { threadId: thread.id } };
  await audit(change.trx, change.clock, actor, { action: 'message.sent', ...subject });
  await enqueuePushes(deps, change, thread);
  return message;
};
