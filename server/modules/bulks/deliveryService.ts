import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { audit } from '../../platform/audit';
import { inChange, type Change } from '../../platform/change';
import { AppError, conflict } from '../../platform/errors';
import { isStoreAway } from '../../platform/http/errorHandler';
import { isNight } from '../../platform/night';
import { appendMessage } from '../chat';
import { isErased } from '../workers';
import { markSent, markUnsent, takeDue, type DueMessage } from './messageRepository';
import type { RunDeps, RunLog } from './runnerService';

/** Sends a message into the conversation of its worker, opening it where there is none. */
const send = async (change: Change, message: DueMessage): Promise<void> => {
  const { bulkId, sender, requestId, userId, workerId, body } = message;
  // A message can wait through a night, and its worker can be erased meanwhile.
  if (await isErased(change.trx, workerId)) throw conflict(ERROR_KEYS.applicationErased);
  const sent = await appendMessage(
    change,
    { userId, workerId },
    { sender: 'employer', senderUserId: sender.id, type: 'text', body, clientMessageId: `bulk-${bulkId}` },
  );
  await markSent(change.trx, message);
  if (!sent.isNew) return;
  await audit(
    change.trx,
    change.clock,
    { kind: 'user', user: sender, requestId },
    {
      action: 'message.sent',
      subjectType: 'message',
      subjectId: sent.message.id,
      details: { threadId: sent.thread.id, bulkId },
    },
  );
};

const SKIPS: readonly string[] = [ERROR_KEYS.threadBlocked, ERROR_KEYS.applicationErased];

/** Returns the key of a refusal that skips a message; null for a failure. */
const skipOf = (error: unknown): string | null =>
  error instanceof AppError && SKIPS.includes(error.key) ? error.key : null;

/** Sends the next due message in a transaction of its own. Returns false when none is due. */
const deliverNext = async (deps: RunDeps, log: RunLog): Promise<boolean> => {
  let message: DueMessage | undefined;
  try {
    return await inChange(deps, async (change) => {
      message = await takeDue(change.trx, change.now);
      if (message) await send(change, message);
      return message !== undefined;
    });
  } catch (error) {
    if (!message || isStoreAway(error)) throw error;
    const unsent = message;
    const key = skipOf(error);
    if (key === null) log.warn({ bulk: unsent.bulkId, application: unsent.applicationId, err: error }, 'not sent');
    await inChange(deps, ({ trx }) => markUnsent(trx, unsent, key));
    return true;
  }
};

/** Sends all bulk messages that are due, but not at night. Several servers may do so at once. */
export const deliverMessages = async (
  deps: RunDeps,
  { log, stopping }: { log: RunLog; stopping?: AbortSignal },
): Promise<void> => {
  const { clock, settings } = deps;
  while (!stopping?.aborted && !isNight(clock.now(), settings.timeZone) && (await deliverNext(deps, log)));
};
