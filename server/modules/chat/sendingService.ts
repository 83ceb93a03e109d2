import { type Change, inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { enqueue } from '../../platform/outgoing/enqueue';
import { listSubscribedSessions, type LockedThread, type StoredMessage } from './repository';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MESSAGE_MAX } from '../../../contract/constants/limits';
import { LocationText } from '../../../contract/schemas/common';
import type { Message, SendBody } from '../../../contract/schemas/chat';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { AppError, badRequestFirst, conflict, invalid, notFound } from '../../platform/errors';
import { matches } from '../../platform/http/validation';
import { parsePoint } from '../../platform/geo';
import { isNight } from '../../platform/night';
import { isErased } from '../workers';
import { isSteering } from './contentCheck';
import { findSent, mayWriteTo } from './inboxRepository';
import { findSide } from './conversationService';
import { presentMessage } from './presenter';
import { appendMessage, type ThreadKey } from './service';

/**
 * Enqueues a push about a worker's message for each subscribed browser, if push is configured. The push names the
 * thread and the inbox, never the text.
 */
const enqueuePushes = async ({ settings }: Pick<Deps, 'settings'>, change: Change, thread: LockedThread) => {
  if (settings.push === null) return;
  for (const { sessionId, companyName } of await listSubscribedSessions(change, thread)) {
    const text = JSON.stringify({ type: 'message', threadId: thread.id, userId: thread.userId, companyName });
    // A newer push of the same thread replaces a waiting one.
    await enqueue(change.trx, change.now, { channel: 'push', sessionId, topic: `thread-${thread.id}`, text });
  }
};

/**
 * Returns the stored body: the trimmed text or the place. Throws 400 on `body` for a text that is too long and for an
 * invalid place.
 */
const bodyOf = ({ type, body }: SendBody): string => {
  const text = body.trim();
  if (text.length > MESSAGE_MAX)
    throw new AppError(400, ERROR_KEYS.fieldTooLong, { children: { body: { errors: [ERROR_KEYS.fieldTooLong] } } });
  if (type === 'text') return text;
  if (!matches(LocationText, text)) throw invalid({ body: ERROR_KEYS.fieldInvalid });
  parsePoint(text, 'body');
  return text;
};

/**
 * Rejects a steering text unless `message_status` is 1 or 2, and any message in the worker's night unless it is 2. See
 * docs/API.md#content-check.
 */
export const checkContent = (
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { type, message_status }: Pick<SendBody, 'type' | 'message_status'>,
  text: string,
): void => {
  if (message_status < 1 && type === 'text' && isSteering(text))
    throw new AppError(400, ERROR_KEYS.improperMessage, { errorType: ERROR_KEYS.improperMessage });
  if (message_status < 2 && isNight(clock.now(), settings.timeZone))
    throw new AppError(400, ERROR_KEYS.sleepMode, { errorType: ERROR_KEYS.sleepMode });
};

/**
 * Sends a message to a worker. A repeated client id returns the first message, even when the night has begun since.
 * Throws 400 by the content check, 404 for an inbox or a worker outside the caller's scope, and 409 for a blocked
 * thread and for somebody who was erased.
 */
export const sendMessage = async (deps: Deps, user: AuthUser, requestId: string, body: SendBody): Promise<Message> => {
  const text = bodyOf(body);
  const { recipient_id: workerId, client_message_id: clientMessageId, type } = body;
  // A message that was sent before passes the check, so an inbox comes first.
  const side = await badRequestFirst(
    () => checkContent(deps, body, text),
    () => findSide(deps.db, user, body.user_id),
  );
  const sent = await findSent(deps.db, { userId: side.id, workerId, clientMessageId });
  if (sent) return presentMessage(sent, { workerId });
  checkContent(deps, body, text);
  return inChange(deps, async (change) => {
    const { trx, clock } = change;
    if (side.isDeleted || !(await mayWriteTo(trx, ownerScope(user), workerId))) throw notFound();
    if (await isErased(trx, workerId)) throw conflict(ERROR_KEYS.applicationErased);
    const { thread, message, isNew } = await appendMessage(
      change,
      { userId: side.id, workerId },
      { sender: 'employer', senderUserId: user.id, type, body: text, clientMessageId },
    );
    const subject = { subjectType: 'message', subjectId: message.id, details: { threadId: thread.id } };
    if (isNew) await audit(trx, clock, { kind: 'user', user, requestId }, { action: 'message.sent', ...subject });
    return presentMessage(message, thread);
  });
};

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
