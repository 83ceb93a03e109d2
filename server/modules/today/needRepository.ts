import { sql, type RawBuilder } from 'kysely';
import type { NeedKind } from '../../../contract/constants/need';
import { idsOf, rowsOf } from '../../platform/database/query';
import type { Trx } from '../../platform/database/schema';
import type { Scope } from '../../platform/auth/guard';
import { inScope } from '../jobs';

/** What is stored about the need of an application. */
export interface StoredNeed {
  id: number;
  organisationId: number;
  userId: number;
  jobId: number;
  kind: NeedKind | null;
  at: Date | null;
  dueFrom: Date | null;
  snoozedUntil: Date | null;
  /** The worker's last message when a snooze of `answer` began. */
  snoozedNumber: number | null;
  changesAt: Date | null;
}

/**
 * Locks the rows of applications and of the worker's other applications to the owner, one of which the conversation
 * belongs to. A change reads the facts after this, so that it sees what others committed meanwhile. All changes lock in
 * the order of ids, and after their own rows.
 */
const lock = (ids: RawBuilder<unknown>) => sql<StoredNeed>`
  select n.application_id as id, n.organisation_id, n.user_id, n.job_id, n.need as kind, n.need_at as at, n.due_from,
    n.snoozed_until, n.snoozed_number, n.changes_at
  from application_needs n where n.application_id in (
    select s.id from (${ids}) changed (id) join applications a on a.id = changed.id
    join applications s on s.worker_id = a.worker_id and s.organisation_id = a.organisation_id and s.user_id = a.user_id)
  order by n.application_id for no key update of n`;

/** Locks what this transaction changed, at most `limit`; the rest is left to the task. */
export const lockOwn = (trx: Trx, limit: number): Promise<StoredNeed[]> => rowsOf(trx)`
    with mine as (
      delete from need_changes where ctid = any(array(
        select ctid from need_changes where change_id = pg_current_xact_id()::text::bigint limit ${limit}))
      returning application_id)
    ${lock(sql`select distinct application_id from mine`)}`;

export const lockNeeds = async (trx: Trx, ids: readonly number[]): Promise<StoredNeed[]> => {
  const { rows } = await lock(sql`select unnest(${[...ids]}::bigint[])`).execute(trx);
  return rows;
};

const take = async (trx: Trx, which: RawBuilder<unknown>, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    delete from need_changes where ctid = any(array(
      select ctid from need_changes where ${which} limit ${limit} for update skip locked))
    returning application_id as id`.execute(trx);
  return [...new Set(rows.map(({ id }) => id))];
};

/** Takes applications that a committed change left behind. */
export const takeLeft = (trx: Trx, limit: number): Promise<number[]> => take(trx, sql`change_id > 0`, limit);

/** Takes applications of the backfill. */
export const takeBackfill = (trx: Trx, limit: number): Promise<number[]> => take(trx, sql`change_id = 0`, limit);

/** Returns applications whose need changes by time alone. */
export const listChanging = (trx: Trx, limit: number, now: Date): Promise<number[]> => idsOf(trx)`
    select application_id as id from application_needs where changes_at <= ${now}
    order by changes_at, application_id limit ${limit}`;

/** By how much the number of a job's applications with a need changes. */
interface CountChange {
  jobId: number;
  kind: NeedKind;
  by: number;
}

const countChanges = (before: readonly StoredNeed[], after: readonly StoredNeed[]): CountChange[] => {
  const sums = new Map<string, CountChange>();
  const add = ({ jobId, kind }: StoredNeed, by: number) => {
    if (kind === null) return;
    const key = `${jobId} ${kind}`;
    sums.set(key, { jobId, kind, by: (sums.get(key)?.by ?? 0) + by });
  };
  for (const one of before) add(one, -1);
  for (const one of after) add(one, 1);
  return [...sums.values()].filter(({ by }) => by !== 0);
};

/** Stores the needs of locked rows and counts them. Counters are locked in their order, from here to the commit. */
export const writeNeeds = async (
  trx: Trx,
  before: readonly StoredNeed[],
  after: readonly StoredNeed[],
): Promise<void> => {
  const counts = countChanges(before, after);
  await sql`
    with written as (
      update application_needs n
      set need = g.kind, need_at = g.at, due_from = g.due_from, snoozed_until = g.snoozed_until,
        snoozed_number = g.snoozed_number, changes_at = g.changes_at
      from unnest(${after.map(({ id }) => id)}::bigint[], ${after.map(({ kind }) => kind)}::text[],
        ${after.map(({ at }) => at)}::timestamptz[], ${after.map(({ dueFrom }) => dueFrom)}::timestamptz[],
        ${after.map(({ snoozedUntil }) => snoozedUntil)}::timestamptz[],
        ${after.map(({ snoozedNumber }) => snoozedNumber)}::bigint[],
        ${after.map(({ changesAt }) => changesAt)}::timestamptz[])
        g (id, kind, at, due_from, snoozed_until, snoozed_number, changes_at)
      where n.application_id = g.id)
    insert into need_counts as c (job_id, need, total)
    select * from unnest(${counts.map(({ jobId }) => jobId)}::bigint[], ${counts.map(({ kind }) => kind)}::text[],
      ${counts.map(({ by }) => by)}::int[]) order by 1, 2
    on conflict (job_id, need) do update set total = c.total + excluded.total`.execute(trx);
};

interface Conversation {
  /** Null without a conversation. */
  threadId: number | null;
  lastNumber: number;
}

/** Locks the conversation of an application. Returns undefined for an application outside the scope. */
export const lockConversation = async (
  trx: Trx,
  scope: Scope,
  applicationId: number,
): Promise<Conversation | undefined> => {
  const found = await sql<{ userId: number; workerId: number }>`
    select a.user_id, a.worker_id from applications a
    where a.id = ${applicationId} and ${inScope(scope)}`.execute(trx);
  const [application] = found.rows;
  if (!application) return undefined;
  const { rows } = await sql<Conversation>`
    select t.id as thread_id, t.last_number from threads t
    where t.user_id = ${application.userId} and t.worker_id = ${application.workerId} for no key update`.execute(trx);
  return rows[0] ?? { threadId: null, lastNumber: 0 };
};

/**
 * Notes that the messages of a locked conversation up to `number` need no answer. Returns false when this changes nothing
 * for the conversation.
 */
export const settle = async (trx: Trx, threadId: number, number: number): Promise<boolean> => {
  const { rows } = await sql<{ before: Date | null }>`
    update threads t set settled_number = greatest(t.settled_number, ${number}::bigint)
    from (select awaiting_since from threads where id = ${threadId}) b
    where t.id = ${threadId} returning b.awaiting_since as before`.execute(trx);
  const changed = await sql`
    update threads t set awaiting_since = awaiting_since_of(t)
    where t.id = ${threadId} and t.awaiting_since is distinct from awaiting_since_of(t)`.execute(trx);
  return rows[0]?.before !== null && changed.numAffectedRows === 1n;
};
