import { audit } from '../../platform/audit';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isSteering } from './contentCheck';
import { enqueuePushes } from './pushService';
import { appendMessage } from './service';

export interface WorkerMessage {
  threadId: number;
  workerId: number;
  body: string;
  clientMessageId: string;
}

/** Sends a worker's trimmed message. A repeated client id returns the first message. */
export const sendAsWorker = (deps: Deps, { threadId, workerId, body, clientMessageId }: WorkerMessage) =>
  inChange(deps, async (change) => {
    const text = body.trim();
    const { thread, message, isNew } = await appendMessage(
      change,
      { threadId, workerId },
      {
        sender: 'worker',
        type: 'text',
        body: text,
        clientMessageId,
        // The employer sees a warning for such a message. See docs/PRODUCT.md#message-check.
        isSteering: isSteering(text),
      },
    );
    const actor = { kind: 'worker', workerId, organisationId: thread.organisationId } as const;
    const subject = { subjectType: 'message', subjectId: message.id, details: { threadId } };
    if (isNew) {
      await audit(change.trx, change.clock, actor, { action: 'message.sent', ...subject });
      await enqueuePushes(deps, change, thread);
    }
    return message;
  });
