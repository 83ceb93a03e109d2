import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Thread } from '../../../contract/schemas/chat';
import { firstRow, onlyRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { StoredMessage } from './repository';

/** A thread with its worker and the newest message that the employer's side can see. */
export interface ThreadRecord {
  id: number;
  userId: number;
  workerId: number;
  firstName: string;
  lastName: string;
  imageKey: string | null;
  phone: string | null;
  externalId: string;
  lastMessage: Pick<StoredMessage, 'type' | 'sender' | 'body' | 'messagePayload'> | null;
  application: Thread['application'];
  lastMessageAt: string | null;
  unread: number;
  isBlocked: boolean;
}

/** Lists cut the newest message to this many characters. */
const EXCERPT = 200;

const THREAD = sql`
  t.id, t.user_id as "userId", t.worker_id as "workerId", w.first_name as "firstName", w.last_name as "lastName",
  w.image_key as "imageKey", w.phone, w.external_id as "externalId", case when m.id is not null then json_build_object(
    'type', m.type, 'sender', m.sender, 'body', left(m.body, ${sql.lit(EXCERPT)}),
    'messagePayload', m.payload - 'jobDescription') end as "lastMessage", a.application,
  to_char(t.last_message_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastMessageAt",
  t.unread_by_employer as unread, t.blocked_at is not null as "isBlocked"`;

const JOINED = sql`
  join workers w on w.id = t.worker_id
  left join messages m on m.thread_id = t.id and m.number = t.last_number and t.last_number > t.hidden_to_number
  left join lateral (
    select json_build_object('id', a.id, 'jobId', j.id, 'jobTitle', j.title) as application
    from applications a join jobs j on j.id = a.job_id
    where a.worker_id = t.worker_id and a.organisation_id = t.organisation_id and a.user_id = t.user_id
    order by
      a.id = coalesce(m.payload->>'applicationId', case m.type when 'application' then m.payload->>'id' end)::bigint
        desc nulls last,
      a.created_at desc, a.id desc
    limit 1
  ) a on true`;

/** Returns one thread by its id. The caller has already checked the scope. */
export const findThread = (db: Kysely<Database>, threadId: number): Promise<ThreadRecord | undefined> => firstRow(db)`
    select ${THREAD} from threads t ${JOINED} where t.id = ${threadId}`;

export interface InboxFilter {
  organisationId: number;
  userId: number;
  /** A `like` pattern for folded texts. */
  pattern: string | undefined;
  isUnread: boolean;
}

/**
 * Matches the worker's name or a visible message. The subquery searches one thread at a time, in the order of the
 * list.
 */
const conditions = ({ organisationId, userId, pattern, isUnread }: InboxFilter): RawBuilder<unknown> => {
  const search = pattern
    ? sql`and (
        t.worker_name_folded like ${pattern}
        or exists (
          select 1 from messages s
          where s.thread_id = t.id and s.number > t.hidden_to_number and s.body_folded like ${pattern}))`
    : sql``;
  return sql`t.user_id = ${userId} and t.organisation_id = ${organisationId}
    and t.last_number > t.hidden_to_number ${isUnread ? sql`and t.unread_by_employer > 0` : sql``} ${search}`;
};

const UNREAD = ({ organisationId, userId }: InboxFilter): RawBuilder<unknown> => sql`
  select coalesce(sum(unread_by_employer), 0)::int as unread from threads
  where user_id = ${userId} and organisation_id = ${organisationId} and unread_by_employer > 0`;

/**
 * Returns a page of an inbox, newest first, and the unread count of the whole inbox. It is one statement because
 * clients poll it.
 */
export const listThreads = async (
  db: Kysely<Database>,
  filter: InboxFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ threads: ThreadRecord[]; unread: number }> => {
  const { rows } = await sql<{ whole: number } & (ThreadRecord | { id: null })>`
    select u.unread as whole, p.*
    from (${UNREAD(filter)}) u left join (
      select ${THREAD}, row_number() over (order by t.last_message_at desc nulls last, t.id desc) as place
      from (
        select t.* from threads t where ${conditions(filter)}
        order by t.last_message_at desc nulls last, t.id desc limit ${limit} offset ${offset}
      ) t ${JOINED}
    ) p on true order by p.place`.execute(db);
  const threads = rows.filter((row): row is { whole: number } & ThreadRecord => row.id !== null);
  return { threads, unread: rows[0]?.whole ?? 0 };
};

/** Returns the number of threads that match the filter and the unread count of the whole inbox. */
export const countThreads = (db: Kysely<Database>, filter: InboxFilter) => onlyRow(db)<{
  total: number;
  unread: number;
}>`
    select u.unread, (select count(*)::int from threads t where ${conditions(filter)}) as total
    from (${UNREAD(filter)}) u`;

export interface BranchInboxRecord {
  id: number;
  companyName: string;
  imageKey: string | null;
  nbTotal: number;
  nbInbox: number;
}

/** Returns the branches of an organisation by name. A closed branch appears as long as it has threads. */
export const listBranchInboxes = (db: Kysely<Database>, organisationId: number) => rowsOf(db)<BranchInboxRecord>`
    select u.id, coalesce(u.company_name, '') as "companyName", u.image_key as "imageKey", c.n as "nbTotal",
      r.n as "nbInbox"
    from users u
    cross join lateral (
      select count(*)::int as n from threads t where t.user_id = u.id and t.last_number > t.hidden_to_number) c
    cross join lateral (
      select coalesce(sum(t.unread_by_employer), 0)::int as n from threads t
      where t.user_id = u.id and t.unread_by_employer > 0) r
    where u.organisation_id = ${organisationId} and u.user_type = 'branch' and (u.deleted_at is null or c.n > 0)
    order by u.company_name_folded, u.id`;
