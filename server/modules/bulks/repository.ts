import { sql, type RawBuilder } from 'kysely';
import { BULK_DAYS } from '../../../contract/constants/bulks';
import type { Bulk, BulkItem, BulkItemsQuery, BulkPreviewBody } from '../../../contract/schemas/bulks';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import { DAY } from '../../../contract/constants/time';
import { type Scope, scopeOfBranch } from '../../platform/auth/guard';
import { firstRow, hasRow, rowsOf, idsOf, onlyRow, run, instant } from '../../platform/database/query';
import type { Db, Row, Trx } from '../../platform/database/schema';
import { FULL_NAME, withTold } from '../workers';
import { conditionsOf, type FilterMoment } from '../search';
import { inScope, ownedRows } from '../jobs';

/** The options of an action that are stored with it. */
export type BulkOptions = Omit<DeclineBody, 'cancelAppointment' | 'isNew' | 'templateId'> & { body?: string };

interface NewBulk extends Row<'bulks', 'id' | 'requestId' | 'action' | 'undoOf' | 'isClosing'> {
  user: { id: number; name: string };
  scope: Scope;
  options: BulkOptions;
  now: Date;
}

/** Stores a bulk action without items. `setTotal` completes it. */
export const insertBulk = async (trx: Trx, { user, scope, options, now, ...columns }: NewBulk): Promise<void> => {
  await trx
    .insertInto('bulks')
    .values({
      ...columns,
      organisationId: scope.organisationId,
      userId: user.id,
      userName: user.name,
      scopeUserId: scope.userId,
      options: JSON.stringify(options),
      total: 0,
      workedAt: now,
      createdAt: now,
    })
    .execute();
};

export const setTotal = async (
  trx: Trx,
  id: string,
  { total, jobId }: { total: number; jobId: number | null },
): Promise<void> => {
  await trx.updateTable('bulks').set({ total, jobId }).where('id', '=', id).execute();
};

/** A bulk action with its progress. */
export type BulkRecord = Omit<Bulk, 'job' | 'skips' | 'recallSeconds'> & {
  jobId: number | null;
  jobTitle: string | null;
  skips: Record<string, number>;
  /** When the last of its messages will be sent; null when none waits. */
  lastDueAt: Date | null;
};

const RECORD = sql`
  select b.id, b.action, b.job_id, j.title as job_title, b.user_name as by, b.state, b.total, b.done,
    b.skipped, b.failed, b.skips, b.undo_of, u.id as undone_by, ${instant('b.created_at')} as created_at,
    ${instant('b.finished_at')} as finished_at,
    case when b.action = 'message' then (
      select max(i.due_at) from bulk_items i where i.bulk_id = b.id and i.due_at is not null
    ) end as last_due_at
  from bulks b left join bulks u on u.undo_of = b.id left join jobs j on j.id = b.job_id`;

/** The signed-in user of a call, within the tenant. */
export interface Owner {
  id: number;
  organisationId: number;
}

const owned = ({ id, organisationId }: Owner): RawBuilder<unknown> =>
  sql`b.user_id = ${id} and b.organisation_id = ${organisationId}`;

/** Returns a bulk action of the user, or undefined. */
export const findBulk = (db: Db, owner: Owner, id: string): Promise<BulkRecord | undefined> =>
  firstRow(db)`${RECORD} where b.id = ${id} and ${owned(owner)}`;

/** Returns the user's unfinished action that began with the closing of a job, or undefined. */
export const findClosing = (db: Db, owner: Owner, jobId: number): Promise<BulkRecord | undefined> => firstRow(db)`
    ${RECORD} where ${owned(owner)} and b.job_id = ${jobId} and b.is_closing and b.state in ('queued', 'running')
    limit 1`;

const LIST_MAX = 100;

/** Returns the user's newest bulk actions that are still kept. */
export const listBulks = async (db: Db, owner: Owner, now: Date): Promise<BulkRecord[]> => {
  const oldest = new Date(now.getTime() - BULK_DAYS * DAY);
  return rowsOf(db)`
    ${RECORD} where ${owned(owner)} and b.created_at >= ${oldest}
    order by b.created_at desc, b.id desc limit ${LIST_MAX}`;
};

/** Returns a page of a bulk action's items, in the order in which they are handled. */
export const listItems = async (
  db: Db,
  bulkId: string,
  { outcome }: BulkItemsQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<BulkItem[]> => {
  const filter = outcome === undefined ? sql`` : sql`and i.outcome = ${outcome}`;
  return rowsOf(db)`
    select i.application_id, i.job_id, ${FULL_NAME} as name, i.outcome, i.key
    from (
      select * from bulk_items i where i.bulk_id = ${bulkId} ${filter}
      order by i.job_id, i.application_id limit ${limit} offset ${offset}
    ) i
    join applications a on a.id = i.application_id join workers w on w.id = a.worker_id ${withTold()}
    order by i.job_id, i.application_id`;
};

/** A locked bulk action that is to be reverted. */
export interface LockedBulk extends Row<'bulks', 'id' | 'action' | 'state' | 'done' | 'undoOf' | 'createdAt'> {
  undoneBy: string | null;
}

/** Locks a bulk action of the user, so that two undos cannot begin at once. */
export const lockBulk = async (trx: Trx, owner: Owner, id: string): Promise<LockedBulk | undefined> => {
  const row = await firstRow(trx)<Omit<LockedBulk, 'undoneBy'>>`
    select b.id, b.action, b.state, b.done, b.undo_of, b.created_at
    from bulks b where b.id = ${id} and ${owned(owner)} for update`;
  if (!row) return undefined;
  // A separate statement sees the undo for whose commit the one above may have waited.
  const undo = await trx.selectFrom('bulks').select('id').where('undoOf', '=', id).executeTakeFirst();
  return { ...row, undoneBy: undo?.id ?? null };
};

/** Deletes a bulk action with its items that was created before `oldest`; returns false when there is none. */
export const deleteOldest = (db: Db, oldest: Date): Promise<boolean> => hasRow(db)`
    delete from bulks where id = (select id from bulks where created_at < ${oldest} order by created_at limit 1)
    returning 1`;

/** The applications of a bulk action: by ids, or by the list's query without some. */
type Chosen = Pick<BulkPreviewBody, 'ids' | 'query' | 'except'>;

/** Returns the condition that an application `a` is among the chosen ones within the caller's scope. */
export const conditionOf = (scope: Scope, chosen: Chosen, moment: FilterMoment): RawBuilder<unknown> => {
  const { ids, query = {}, except = [] } = chosen;
  if (ids) return sql`a.id = any(${ids}) and ${inScope(scope)}`;
  const matching = conditionsOf(scopeOfBranch(scope, query.branchId), query, moment);
  return except.length === 0 ? matching : sql`${matching} and a.id <> all(${except})`;
};

/** Returns the condition that an application `a` of the job waits for a decision. */
export const remainingOf = (scope: Scope, jobId: number): RawBuilder<unknown> =>
  sql`${ownedRows('a', scope, jobId)} and a.status = 'in_progress'`;

/** Returns the ids of the applications that meet a condition, at most `limit`. */
export const listChosen = (db: Db, condition: RawBuilder<unknown>, limit: number): Promise<number[]> => idsOf(db)`
    select a.id from applications a where ${condition} limit ${limit}`;

export interface FrozenSet {
  total: number;
  /** Null when the applications belong to several jobs. */
  jobId: number | null;
}

const freeze = (trx: Trx, items: RawBuilder<unknown>): Promise<FrozenSet> => onlyRow(trx)`
    with added as (
      insert into bulk_items (bulk_id, application_id, job_id) ${items} returning job_id
    )
    select count(*)::int as total, case when min(job_id) = max(job_id) then min(job_id) end as job_id from added`;

/** Stores the applications that meet a condition now as the items of a bulk action, at most `limit` of them. */
export const freezeChosen = (
  trx: Trx,
  bulkId: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<FrozenSet> =>
  freeze(trx, sql`select ${bulkId}, a.id, a.job_id from applications a where ${condition} limit ${limit}`);

/** Stores the items of an undo: those that the action changed, or whose messages have not left yet. */
export const freezeUndo = (
  trx: Trx,
  bulkId: string,
  { id, action }: { id: string; action: string },
): Promise<FrozenSet> => {
  const unsent = action === 'message' ? sql`and due_at is not null` : sql``;
  return freeze(
    trx,
    sql`select ${bulkId}, application_id, job_id from bulk_items where bulk_id = ${id} and outcome = 'done' ${unsent}`,
  );
};

/** Serialises the calls of one user, or the messages of one organisation, until the commit. */
export const lockLimit = (trx: Trx, name: string): Promise<void> =>
  run(trx)`select pg_advisory_xact_lock(hashtextextended(${`bulks of ${name}`}, 0))`;

interface BulkCounts {
  running: number;
  /** Actions that began after `since`. */
  recent: number;
  /** When the oldest of them began. */
  oldest: Date | null;
}

/** Counts the actions that the user started, without undos and closings. */
export const countOfUser = (db: Db, userId: number, since: Date): Promise<BulkCounts> => onlyRow(db)`
    select count(*) filter (where state in ('queued', 'running'))::int as running,
      count(*) filter (where created_at > ${since})::int as recent,
      min(created_at) filter (where created_at > ${since}) as oldest
    from bulks
    where user_id = ${userId} and undo_of is null and not is_closing
      and (created_at > ${since} or state in ('queued', 'running'))`;

/**
 * Counts the bulk messages of an organisation since an instant, without those that an undo cancelled, and returns when
 * the first of them began.
 */
export const countMessages = (
  db: Db,
  organisationId: number,
  since: Date,
): Promise<{ sent: number; oldest: Date | null }> => onlyRow(db)`
    select coalesce(sum(sent), 0)::int as sent, min(created_at) filter (where sent > 0) as oldest
    from (
      select b.created_at, b.total - b.skipped - b.failed - coalesce(u.done, 0) as sent
      from bulks b left join bulks u on u.undo_of = b.id
      where b.organisation_id = ${organisationId} and b.action = 'message' and b.undo_of is null
        and b.created_at > ${since}
    ) bulks`;
