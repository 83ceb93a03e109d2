import { sql } from 'kysely';
import type { BulkOutcome } from '../../../contract/constants/bulks';
import type { Scope } from '../../platform/auth/guard';
import { firstRow, hasRow, idsOf, mapOf, run, setOf } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import type { BulkOptions } from './repository';
import { FULL_NAME, withTold } from '../workers';

/** A bulk action whose row this transaction has locked. */
export interface TakenBulk extends Row<'bulks', Names<'id action undoOf requestId total done skipped failed'>> {
  options: BulkOptions;
  user: { id: number; organisationId: number; name: string };
  scope: Scope;
  skips: Record<string, number>;
  /** True when it began with the closing of a job. */
  isClosing: boolean;
  /** True once the account that started it is deleted. */
  isOwnerGone: boolean;
}

type TakenRow = Omit<TakenBulk, 'user' | 'scope'> & {
  userId: number;
  userName: string;
  organisationId: number;
  scopeUserId: number | null;
};

/**
 * Takes the unfinished bulk action `id`, or the one that waited longest among those that no server is working on.
 * Returns undefined when there is none.
 */
export const takeBulk = async (trx: Trx, now: Date, id?: string): Promise<TakenBulk | undefined> => {
  const next =
    id === undefined ? sql`order by worked_at, id limit 1 for update skip locked` : sql`and id = ${id} for update`;
  const row = await firstRow(trx)<TakenRow>`
    update bulks b set state = 'running', worked_at = ${now}
    from (select id from bulks where state in ('queued', 'running') ${next}) next, users u
    where b.id = next.id and u.id = b.user_id
    returning b.id, b.action, b.options, b.undo_of, b.user_id, b.user_name,
      b.organisation_id, b.request_id, b.scope_user_id, b.total,
      b.done, b.skipped, b.failed, b.skips, b.is_closing, u.deleted_at is not null as is_owner_gone`;
  if (!row) return undefined;
  const { userId, userName, organisationId, scopeUserId, ...taken } = row;
  const user = { id: userId, organisationId, name: userName };
  return { ...taken, user, scope: { organisationId, userId: scopeUserId } };
};

/** Returns the next items without an outcome, in the order in which the applications are locked. */
export const listWaiting = (trx: Trx, bulkId: string, limit: number): Promise<number[]> => idsOf(trx)`
    select application_id as id from bulk_items where bulk_id = ${bulkId} and outcome is null
    order by job_id, application_id limit ${limit}`;

export const isWaiting = (trx: Trx, bulkId: string, applicationId: number): Promise<boolean> => hasRow(trx)`
    select 1 from bulk_items
    where bulk_id = ${bulkId} and application_id = ${applicationId} and outcome is null`;

/** What happened to an item. */
export interface ItemResult {
  applicationId: number;
  outcome: BulkOutcome;
  /** Why it was skipped. */
  key?: string | null;
  /** What an undo restores. */
  before?: object | null;
  /** When its message will be sent. */
  dueAt?: Date | null;
}

export const recordResults = (trx: Trx, bulkId: string, results: readonly ItemResult[]): Promise<void> => run(trx)`
    update bulk_items i set outcome = r.outcome, key = r.key, before = r.before, due_at = r."dueAt"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as r ("applicationId" bigint, outcome text, key text, before jsonb, "dueAt" timestamptz)
    where i.bulk_id = ${bulkId} and i.application_id = r."applicationId"`;

export type Progress = Pick<TakenBulk, 'done' | 'skipped' | 'failed' | 'skips'>;

/** Stores the counts; `end` finishes the action. */
export const recordProgress = async (
  trx: Trx,
  id: string,
  { done, skipped, failed, skips }: Progress,
  end?: { state: 'done' | 'failed'; now: Date },
): Promise<void> => {
  await trx
    .updateTable('bulks')
    .set({
      done,
      skipped,
      failed,
      skips: JSON.stringify(skips),
      ...(end && { state: end.state, finishedAt: end.now }),
    })
    .where('id', '=', id)
    .execute();
};

/** Marks all items without an outcome as failed and returns their number. */
export const failWaiting = async (trx: Trx, bulkId: string): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('bulkItems')
    .set({ outcome: 'failed' })
    .where('bulkId', '=', bulkId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Returns when the locked applications were shortlisted. */
export const findShortlistTimes = (trx: Trx, ids: readonly number[]): Promise<Map<number, Date | null>> => mapOf(trx)`
    select id, shortlisted_at as value from applications where id = any(${[...ids]}::bigint[])`;

/** Audit log actions that change nothing that an undo would overwrite. */
const HARMLESS = [
  'application.seen',
  'application.told',
  'application.not_told',
  'application.reminded',
  'application.cv_exported',
  'application.cv_mailed',
  'application.settled',
  'application.unsettled',
  'application.snoozed',
];

/**
 * Returns which of the locked applications somebody changed after the action `undoOf`: their last entry in the audit
 * log does not belong to it.
 */
export const findTouched = (trx: Trx, undoOf: string, ids: readonly number[]): Promise<Set<number>> => setOf(trx)`
    select i.id from unnest(${[...ids]}::bigint[]) i (id)
    left join lateral (
      select l.details ->> 'bulkId' as bulk from audit_log l
      where l.subject_type = 'application' and l.subject_id = i.id and l.action <> all(${HARMLESS})
      order by l.id desc limit 1
    ) last on true
    where last.bulk is distinct from ${undoOf}`;

/** Returns what the action stored for its undo, by application. */
export const findBefore = (db: Db, bulkId: string, ids: readonly number[]): Promise<Map<number, unknown>> => mapOf(db)`
    select application_id as id, before as value from bulk_items
    where bulk_id = ${bulkId} and application_id = any(${[...ids]}::bigint[])`;

/** Returns which of the accounts are deleted: their conversations stay readable but take no messages. */
export const findDeletedOwners = (db: Db, ids: readonly number[]): Promise<Set<number>> => setOf(db)`
    select id from users where id = any(${[...ids]}::bigint[]) and deleted_at is not null`;

/** Returns the workers' names by application. The caller has read the applications within its scope. */
export const findNames = (db: Db, applicationIds: readonly number[]): Promise<ReadonlyMap<number, string>> => mapOf(db)`
    select a.id, ${FULL_NAME} as value from applications a join workers w on w.id = a.worker_id ${withTold()}
    where a.id = any(${[...applicationIds]}::bigint[])`;

/** Cancels the messages of a bulk action that have not left yet and returns their applications. */
export const cancelUnsent = (trx: Trx, bulkId: string, ids: readonly number[]): Promise<Set<number>> => setOf(trx)`
    update bulk_items set due_at = null
    where bulk_id = ${bulkId} and application_id = any(${[...ids]}::bigint[]) and due_at is not null
    returning application_id as id`;

/** A message that is due, with its item locked. */
export interface DueMessage {
  bulkId: string;
  applicationId: number;
  userId: number;
  workerId: number;
  body: string;
  sender: { id: number; organisationId: number; name: string };
  requestId: string;
}

/** Locks the next message that is due and that no server is sending. */
export const takeDue = (trx: Trx, now: Date): Promise<DueMessage | undefined> => firstRow(trx)`
    select i.bulk_id, i.application_id, a.user_id, a.worker_id, b.options ->> 'body' as body, b.request_id,
      json_build_object('id', b.user_id, 'organisationId', b.organisation_id, 'name', b.user_name) as sender
    from bulk_items i join bulks b on b.id = i.bulk_id join applications a on a.id = i.application_id
    where i.due_at <= ${now} order by i.due_at, i.bulk_id, i.application_id limit 1
    for update of i skip locked`;

type Item = Pick<DueMessage, 'bulkId' | 'applicationId'>;

export const markSent = (trx: Trx, { bulkId, applicationId }: Item): Promise<void> => run(trx)`
    update bulk_items set due_at = null where bulk_id = ${bulkId} and application_id = ${applicationId}`;

/** Corrects the outcome of a message that could not be sent: skipped for `key`, or failed. */
export const markUnsent = async (trx: Trx, { bulkId, applicationId }: Item, key: string | null): Promise<void> => {
  const outcome = key === null ? 'failed' : 'skipped';
  const isChanged = await hasRow(trx)`
    update bulk_items set due_at = null, outcome = ${outcome}, key = ${key}
    where bulk_id = ${bulkId} and application_id = ${applicationId} and due_at is not null returning 1`;
  if (!isChanged) return;
  const skips =
    key === null
      ? sql``
      : sql`, skips = jsonb_set(skips, array[${key}]::text[], to_jsonb(coalesce((skips ->> ${key}::text)::int, 0) + 1))`;
  const count = sql.ref(outcome);
  await run(trx)`update bulks set done = done - 1, ${count} = ${count} + 1 ${skips} where id = ${bulkId}`;
};
