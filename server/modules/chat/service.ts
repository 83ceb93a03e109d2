import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import type { Change } from '../../platform/change';
import { findWorkerFacts } from '../workers';
import { eventOf } from './presenter';
import * as repository from './repository';
import type { LockedThread, NewMessage, StoredMessage } from './repository';

/** Which conversation: by id (then `workerId` must be its worker), or by its two sides (made if absent). */
export type ThreadKey = { threadId: number; workerId?: number } | { userId: number; workerId: number };

const lock = async ({ trx, now }: Change, key: ThreadKey): Promise<LockedThread> => {
  if (!('threadId' in key)) await repository.ensureThread(trx, key.userId, key.workerId, now);
  const thread = await repository.lockThread(trx, key);
  if (!thread || ('threadId' in key && key.workerId !== undefined && key.workerId !== thread.workerId))
    throw notFound();
  return thread;
};

/** Appointments have an event of their own; every other message that is not the worker's is told as a message. */
const tellWorker = async ({ trx, emit }: Change, thread: LockedThread, message: StoredMessage) => {
  const worker = await findWorkerFacts(trx, thread.workerId);
  const jobTitle = await repository.findJobTitle(trx, thread.userId, thread.workerId);
  const { id: messageId, number, sender, type, body } = message;
  emit({
    type: 'message',
    workerId: thread.workerId,
    data: { threadId: thread.id, messageId, number, sender, type, body, ...(jobTitle && { jobTitle }), worker },
  });
};

const isAppointment = (type: NewMessage['type']) => type === 'appointment' || type === 'appointment_status';

/**
 * Appends a message to a conversation under its row lock, numbered without gaps. The same `clientMessageId` of a
 * sender answers the first message again. A blocked conversation takes no more messages (409 `thread.blocked`), save
 * what appointments write by themselves.
 */
export const appendMessage = async (change: Change, key: ThreadKey, message: NewMessage) => {
  const thread = await lock(change, key);
  if (message.clientMessageId !== undefined) {
    const sent = await repository.findByClientId(change.trx, thread.id, message.sender, message.clientMessageId);
    if (sent) return { thread, message: sent, isNew: false };
  }
  if (thread.blocked && !isAppointment(message.type)) throw conflict(ERROR_KEYS.threadBlocked);
  const stored = await repository.insertMessage(change.trx, thread.id, message, change.now);
  if (message.sender !== 'worker' && !isAppointment(message.type)) await tellWorker(change, thread, stored);
  change.tellEmployer(thread.organisationId, eventOf(thread, stored));
  return { thread, message: stored, isNew: true };
};

/**
 * Notes an application that arrives in the conversation of the two sides, where there is one that is not blocked: none is
 * begun by it, or an inbox would hold every applicant. Spec 2, point 3; API contract, section 8.
 */
export const noteApplication = async (
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

/** A worker reads on after a number; what the answer holds counts as read. 404 for another worker's conversation. */
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
