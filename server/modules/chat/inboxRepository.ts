import { sql, type RawBuilder, CompiledQuery } from 'kysely';
import { MESSAGE_EXCERPT } from '../../../contract/constants/limits';
import type { Thread } from '../../../contract/schemas/chat';
import { containing, firstRow, onlyRow, rowsOf, run, instant } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import { FIRST_NAME, IS_ERASED, LAST_NAME } from '../workers';
import { type StoredMessage, MESSAGE } from './repository';
import type { Scope } from '../../platform/auth/guard';
import { inScope, STAGE } from '../jobs';

/** A thread with its worker and the newest message that the employer's side can see. */
export interface ThreadRecord extends Row<'workers', Names<'id firstName lastName imageKey phone externalId'>> {
  userId: number;
  companyName: string;
  workerId: number;
  /** Null when no message waits for an answer, and in a blocked thread. */
  awaitingSince: string | null;
  lastMessage: Pick<StoredMessage, 'type' | 'sender' | 'body' | 'messagePayload'> | null;
  application: Thread['application'];
  stage: Thread['stage'] | null;
  lastMessageAt: string | null;
  unread: number;
  isBlocked: boolean;
  isErased: boolean;
}

/** Since when an unblocked thread waits for an answer, written as in the indexes of an organisation's threads. */
const AWAITING = sql`(case when t.blocked_at is null then t.awaiting_since end)`;

const THREAD = sql`
  t.id, t.user_id, coalesce(o.company_name, '') as company_name, t.worker_id,
  case when t.blocked_at is null then ${instant('t.awaiting_since')} end as awaiting_since,
  ${FIRST_NAME} as first_name, ${LAST_NAME} as last_name, w.image_key, w.phone, w.external_id,
  ${IS_ERASED} as is_erased, case when m.id is not null then json_build_object(
    'type', m.type, 'sender', m.sender, 'body', left(m.body, ${sql.lit(MESSAGE_EXCERPT)}),
    'messagePayload', m.payload - 'jobDescription') end as last_message, told.application, told.stage,
  ${instant('t.last_message_at')} as last_message_at,
  t.unread_by_employer as unread, t.blocked_at is not null as is_blocked`;

const JOINED = sql`
  left join workers w on w.id = t.worker_id left join users o on o.id = t.user_id
  left join messages m on m.thread_id = t.id and m.number = t.last_number and t.last_number > t.hidden_to_number
  left join lateral (
    select json_build_object('id', a.id, 'jobId', j.id, 'jobTitle', j.title) as application, ${STAGE}, s.first_name, s.last_name
    from applications a join jobs j on j.id = a.job_id left join application_sources s on s.application_id = a.id
    where a.worker_id = t.worker_id and a.organisation_id = t.organisation_id and a.user_id = t.user_id
    order by
      a.id = coalesce(m.payload->>'applicationId', case m.type when 'application' then m.payload->>'id' end)::bigint
        desc nulls last,
      a.status = 'rejected', a.created_at desc, a.id desc
    limit 1
  ) told on true`;

/** Returns one thread by its id. The caller has already checked the scope. */
export const findThread = (db: Db, threadId: number): Promise<ThreadRecord | undefined> => firstRow(db)`
    select ${THREAD} from threads t ${JOINED} where t.id = ${threadId}`;

interface InboxFilter extends Scope {
  /** Searches names and visible messages. */
  q: string | undefined;
  isUnread: boolean;
}

/**
 * Matches the worker's name or a visible message. The subquery searches one thread at a time, in the order of the list.
 */
const conditions = ({ q, isUnread, ...scope }: InboxFilter): RawBuilder<unknown> => {
  const pattern = containing(q);
  const search = pattern
    ? sql`and (
        t.worker_name_folded like ${pattern}
        or exists (
          select 1 from messages s
          where s.thread_id = t.id and s.number > t.hidden_to_number and s.body_folded like ${pattern}))`
    : sql``;
  return sql`${inScope(scope, 't')} and t.last_number > t.hidden_to_number ${isUnread ? sql`and t.unread_by_employer > 0` : sql``} ${search}`;
};

const UNREAD = (scope: Scope): RawBuilder<unknown> => sql`
  (select coalesce(sum(t.unread_by_employer), 0)::int from threads t
  where ${inScope(scope, 't')} and t.unread_by_employer > 0)`;

const UNANSWERED = (scope: Scope): RawBuilder<unknown> => sql`
  (select count(*)::int from threads t
  where ${inScope(scope, 't')} and t.last_number > t.hidden_to_number and ${AWAITING} is not null)`;

/** The counts of a whole inbox. Only an organisation's inbox counts the unanswered threads. */
export interface InboxCounts {
  unread: number;
  unanswered: number | null;
}

const COUNTS = (scope: Scope): RawBuilder<unknown> =>
  sql`select ${UNREAD(scope)} as unread, ${scope.userId === null ? UNANSWERED(scope) : sql`null::int`} as unanswered`;

const NEWEST = sql`t.last_message_at desc nulls last, t.id desc`;
const UNANSWERED_FIRST = sql`${AWAITING}, ${NEWEST}`;

/**
 * A row's position in an organisation's inbox: microseconds since 1970 (0 when nothing waits for an answer) and its id.
 */
export type InboxPosition = readonly [awaitingSince: number, lastMessageAt: number, id: number];

const micros = (time: RawBuilder<unknown>) => sql`coalesce((extract(epoch from ${time}) * 1000000)::bigint, 0)`;
const timeOf = (micro: number) => sql`timestamptz 'epoch' + ${micro}::bigint * interval '1 microsecond'`;
const POSITION = sql`json_build_array(${micros(AWAITING)}, ${micros(sql`t.last_message_at`)}, t.id)`;

/** Returns the threads of an organisation's inbox after a position, each part by one index scan. */
const threadsAfter = (filter: InboxFilter, [awaitingSince, lastMessageAt, id]: InboxPosition, limit: number) => {
  const part = (where: RawBuilder<unknown>) =>
    sql`(select t.* from threads t where ${conditions(filter)} and ${where} order by ${UNANSWERED_FIRST} limit ${limit})`;
  const isBelow = sql`(t.last_message_at, t.id) < (${timeOf(lastMessageAt)}, ${id}::bigint)`;
  if (awaitingSince === 0) return part(sql`${AWAITING} is null and ${isBelow}`);
  return sql`
    select t.* from (
      ${part(sql`${AWAITING} = ${timeOf(awaitingSince)} and ${isBelow}`)}
      union all ${part(sql`${AWAITING} > ${timeOf(awaitingSince)}`)}
      union all ${part(sql`${AWAITING} is null`)}
    ) t order by ${UNANSWERED_FIRST} limit ${limit}`;
};

interface InboxPage {
  limit: number;
  offset: number;
  /** Where an organisation's inbox continues. */
  after?: InboxPosition | undefined;
}

/**
 * Returns a page of an inbox and the counts of the whole inbox. It is one statement because clients poll it. An
 * organisation's begins with the threads that wait longest for an answer, any other one with the newest.
 */
export const listThreads = async (
  db: Db,
  filter: InboxFilter,
  { limit, offset, after }: InboxPage,
): Promise<{ threads: (ThreadRecord & { position: InboxPosition })[]; counts: InboxCounts }> => {
  type Listed = ThreadRecord & { position: InboxPosition };
  type Counted = { whole: number; unanswered: number | null };
  const order = filter.userId === null ? UNANSWERED_FIRST : NEWEST;
  const page = after
    ? threadsAfter(filter, after, limit)
    : sql`select t.* from threads t where ${conditions(filter)} order by ${order} limit ${limit} offset ${offset}`;
  const { rows } = await sql<Counted & (Listed | { id: null })>`
    select u.unread as whole, u.unanswered, ${THREAD}, ${POSITION} as position
    from (${COUNTS(filter)}) u left join (${page}) t on true ${JOINED} order by ${order}`.execute(db);
  const [first] = rows;
  const threads = rows.filter((row): row is Counted & Listed => row.id !== null);
  return { threads, counts: { unread: first?.whole ?? 0, unanswered: first?.unanswered ?? null } };
};

/** Returns the number of threads that match the filter and the counts of the whole inbox. */
export const countThreads = (db: Db, filter: InboxFilter) => onlyRow(db)<InboxCounts & { total: number }>`
    select u.unread, u.unanswered, (select count(*)::int from threads t where ${conditions(filter)}) as total
    from (${COUNTS(filter)}) u`;

export interface BranchInboxRecord {
  id: number;
  companyName: string;
  imageKey: string | null;
  nbTotal: number;
  nbInbox: number;
}

/** Returns the branches of an organisation by name. A closed branch appears as long as it has threads. */
export const listBranchInboxes = (db: Db, organisationId: number) => rowsOf(db)<BranchInboxRecord>`
    select u.id, coalesce(u.company_name, '') as company_name, u.image_key, c.n as nb_total, r.n as nb_inbox
    from users u
    cross join lateral (
      select count(*)::int as n from threads t where t.user_id = u.id and t.last_number > t.hidden_to_number) c
    cross join lateral (
      select coalesce(sum(t.unread_by_employer), 0)::int as n from threads t
      where t.user_id = u.id and t.unread_by_employer > 0) r
    where u.organisation_id = ${organisationId} and u.user_type = 'branch' and (u.deleted_at is null or c.n > 0)
    order by u.company_name_folded, u.id`;

/** The fields that decide whether a thread has changed for its reader. */
export interface ThreadHead extends Row<'threads', 'id' | 'userId' | 'organisationId' | 'version' | 'lastNumber'> {
  /** Messages up to this number are hidden. */
  hiddenTo: number;
  unread: number;
  isSteered: boolean;
}

const HEAD_COLUMNS = `
  t.id, t.user_id, t.organisation_id, t.version, t.last_number, t.hidden_to_number as hidden_to,
  t.unread_by_employer as unread, t.steered_at is not null as is_steered`;
const HEAD = sql.raw(HEAD_COLUMNS);

/** The only query of an unchanged poll besides its session check. The text is built once. */
const FIND_HEAD = `
  select ${HEAD_COLUMNS} from threads t
  where t.id = $1 and t.organisation_id = $2 and t.user_id = coalesce($3::bigint, t.user_id)
    and t.user_id = coalesce($4::bigint, t.user_id)`;

/** Returns a thread of the caller's scope, and of the inbox of `userId` where it is given. */
export const findHead = async (
  db: Db,
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
  trx: Trx,
  scope: Scope,
  threadId: number,
): Promise<(ThreadHead & { isBlocked: boolean }) | undefined> => firstRow(trx)<ThreadHead & { isBlocked: boolean }>`
    select ${HEAD}, t.blocked_at is not null as is_blocked from threads t
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
  db: Db,
  threadId: number,
  { above, below, from, limit }: MessageRange,
): Promise<StoredMessage[]> => {
  const under = below === undefined ? sql`` : sql`and m.number < ${below}`;
  const order = from === 'lowest' ? sql`m.number` : sql`m.number desc`;
  const rows = await rowsOf(db)<StoredMessage>`
    select ${MESSAGE},
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = m.sender_user_id) as sender_name
    from messages m where m.thread_id = ${threadId} and m.number > ${above} ${under}
    order by ${order} limit ${limit}`;
  return from === 'lowest' ? rows : rows.reverse();
};

/**
 * Marks a locked thread as read up to `number` and returns its unread count and new version. A late response never
 * makes a message unread again. The commit does not wait for the disk: a crash of PostgreSQL loses at most the last
 * half second of these marks, and the next poll sets them again.
 */
export const markRead = async (
  trx: Trx,
  threadId: number,
  number: number,
): Promise<Pick<ThreadHead, 'version' | 'unread'>> => {
  await run(trx)`set local synchronous_commit to off`;
  return onlyRow(trx)`
    update threads set employer_read_number = greatest(employer_read_number, ${number}::bigint),
      unread_by_employer = least(unread_by_employer, (
        select count(*) from messages where thread_id = ${threadId} and sender = 'worker' and number > ${number}))
    where id = ${threadId} returning version, unread_by_employer as unread`;
};

/** Hides all present messages from the employer's side. */
export const hideAll = (trx: Trx, threadId: number): Promise<void> => run(trx)`
    update threads set hidden_to_number = last_number, employer_read_number = last_number, unread_by_employer = 0,
      awaiting_since = null
    where id = ${threadId}`;

/** Blocks a thread from an instant on; null unblocks it. */
export const setBlockedAt = (trx: Trx, threadId: number, at: Date | null): Promise<void> =>
  run(trx)`update threads set blocked_at = ${at} where id = ${threadId}`;
