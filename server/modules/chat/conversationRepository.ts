import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { inScope } from '../jobs';
import { MESSAGE, type StoredMessage } from './repository';

/** What decides whether there is anything to tell of a conversation. */
export interface ThreadHead {
  id: number;
  userId: number;
  organisationId: number;
  version: number;
  lastNumber: number;
  /** Hidden up to here. */
  hiddenTo: number;
  unread: number;
  isSteered: boolean;
}

const HEAD_COLUMNS = `
  t.id, t.user_id as "userId", t.organisation_id as "organisationId", t.version, t.last_number as "lastNumber",
  t.hidden_to_number as "hiddenTo", t.unread_by_employer as unread, t.steered_at is not null as "isSteered"`;
const HEAD = sql.raw(HEAD_COLUMNS);

/** All that an unchanged poll asks besides its session: put together once. */
const FIND_HEAD = `
  select ${HEAD_COLUMNS} from threads t
  where t.id = $1 and t.organisation_id = $2 and t.user_id = coalesce($3::bigint, t.user_id)
    and t.user_id = coalesce($4::bigint, t.user_id)`;

/** A conversation of the caller's, and (where `userId` is given) of that account's inbox. */
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

/** As `findHead`, and nobody writes there until the transaction ends. */
export const lockHead = async (
  trx: Transaction<Database>,
  scope: Scope,
  threadId: number,
): Promise<(ThreadHead & { isBlocked: boolean }) | undefined> => {
  const { rows } = await sql<ThreadHead & { isBlocked: boolean }>`
    select ${HEAD}, t.blocked_at is not null as "isBlocked" from threads t
    where t.id = ${threadId} and ${inScope(scope, 't')} for no key update`.execute(trx);
  return rows[0];
};

export interface MessageRange {
  /** Only higher numbers. */
  above: number;
  /** Only lower numbers. */
  below?: number | undefined;
  /** Which of them when there are more than `limit`. */
  from: 'lowest' | 'highest';
  limit: number;
}

/** Messages of a range in rising order. */
export const listRange = async (
  db: Kysely<Database>,
  threadId: number,
  { above, below, from, limit }: MessageRange,
): Promise<StoredMessage[]> => {
  const under = below === undefined ? sql`` : sql`and m.number < ${below}`;
  const order = from === 'lowest' ? sql`m.number` : sql`m.number desc`;
  const { rows } = await sql<StoredMessage>`
    select ${MESSAGE} from messages m where m.thread_id = ${threadId} and m.number > ${above} ${under}
    order by ${order} limit ${limit}`.execute(db);
  return from === 'lowest' ? rows : rows.reverse();
};

/**
 * What is unread when everything up to `number` is read, and the new version; the thread's row must be locked. An answer that
 * was overtaken by a later one makes nothing unread again. The poll that brings a message does not wait for the disk to mark
 * it read: after a crash of PostgreSQL the last half second of it is unread once more, and marked by the next poll.
 */
export const markRead = async (
  trx: Transaction<Database>,
  threadId: number,
  number: number,
): Promise<Pick<ThreadHead, 'version' | 'unread'>> => {
  await sql`set local synchronous_commit to off`.execute(trx);
  const { rows } = await sql<Pick<ThreadHead, 'version' | 'unread'>>`
    update threads set employer_read_number = greatest(employer_read_number, ${number}::bigint),
      unread_by_employer = least(unread_by_employer, (
        select count(*) from messages where thread_id = ${threadId} and sender = 'worker' and number > ${number}))
    where id = ${threadId} returning version, unread_by_employer as unread`.execute(trx);
  return rows[0]!;
};

/** Hides what is there for the employer's side. */
export const hideAll = async (trx: Transaction<Database>, threadId: number): Promise<void> => {
  await sql`
    update threads set hidden_to_number = last_number, employer_read_number = last_number, unread_by_employer = 0
    where id = ${threadId}`.execute(trx);
};

export const setBlocked = async (trx: Transaction<Database>, threadId: number, now: Date): Promise<void> => {
  await sql`update threads set blocked_at = ${now} where id = ${threadId}`.execute(trx);
};

/** Whether the worker has an application in the organisation: no other worker is spoken to. API contract, section 2. */
export const isApplicant = async (db: Kysely<Database>, organisationId: number, workerId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from applications where worker_id = ${workerId} and organisation_id = ${organisationId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** What was already sent under this client id, whoever of the employer's side sent it. */
export const findSent = async (
  db: Kysely<Database>,
  { userId, workerId, clientMessageId }: { userId: number; workerId: number; clientMessageId: string },
): Promise<StoredMessage | undefined> => {
  const { rows } = await sql<StoredMessage>`
    select ${MESSAGE} from threads t join messages m on m.thread_id = t.id
    where t.user_id = ${userId} and t.worker_id = ${workerId} and m.sender = 'employer'
      and m.client_message_id = ${clientMessageId}`.execute(db);
  return rows[0];
};
