import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { recordAnswered } from '../../platform/applicationFacts';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { type Change, inChange } from '../../platform/change';
import { scheduleMessageSms } from '../workerLinks';
import { findWorkerFacts } from '../workers';
import { eventOf } from './presenter';
import * as repository from './repository';
import type { LockedThread, NewMessage, StoredMessage } from './repository';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { hideAll, lockHead, setBlockedAt, type ThreadHead } from './inboxRepository';

/**
 * Names a thread by id (`workerId`, when given, must be its worker) or by its two sides, which creates it when absent.
 */
export type ThreadKey = { threadId: number; workerId?: number } | { userId: number; workerId: number };

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
    if (!message.hasOwnSms) await scheduleMessageSms(change, { threadId: thread.id, hasUnread: thread.hasUnread });
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

interface ThreadChange {
  user: AuthUser;
  requestId: string;
  threadId: number;
}

const finish = async (
  { trx, clock, notifyEmployer }: Change,
  { user, requestId }: ThreadChange,
  { id, organisationId, userId }: ThreadHead,
  action: string,
): Promise<void> => {
  await audit(trx, clock, { kind: 'user', user, requestId }, { action, subjectType: 'thread', subjectId: id });
  notifyEmployer(organisationId, { type: 'thread', threadId: id, userId });
};

/**
 * Blocks or unblocks the worker of a thread; sending to a blocked one returns 409. A repeated call changes nothing.
 */
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
