import { sql } from 'kysely';
import type { MessageType, AppointmentStatus } from '../../../contract/constants/statuses';
import type { MESSAGE_SENDERS } from '../../../contract/schemas/chat';
import { changesRow, firstRow, hasRow, onlyRow, rowsOf, instant, run } from '../../platform/database/query';
import type { Db, Row, Trx } from '../../platform/database/schema';
import type { Scope } from '../../platform/auth/guard';
import type { Change } from '../../platform/change';
import { inScope } from '../jobs';
import { holdOffErasure, OWN_WORKERS } from '../workers';

export type Sender = (typeof MESSAGE_SENDERS)[number];

export interface LockedThread extends Row<'threads', 'id' | 'organisationId' | 'userId' | 'workerId' | 'lastNumber'> {
  blocked: boolean;
}

export interface StoredMessage {
  id: number;
  number: number;
  type: MessageType;
  sender: Sender;
  senderUserId: number | null;
  /** The name of that account, where the query reads it. */
  senderName?: string | null;
  body: string | null;
  messagePayload: Record<string, unknown>;
  /** ISO 8601, UTC. */
  date: string;
  clientMessageId: string | null;
}

export const MESSAGE = sql`
  m.id, m.number, m.type, m.sender, m.sender_user_id, m.body, m.payload as message_payload, m.client_message_id,
  ${instant('m.created_at')} as date`;

const THREAD = sql`
  id, organisation_id, user_id, worker_id, last_number,
  blocked_at is not null as blocked`;

/**
 * Whether nothing tells the worker of message `m` in thread `t`, one without a payload and so without a text message of
 * its own: no text but the given one led to the conversation since or will, and the worker has not read it. Sent texts
 * are kept for longer than a week.
 */
const isUntold = (applicationId: number, at: Date) => sql`(
  m.sender <> 'worker' and m.type in ('text', 'location') and m.payload = '{}'
  and m.created_at between ${at}::timestamptz - interval '7 days' and ${at}
  and t.unread_by_worker >= (
    select count(*) from messages n where n.thread_id = t.id and n.sender <> 'worker' and n.number >= m.number)
  and not exists (select from message_tellings d where d.thread_id = t.id and d.due_at is not null)
  and not exists (
    select from applications x join outgoing_messages o on o.application_id = x.id
    where x.user_id = t.user_id and x.worker_id = t.worker_id and o.channel = 'sms' and o.failed_at is null
      and (o.application_id, o.created_at) <> (${applicationId}::bigint, ${at}::timestamptz)
      and (o.sent_at is null or o.sent_at >= m.created_at)))`;

/**
 * Records in the conversation that the text message about an application of `at` never left, for a worker who has no
 * other channel. Returns the conversation, or undefined when the text told of nothing in it.
 */
export const markNotTold = (trx: Trx, applicationId: number, at: Date) => firstRow(trx)<
  Row<'threads', 'id' | 'organisationId' | 'userId'>
>`
    with untold as (
      update messages m set payload = m.payload - '{linkSent,linkAt}'::text[] || '{"notTold": true}'
      from applications a join workers w on w.id = a.worker_id and w.external_id like ${OWN_WORKERS}
        join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
      where a.id = ${applicationId} and m.thread_id = t.id and (${isUntold(applicationId, at)} or m.created_at = ${at}
        and (m.payload ? 'linkSent' or m.sender = 'employer' and m.type = 'appointment_status'))
      returning t.id
    )
    update threads t set version = version + 1 where t.id in (select id from untold)
    returning t.id, t.organisation_id, t.user_id`;

/** Returns whether the employer's side blocks the worker. */
export const isBlocked = (db: Db, { userId, workerId }: { userId: number; workerId: number }) => hasRow(db)`
    select 1 from threads where user_id = ${userId} and worker_id = ${workerId} and blocked_at is not null`;

/** Returns whether a worker has answered or written to an employer's account since a time. */
export const hasWritten = (
  db: Db,
  { userId, workerId }: { userId: number; workerId: number },
  since: Date,
): Promise<boolean> => hasRow(db)`
    select 1 from threads t join messages m on m.thread_id = t.id
    where t.user_id = ${userId} and t.worker_id = ${workerId} and m.sender = 'worker' and m.type <> 'application'
      and m.created_at >= ${since}`;

/** Creates the thread of a worker and an employer account. Returns false when it already exists. */
export const ensureThread = (trx: Trx, userId: number, workerId: number, now: Date) => changesRow(trx)`
    insert into threads (organisation_id, user_id, worker_id, created_at)
    select organisation_id, id, ${workerId}, ${now} from users where id = ${userId}
    on conflict (user_id, worker_id) do nothing`;

/** Locks a thread by its id or by its two sides. */
export const lockThread = async (
  trx: Trx,
  key: { threadId: number } | { userId: number; workerId: number },
): Promise<LockedThread | undefined> => {
  const where =
    'threadId' in key ? sql`id = ${key.threadId}` : sql`user_id = ${key.userId} and worker_id = ${key.workerId}`;
  return firstRow(trx)`select ${THREAD} from threads where ${where} for no key update`;
};

export const findByClientId = (
  trx: Trx,
  threadId: number,
  sender: Sender,
  clientMessageId: string,
): Promise<StoredMessage | undefined> => firstRow(trx)`
    select ${MESSAGE} from messages m
    where m.thread_id = ${threadId} and m.sender = ${sender} and m.client_message_id = ${clientMessageId}`;

/** Returns the message that any user of the employer's side already sent under this client id. */
export const findSent = (
  db: Db,
  { userId, workerId, clientMessageId }: { userId: number; workerId: number; clientMessageId: string },
): Promise<StoredMessage | undefined> => firstRow(db)`
    select ${MESSAGE} from threads t join messages m on m.thread_id = t.id
    where t.user_id = ${userId} and t.worker_id = ${workerId} and m.sender = 'employer'
      and m.client_message_id = ${clientMessageId}`;

export interface NewMessage {
  sender: Sender;
  senderUserId?: number;
  type: MessageType;
  body?: string | null;
  payload?: Record<string, unknown>;
  clientMessageId?: string;
  /** True for a worker's message that leads to an outside app. */
  isSteering?: boolean;
  /** True for a message that both sides already know, and so counts as unread for neither. */
  isKnown?: boolean;
  /** True when the worker gets a separate text message about the same thing. */
  hasOwnSms?: boolean;
  /** Additional data for the event to the worker's product, such as the worker's link. Employers never see it. */
  eventData?: Record<string, unknown>;
}

/**
 * Returns how a message changes `awaiting_since`. A worker's text waits for an answer, which is a text of the employer
 * or an invitation, but not a message about a changed status.
 */
const awaiting = ({ sender, type }: NewMessage, now: Date) => {
  const isText = type === 'text' || type === 'location';
  if (sender === 'employer') return isText || type === 'appointment' ? sql`, awaiting_since = null` : sql``;
  return sender === 'worker' && isText ? sql`, awaiting_since = coalesce(awaiting_since, ${now})` : sql``;
};

/** Whether nobody acted: an automatic reminder, or an appointment that the clock ended. */
const isByClock = ({ sender, type, payload }: NewMessage): boolean =>
  payload?.reminder !== undefined || (sender === 'system' && type === 'appointment_status');

/**
 * Numbers and stores a message and counts it as unread for the other side. The caller must hold the thread's lock. A
 * message by the clock does not move the thread up in the inbox.
 */
export const insertMessage = async (
  trx: Trx,
  threadId: number,
  message: NewMessage,
  now: Date,
): Promise<StoredMessage> => {
  const reader = message.sender === 'worker' ? sql.ref('unread_by_employer') : sql.ref('unread_by_worker');
  const unread = message.isKnown ? sql`` : sql`, ${reader} = ${reader} + 1`;
  const lifted = isByClock(message) ? sql`coalesce(last_message_at, ${now})` : sql`${now}`;
  const steered = message.isSteering ? sql`, steered_at = coalesce(steered_at, ${now})` : sql``;
  return onlyRow(trx)`
    with t as (
      update threads set last_number = last_number + 1, last_message_at = ${lifted} ${unread} ${steered} ${awaiting(message, now)}
      where id = ${threadId} returning last_number
    ), m as (
      insert into messages (thread_id, number, sender, sender_user_id, type, body, payload, client_message_id, created_at)
      select ${threadId}, t.last_number, ${message.sender}, ${message.senderUserId ?? null}, ${message.type},
        ${message.body ?? null}, ${JSON.stringify(message.payload ?? {})}::jsonb, ${message.clientMessageId ?? null}, ${now}
      from t returning *
    )
    select ${MESSAGE} from m`;
};

/**
 * Ends the wait for an answer in the conversations of declined applicants who were told, unless the worker has another
 * open application there. A newer message starts a new wait.
 */
export const settleDeclined = (trx: Trx, applicationIds: readonly number[]): Promise<void> => run(trx)`
    update threads t set settled_number = t.last_number, awaiting_since = null
    from applications a
    where a.id = any(${[...applicationIds]}::bigint[]) and t.awaiting_since is not null
      and t.organisation_id = a.organisation_id and t.user_id = a.user_id and t.worker_id = a.worker_id
      and not exists (
        select from applications b
        where b.user_id = t.user_id and b.worker_id = t.worker_id and b.organisation_id = t.organisation_id
          and b.status <> 'rejected')`;

interface ApplicationRecord {
  id: number;
  jobId: number;
  jobTitle: string;
  jobDescription: string;
  createdAt: Date;
}

/** Returns the application `id` of a thread's worker for the employer's jobs, or else the newest one. */
export const findApplication = (
  db: Db,
  { organisationId, userId, workerId }: LockedThread,
  id: number | null = null,
): Promise<ApplicationRecord | undefined> => firstRow(db)`
    select a.id, j.id as job_id, j.title as job_title, j.description as job_description, a.created_at
    from applications a join jobs j on j.id = a.job_id
    where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and a.user_id = ${userId}
    order by a.id = ${id}::bigint desc nulls last, a.created_at desc, a.id desc limit 1`;

/** Returns the texts of a job that a message shows. */
export const findJobTexts = (db: Db, jobId: number) => onlyRow(db)<{
  jobTitle: string;
  jobDescription: string;
}>`
    select title as job_title, description as job_description from jobs where id = ${jobId}`;

export const listMessages = (
  db: Db,
  threadId: number,
  after: number,
  limit: number,
): Promise<StoredMessage[]> => rowsOf(db)`
    select ${MESSAGE} from messages m where m.thread_id = ${threadId} and m.number > ${after}
    order by m.number limit ${limit}`;

/** Returns a worker's thread with its unread count, or undefined when it belongs to another worker. */
export const findWorkerThread = (db: Db, threadId: number, workerId: number) => firstRow(db)<{
  id: number;
  unread: number;
}>`
    select id, unread_by_worker as unread from threads where id = ${threadId} and worker_id = ${workerId}`;

/** Marks a locked thread as read by its worker up to `number`. A page of older messages makes none unread again. */
export const markReadByWorker = (trx: Trx, threadId: number, number: number): Promise<void> => run(trx)`
    update threads set unread_by_worker = least(unread_by_worker, (
      select count(*) from messages where thread_id = ${threadId} and sender <> 'worker' and number > ${number}))
    where id = ${threadId}`;

export const listWorkerThreads = (db: Db, workerId: number, limit: number) => rowsOf(db)<{
  id: number;
  companyName: string;
  nbUnreadMessage: number;
  lastMessageAt: string | null;
}>`
    select t.id, coalesce(u.company_name, '') as company_name, t.unread_by_worker as nb_unread_message,
      ${instant('t.last_message_at')} as last_message_at
    from threads t join users u on u.id = t.user_id
    where t.worker_id = ${workerId} order by t.last_message_at desc nulls last, t.id desc limit ${limit}`;

/** Returns whether the worker has read the newest message about an appointment's change to this status. */
export const isStatusRead = async (
  db: Db,
  { userId, workerId }: { userId: number; workerId: number },
  { appointmentId, status }: { appointmentId: number; status: AppointmentStatus },
): Promise<boolean> => {
  const row = await firstRow(db)<{ isRead: boolean }>`
    select t.unread_by_worker < (
      select count(*) from messages n where n.thread_id = t.id and n.sender <> 'worker' and n.number >= m.number
    ) as is_read
    from threads t cross join lateral (
      select m.number from messages m
      where m.thread_id = t.id and m.type = 'appointment_status'
        and m.payload ->> 'appointmentId' = ${String(appointmentId)}
        -- The message of a missed interview names its cause, the appointment its status.
        and case m.payload ->> 'changed_status'
          when 'MISSED' then 'APPOINTMENT_NEGATIVE' else m.payload ->> 'changed_status' end = ${status}
      order by m.number desc limit 1
    ) m
    where t.user_id = ${userId} and t.worker_id = ${workerId}`;
  return row?.isRead ?? false;
};

/** Returns the sessions with a push subscription: of the inbox's own account, and of root and HR staff. */
export const listSubscribedSessions = ({ trx, now }: Change, { organisationId, userId }: LockedThread) => rowsOf(trx)<{
  sessionId: string;
  companyName: string;
}>`
    select distinct t.session_id, coalesce(o.company_name, '') as company_name
    from users u join access_tokens t on t.user_id = u.id cross join users o
    where u.organisation_id = ${organisationId} and u.deleted_at is null and o.id = ${userId}
      and (u.id = ${userId} or u.user_type in ('root', 'hr_account'))
      and t.fcm_token like '{%' and t.expires_at > ${now}`;

/** The employer's side of a conversation. */
export interface Side {
  id: number;
  /** True for a deleted account: its history stays readable but takes no new messages. */
  isDeleted: boolean;
}

/** Returns a branch of the organisation, deleted or not. */
export const findBranch = (db: Db, organisationId: number, id: number): Promise<Side | undefined> => firstRow(db)`
    select id, deleted_at is not null as is_deleted from users
    where id = ${id} and organisation_id = ${organisationId} and user_type = 'branch'`;

/**
 * Returns whether the scope holds an application or a conversation of the worker, who cannot be erased until the
 * transaction ends. The employer may write only to such workers. See docs/API.md#conversations.
 */
export const mayWriteTo = async (trx: Trx, scope: Scope, workerId: number): Promise<boolean> => {
  await holdOffErasure(trx, workerId);
  return hasRow(trx)`
    select 1 from applications a where a.worker_id = ${workerId} and ${inScope(scope)}
    union all
    select 1 from threads t where t.worker_id = ${workerId} and ${inScope(scope, 't')}
    limit 1`;
};
