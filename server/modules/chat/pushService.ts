import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { enqueue } from '../../platform/outgoing/enqueue';
import { listSubscribedSessions } from './pushRepository';
import type { LockedThread } from './repository';

/**
 * Enqueues a push about a worker's message for each subscribed browser, if push is configured. The push names the
 * thread and the inbox, never the text.
 */
export const enqueuePushes = async ({ settings }: Pick<Deps, 'settings'>, change: Change, thread: LockedThread) => {
  if (settings.push === null) return;
  for (const { sessionId, companyName } of await listSubscribedSessions(change, thread)) {
    const text = JSON.stringify({ type: 'message', threadId: thread.id, userId: thread.userId, companyName });
    // A newer push of the same thread replaces a waiting one.
    await enqueue(change.trx, change.now, { channel: 'push', sessionId, topic: `thread-${thread.id}`, text });
  }
};
