import { REMINDER_KINDS } from '../../../contract/constants/attendance';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  AppointmentEvent,
  type Message,
  type Thread,
  type ConversationPayload,
  type ConversationQuery,
  type CheckThreadBody,
  type InboxQuery,
} from '../../../contract/schemas/chat';
import type { Deps } from '../../platform/deps';
import type { Files } from '../../platform/files';
import { matches } from '../../platform/http/validation';
import type { EmployerEvent } from '../../platform/live/streams';
import { reachOf } from '../workerLinks';
import {
  ensureThread,
  findBranch,
  lockThread,
  mayWriteTo,
  type LockedThread,
  type Side,
  type StoredMessage,
} from './repository';
import * as repository from './inboxRepository';
import {
  type BranchInboxRecord,
  type InboxCounts,
  type InboxPosition,
  type ThreadRecord,
  type MessageRange,
  type ThreadHead,
  findThread,
  countThreads,
  listBranchInboxes,
  listThreads,
} from './inboxRepository';
import { MESSAGES_PAGE, INBOX_PAGE } from '../../../contract/constants/limits';
import { DAY } from '../../../contract/constants/time';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { requestedOwnerId, ownerScope } from '../../platform/auth/guard';
import { invalid, notFound } from '../../platform/errors';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor';
import { matchesEtag } from '../../platform/http/headers';
import { inChange } from '../../platform/change';
import type { Db } from '../../platform/database/schema';

const titleOf = ({ jobTitle }: Record<string, unknown>): string | null =>
  typeof jobTitle === 'string' ? jobTitle : null;

/**
 * Returns the displayed text: the body, the job title of an application, or the place of a location. An appointment
 * has none.
 */
const bodyOf = ({ type, body, messagePayload }: Pick<StoredMessage, 'type' | 'body' | 'messagePayload'>) =>
  type === 'application' ? titleOf(messagePayload) : body;

/** Returns what an appointment message reports; null for other messages. */
const appointmentOf = ({ type, messagePayload }: Pick<StoredMessage, 'type' | 'messagePayload'>) => {
  if (type !== 'appointment' && type !== 'appointment_status') return null;
  const { startAt, changed_status } = messagePayload;
  const event = { status: type === 'appointment' ? 'WAITING' : changed_status, startAt };
  return matches(AppointmentEvent, event) ? (event as AppointmentEvent) : null;
};

type ThreadDeps = Pick<Deps, 'files'> & { settings: Pick<Deps['settings'], 'workerLinks'> };

/** Returns the kind of an automatic reminder; nothing for other messages. */
const reminderOf = ({ messagePayload }: Pick<StoredMessage, 'messagePayload'>) => {
  const kind = REMINDER_KINDS.find((one) => one === messagePayload.reminder);
  return kind && { reminder: kind };
};

/** Returns the JSON of a message. The worker's product keeps its `clientMessageId` to itself. */
export const presentMessage = (message: StoredMessage, { workerId }: { workerId: number }): Message => ({
  id: message.id,
  number: message.number,
  type: message.type,
  sender: message.sender,
  senderId: message.sender === 'worker' ? workerId : message.senderUserId,
  ...(message.senderName !== undefined && { senderName: message.senderName }),
  body: bodyOf(message),
  messagePayload: message.messagePayload,
  date: message.date,
  client_message_id: message.sender === 'employer' ? message.clientMessageId : null,
});

const presentThread = (record: ThreadRecord, { files, settings }: ThreadDeps): Thread => ({
  id: record.id,
  userId: record.userId,
  companyName: record.companyName,
  user: {
    id: record.workerId,
    firstName: record.firstName,
    lastName: record.lastName,
    imageUrl: files.imageUrl(record.imageKey),
    ...(record.isErased && { isErased: true as const }),
  },
  lastMessage: record.lastMessage && {
    type: record.lastMessage.type,
    sender: record.lastMessage.sender,
    body: bodyOf(record.lastMessage),
    appointment: appointmentOf(record.lastMessage),
    ...reminderOf(record.lastMessage),
  },
  lastMessageAt: record.lastMessage && record.lastMessageAt,
  awaitingSince: record.awaitingSince,
  nbUnreadMessage: record.unread,
  isBlocked: record.isBlocked,
  reach: reachOf(settings.workerLinks, record),
  application: record.application,
  ...(record.stage && { stage: record.stage }),
});

const presentCounts = ({ unread, unanswered }: InboxCounts) => ({
  unread,
  ...(unanswered !== null && { unanswered }),
});

const presentBranchInbox = ({ imageKey, ...inbox }: BranchInboxRecord, files: Files) => ({
  ...inbox,
  imageUrl: files.imageUrl(imageKey),
});

/** Returns the event that the event stream sends for a message. */
export const eventOf = (thread: LockedThread, message: StoredMessage): EmployerEvent['event'] => ({
  type: 'message',
  threadId: thread.id,
  userId: thread.userId,
  workerId: thread.workerId,
  number: message.number,
  sender: message.sender,
  messageType: message.type,
});

interface ReadRequest extends Caller {
  threadId: number;
  query: ConversationQuery;
  known: string | undefined;
}

/** The parts of a thread that its ETag names. */
type ThreadVersion = Pick<ThreadHead, 'version' | 'unread'>;

/**
 * Returns the ETag of a thread for one viewer. It holds the day because the URL of the worker's photo changes daily,
 * and the unread count because PostgreSQL may reuse the version of a lost read mark after a crash (`markRead`).
 */
const etagOf = ({ version, unread }: ThreadVersion, user: AuthUser, now: Date): string =>
  `"${version}.${unread}-${user.id}-${Math.floor(now.getTime() / DAY)}"`;

/**
 * Returns whether a response may be 304. The version covers the whole thread but a response covers one page, so no
 * message may be above `after`, and no message may be left for this response to mark as read.
 */
const isUnchanged = (head: ThreadHead, { query, known, user }: ReadRequest, now: Date): boolean => {
  if (known === undefined || query.before !== undefined || !matchesEtag(known, etagOf(head, user, now))) return false;
  return query.after === undefined ? query.peek === '1' || head.unread === 0 : head.lastNumber <= query.after;
};

const rangeOf = ({ hiddenTo }: ThreadHead, { after, before, limit }: ConversationQuery): MessageRange => ({
  above: Math.max(hiddenTo, after ?? 0),
  below: before,
  // A page after a number starts at that number, so that paging on from the last message skips none.
  from: after === undefined ? 'highest' : 'lowest',
  limit: limit ?? MESSAGES_PAGE,
});

/**
 * Marks the messages of the response as read. Returns the new state of the thread, or the old one when a newer message
 * has arrived meanwhile.
 */
const markRead = (
  deps: Deps,
  { user, requestId }: ReadRequest,
  head: ThreadHead,
  number: number,
): Promise<ThreadVersion> =>
  inChange(deps, async ({ trx, clock, notifyEmployer }) => {
    const locked = await repository.lockHead(trx, ownerScope(user), head.id);
    if (!locked || locked.unread === 0) return head;
    const marked = await repository.markRead(trx, head.id, number);
    if (marked.version === locked.version) return head;
    await audit({ trx, clock }, userActor({ user, requestId }), 'thread.read', ['thread', head.id], { number });
    notifyEmployer(head.organisationId, { type: 'thread', threadId: head.id, userId: head.userId });
    return locked.version === head.version ? marked : head;
  });

const hasOlder = (head: ThreadHead, messages: readonly StoredMessage[], { after }: ConversationQuery): boolean => {
  const first = messages[0]?.number ?? (after === undefined ? 0 : Math.min(after, head.lastNumber) + 1);
  return first > head.hiddenTo + 1;
};

/**
 * Returns messages of a thread and marks them as read. The payload is null when the client's copy is current. Throws
 * 404 for a thread outside the caller's scope or the named inbox.
 */
export const readConversation = async (
  deps: Deps,
  reading: ReadRequest,
): Promise<{ etag: string; payload: ConversationPayload | null }> => {
  const { db, clock } = deps;
  const { user, threadId, query } = reading;
  const now = clock.now();
  const head = await repository.findHead(
    db,
    ownerScope(user),
    threadId,
    requestedOwnerId(user, query.user_id, 'user_id'),
  );
  if (!head) throw notFound();
  if (isUnchanged(head, reading, now)) return { etag: etagOf(head, user, now), payload: null };
  const messages = await repository.listRange(db, threadId, rangeOf(head, query));
  const newest = messages.at(-1);
  const marks = newest !== undefined && query.peek !== '1' && head.unread > 0;
  const stand = marks ? await markRead(deps, reading, head, newest.number) : head;
  const thread = await findThread(db, threadId);
  if (!thread) throw notFound();
  return {
    etag: etagOf(stand, user, now),
    payload: {
      thread: presentThread(thread, deps),
      messages: messages.map((message) => presentMessage(message, thread)),
      hasOlder: hasOlder(head, messages, query),
      validation_errors: head.isSteered ? ['improper_message'] : [],
    },
  };
};

/** Returns the account of the requested inbox. Throws 404 unless it is the caller's or a branch of its organisation. */
export const findSide = async (db: Db, user: AuthUser, requested: number | undefined): Promise<Side> => {
  const id = requestedOwnerId(user, requested, 'user_id');
  if (id === user.id) return { id, isDeleted: false };
  const side = await findBranch(db, user.organisationId, id);
  if (!side) throw notFound();
  return side;
};

/**
 * Returns where an organisation's inbox continues. Throws 400 for a cursor that no inbox wrote, and in other inboxes.
 */
const positionOf = ({ after, page }: InboxQuery, isWhole: boolean): InboxPosition | undefined => {
  if (isWhole && page !== undefined) throw invalid({ page: ERROR_KEYS.fieldInvalid });
  if (after === undefined) return undefined;
  const [awaitingSince, lastMessageAt, id] = (isWhole && decodeCursor(after, 3)) || [];
  if (id === undefined) throw invalid({ after: ERROR_KEYS.fieldInvalid });
  return [awaitingSince!, lastMessageAt!, id];
};

/**
 * Returns a page of an inbox, or only its exact total when `limit` is 0. Without `user_id`, root and HR get the inbox
 * of their organisation. See docs/PRODUCT.md#inbox.
 */
export const getInbox = async (deps: Deps, user: AuthUser, query: InboxQuery) => {
  const { db } = deps;
  const { page = 1, limit = INBOX_PAGE, q, isUnread = false } = query;
  const scope = ownerScope(user);
  const isWhole = scope.userId === null && query.user_id === undefined;
  const userId = isWhole ? null : requestedOwnerId(user, query.user_id, 'user_id');
  const after = positionOf(query, isWhole);
  const filter = { organisationId: scope.organisationId, userId, q, isUnread };
  // Threads of the organisation prove that the inbox belongs to it. Only an empty result needs the ownership check.
  const checkOwner = () => (isWhole ? undefined : findSide(db, user, query.user_id));
  if (limit === 0) {
    const { total, ...counts } = await countThreads(db, filter);
    if (total === 0) await checkOwner();
    return { payload: { threads: [], ...presentCounts(counts) }, total, limit };
  }
  const { threads, counts } = await listThreads(db, filter, { limit, offset: (page - 1) * limit, after });
  if (threads.length === 0) await checkOwner();
  const last = threads.at(-1);
  const next = last && threads.length === limit ? encodeCursor(last.position) : null;
  const payload = {
    threads: threads.map((record) => presentThread(record, deps)),
    ...presentCounts(counts),
    ...(isWhole && { next }),
  };
  return { payload, ...(!isWhole && { page }), limit };
};

/** Returns the thread count and unread count of each branch. See docs/PRODUCT.md#inbox. */
export const getAllInbox = async ({ db, files }: Deps, { organisationId }: AuthUser) => {
  const records = await listBranchInboxes(db, organisationId);
  return { all_inbox: records.map((record) => presentBranchInbox(record, files)) };
};

/**
 * Returns the thread with a worker and creates it when absent. Throws 404 for an inbox outside the caller's scope and
 * for a worker without an application or a conversation in it.
 */
export const checkThread = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  { worker_id: workerId, company_id: companyId }: CheckThreadBody,
) =>
  inChange(deps, async ({ trx, clock, now }) => {
    const side = await findSide(trx, user, companyId);
    if (!(await mayWriteTo(trx, ownerScope(user), workerId))) throw notFound();
    const isMade = !side.isDeleted && (await ensureThread(trx, side.id, workerId, now));
    const thread = await lockThread(trx, { userId: side.id, workerId });
    const record = thread && (await findThread(trx, thread.id));
    if (!record) throw notFound();
    if (isMade)
      await audit({ trx, clock }, userActor({ user, requestId }), 'thread.made', ['thread', record.id], { workerId });
    return presentThread(record, deps);
  });
