import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely';
import type { Scope } from '../../platform/auth/scope';
import { firstRow, hasRow, onlyRow, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { inScope } from '../jobs';
import { MESSAGE, type StoredMessage } from './repository';

/** The fields that decide whether a thread has changed for its reader. */
export interface ThreadHead {
  id: number;
  userId: number;
  organisationId: number;
  version: number;
  lastNumber: number;
  /** Messages up to this number are hidden. */
  hiddenTo: number;
  unread: number;
  isSteered: boolean;
}

const HEAD_COLUMNS = `
  t.id, t.user_id as "userId", t.organisation_id as "organisationId", t.version, t.last_number as "lastNumber",
  t.hidden_to_number as "hiddenTo", t.unread_by_employer as unread, t.steered_at is not null as "isSteered"`;
const HEAD = sql.raw(HEAD_COLUMNS);

/** The only query of an unchanged poll besides its session check. The text is built once. */
const FIND_HEAD = `
  select ${HEAD_COLUMNS} from threads t
  where t.id = $1 and t.organisation_id = $2 and t.user_id = coalesce($3::bigint, t.user_id)
    and t.user_id = coalesce($4::bigint, t.user_id)`;

/** Returns a thread of the caller's scope, and of the inbox of `userId` where it is given. */
export const findHead = async (
  db: Kysely<Database>,
  scope: Scope,
  threadId: number,
  userId?: number,
): Promise<ThreadHead | undefined> => {
  const values = [threadId, scope.organisationId, scope.userId, userId ?? null];
  const { rows } = await db.executeQuery<ThreadHead>(CompiledQuery.raw(FIND_HEAD, values));
  return rows[0];
};

/** Returns the thread as `findHead` does and locks its row until the transaction ends. */
export const lockHead = (
  trx: Transaction<Database>,
  scope: Scope,
  threadId: number,
): Promise<(ThreadHead & { isBlocked: boolean }) | undefined> => firstRow(trx)<ThreadHead & { isBlocked: boolean }>`
    select ${HEAD}, t.blocked_at is not null as "isBlocked" from threads t
    where t.id = ${threadId} and ${inScope(scope, 't')} for no key update`;

export interface MessageRange {
  /** Returns only messages with a higher number. */
  above: number;
  /** Returns only messages with a lower number. */
  below?: number | undefined;
  /** The end of the range to take from when it has more than `limit` messages. */
  from: 'lowest' | 'highest';
  limit: number;
}

/** Returns the messages of a range in rising order of number. */
export const listRange = async (
  db: Kysely<Database>,
  threadId: number,
  { above, below, from, limit }: MessageRange,
): Promise<StoredMessage[]> => {
  const under = below === undefined ? sql`` : sql`and m.number < ${below}`;
  const order = from === 'lowest' ? sql`m.number` : sql`m.number desc`;
  const { rows } = await sql<StoredMessage>`
    select ${MESSAGE},
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = m.sender_user_id) as "senderName"
    from messages m where m.thread_id = ${threadId} and m.number > ${above} ${under}
    order by ${order} limit ${limit}`.execute(db);
  return from === 'lowest' ? rows : rows.reverse();
};

/**
 * Marks a locked thread as read up to `number` and returns its unread count and new version. A late response never
 * makes a message unread again. The commit does not wait for the disk: a crash of PostgreSQL loses at most the last
 * half second of these marks, and the next poll sets them again.
 */
export const markRead = async (
  trx: Transaction<Database>,
  threadId: number,
  number: number,
): Promise<Pick<ThreadHead, 'version' | 'unread'>> => {
  await sql`set local synchronous_commit to off`.execute(trx);
  return onlyRow(trx)`
    update threads set employer_read_number = greatest(employer_read_number, ${number}::bigint),
      unread_by_employer = least(unread_by_employer, (
        select count(*) from messages where thread_id = ${threadId} and sender = 'worker' and number > ${number}))
    where id = ${threadId} returning version, unread_by_employer as unread`;
};

/** Hides all present messages from the employer's side. */
export const hideAll = (trx: Transaction<Database>, threadId: number): Promise<void> => run(trx)`
    update threads set hidden_to_number = last_number, employer_read_number = last_number, unread_by_employer = 0,
      awaiting_since = null
    where id = ${threadId}`;

/** Blocks a thread from an instant on; null unblocks it. */
export const setBlockedAt = (trx: Transaction<Database>, threadId: number, at: Date | null): Promise<void> =>
  run(trx)`update threads set blocked_at = ${at} where id = ${threadId}`;

/**
 * Returns whether the scope holds an application or a conversation of the worker. The employer may write only to such
 * workers. See docs/API.md#conversations.
 */
export const mayWriteTo = (db: Kysely<Database>, scope: Scope, workerId: number): Promise<boolean> => hasRow(db)`
    select 1 from applications a where a.worker_id = ${workerId} and ${inScope(scope)}
    union all
    select 1 from threads t where t.worker_id = ${workerId} and ${inScope(scope, 't')}
    limit 1`;

/** Returns the message that any user of the employer's side already sent under this client id. */
export const findSent = (
  db: Kysely<Database>,
  { userId, workerId, clientMessageId }: { userId: number; workerId: number; clientMessageId: string },
): Promise<StoredMessage | undefined> => firstRow(db)`
    select ${MESSAGE} from threads t join messages m on m.thread_id = t.id
    where t.user_id = ${userId} and t.worker_id = ${workerId} and m.sender = 'employer'
      and m.client_message_id = ${clientMessageId}`;
