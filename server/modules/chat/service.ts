import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_MAX, MESSAGE_MAX } from '../../../contract/constants/limits';
import { recordAnswered, type Change, inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { conflict, notFound, AppError, badRequestFirst, invalid } from '../../platform/errors';
import { scheduleMessageSms } from '../workerLinks';
import { findWorkerFacts, isErased } from '../workers';
import { eventOf, findSide, presentMessage } from './conversationService';
import * as repository from './repository';
import {
  findSent,
  listSubscribedSessions,
  mayWriteTo,
  type LockedThread,
  type NewMessage,
  type StoredMessage,
} from './repository';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { hideAll, lockHead, setBlockedAt, type ThreadHead } from './inboxRepository';
import { enqueue } from '../../platform/outgoing/enqueue';
import { LocationText } from '../../../contract/schemas/common';
import type { Message, SendBody } from '../../../contract/schemas/chat';
import { matches } from '../../platform/http/validation';
import { parsePoint } from '../../platform/geo';
import { isNight } from '../../../contract/rules/night';
import { isSteering } from './contentCheck';

/**
 * Names a thread by id (`workerId`, when given, must be its worker) or by its two sides, which creates it when absent.
 */
type ThreadKey = { threadId: number; workerId?: number } | { userId: number; workerId: number };

const lock = async ({ trx, now }: Change, key: ThreadKey): Promise<LockedThread> => {
  if (!('threadId' in key)) await repository.ensureThread(trx, key.userId, key.workerId, now);
  const thread = await repository.lockThread(trx, key);
  if (!thread || ('threadId' in key && key.workerId !== undefined && key.workerId !== thread.workerId))
    throw notFound();
  return thread;
};

/** Emits a message event for the worker's product. Callers skip appointments, which emit their own event. */
const notifyWorker = async (
  { trx, emit }: Change,
  thread: LockedThread,
  message: StoredMessage,
  eventData: NewMessage['eventData'],
) => {
  const application = await repository.findApplication(trx, thread);
  const jobTitle = application?.jobTitle;
  const worker = await findWorkerFacts(trx, thread.workerId, application?.id ?? null);
  const { id: messageId, number, sender, type, body } = message;
  emit({
    type: 'message',
    workerId: thread.workerId,
    data: {
      threadId: thread.id,
      messageId,
      number,
      sender,
      type,
      body,
      ...(jobTitle && { jobTitle }),
      worker,
      ...eventData,
    },
  });
};

const isAppointment = (type: NewMessage['type']) => type === 'appointment' || type === 'appointment_status';

/**
 * Begins a conversation with the application that it is about, so that both sides see the job. `about` is a payload
 * that may name the application.
 */
const beginThread = async ({ trx }: Change, thread: LockedThread, about: Record<string, unknown> = {}) => {
  const named = typeof about.applicationId === 'number' ? about.applicationId : null;
  const application = await repository.findApplication(trx, thread, named);
  if (!application) return;
  const { createdAt, ...payload } = application;
  const message: NewMessage = { sender: 'worker', type: 'application', payload, isKnown: true };
  await repository.insertMessage(trx, thread.id, message, createdAt);
};

/**
 * Appends a message to a thread under its row lock. Numbers have no gaps. A repeated `clientMessageId` of a sender
 * returns the first message. The first message of a thread follows the application. A blocked thread throws 409
 * `thread.blocked`, except for the messages of appointments.
 */
export const appendMessage = async (change: Change, key: ThreadKey, message: NewMessage) => {
  const thread = await lock(change, key);
  if (message.clientMessageId !== undefined) {
    const sent = await repository.findByClientId(change.trx, thread.id, message.sender, message.clientMessageId);
    if (sent) return { thread, message: sent, isNew: false };
  }
  if (thread.blocked && !isAppointment(message.type)) throw conflict(ERROR_KEYS.threadBlocked);
  if (thread.lastNumber === 0 && message.type !== 'application') await beginThread(change, thread, message.payload);
  const stored = await repository.insertMessage(change.trx, thread.id, message, change.now);
  if (message.sender !== 'worker' && !isAppointment(message.type)) {
    await notifyWorker(change, thread, stored, message.eventData);
    if (!message.hasOwnSms) await scheduleMessageSms(change, thread.id);
  }
  if (message.sender === 'employer') await recordAnswered(change.trx, thread, change.now);
  change.notifyEmployer(thread.organisationId, eventOf(thread, stored));
  return { thread, message: stored, isNew: true };
};

/**
 * Adds a new application to the thread of the two sides, when there is one that is not blocked. An application never
 * creates a thread, or each inbox would hold every applicant. See docs/PRODUCT.md#conversation.
 */
export const appendApplication = async (
  change: Change,
  sides: { userId: number; workerId: number },
  application: { id: number; jobId: number },
): Promise<void> => {
  const thread = await repository.lockThread(change.trx, sides);
  if (!thread || thread.blocked) return;
  const texts = await repository.findJobTexts(change.trx, application.jobId);
  const payload = { ...application, ...texts };
  await appendMessage(change, { threadId: thread.id }, { sender: 'worker', type: 'application', payload });
};

/**
 * Returns the messages after a number to their worker and marks them as read. Throws 404 for another worker's thread.
 */
export const readAsWorker = async (
  { db }: Pick<Deps, 'db'>,
  threadId: number,
  workerId: number,
  after: number,
): Promise<StoredMessage[]> => {
  const thread = await repository.findWorkerThread(db, threadId, workerId);
  if (!thread) throw notFound();
  const messages = await repository.listMessages(db, threadId, after, PAGE_LIMIT_MAX);
  const newest = messages.at(-1);
  if (newest && thread.unread > 0)
    await db.transaction().execute(async (trx) => {
      await repository.lockThread(trx, { threadId });
      await repository.markReadByWorker(trx, threadId, newest.number);
    });
  return messages;
};

interface ThreadChange extends Caller {
  threadId: number;
}

const finish = async (
  { trx, clock, notifyEmployer }: Change,
  { user, requestId }: ThreadChange,
  { id, organisationId, userId }: ThreadHead,
  action: string,
): Promise<void> => {
  await audit({ trx, clock }, userActor({ user, requestId }), action, ['thread', id]);
  notifyEmployer(organisationId, { type: 'thread', threadId: id, userId });
};

/** Blocks or unblocks the worker of a thread; sending to a blocked one returns 409. A repeated call changes nothing. */
export const changeBlock = (deps: Deps, call: ThreadChange, isBlocked: boolean): Promise<void> =>
  inChange(deps, async (change) => {
    const head = await lockHead(change.trx, ownerScope(call.user), call.threadId);
    if (!head) throw notFound();
    if (head.isBlocked === isBlocked) return;
    await setBlockedAt(change.trx, head.id, isBlocked ? change.now : null);
    await finish(change, call, head, isBlocked ? 'thread.blocked' : 'thread.unblocked');
  });

/**
 * Hides the messages of a thread from the employer's side. The thread reappears with the next message, without the
 * older ones.
 */
export const deleteThread = (deps: Deps, call: ThreadChange): Promise<void> =>
  inChange(deps, async (change) => {
    const head = await lockHead(change.trx, ownerScope(call.user), call.threadId);
    if (!head) throw notFound();
    if (head.hiddenTo === head.lastNumber) return;
    await hideAll(change.trx, head.id);
    await finish(change, call, head, 'thread.deleted');
  });

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
  // A message that was sent before skips the content check. To find it, the inbox must be known first.
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
    if (isNew)
      await audit({ trx, clock }, userActor({ user, requestId }), 'message.sent', ['message', message.id], {
        threadId: thread.id,
      });
    return presentMessage(message, thread);
  });
};

interface WorkerMessage {
  text: string;
  clientMessageId: string;
}

/**
 * Appends a worker's trimmed text to a thread and pushes a notification to the employer's browsers. A repeated client
 * id returns the first message. Throws 404 for another worker's thread and 409 `thread.blocked`.
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
  await audit(change, actor, 'message.sent', ['message', message.id], { threadId: thread.id });
  await enqueuePushes(deps, change, thread);
  return message;
};
