import { sql, type Kysely, type Transaction } from 'kysely';
import { firstRow, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { FULL_NAME, withTold } from '../workers';

/** Returns which of the accounts are deleted: their conversations stay readable but take no messages. */
export const findDeletedOwners = async (db: Kysely<Database>, ids: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${[...ids]}::bigint[]) and deleted_at is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Returns the workers' names by application. The caller has read the applications within its scope. */
export const findNames = async (
  db: Kysely<Database>,
  applicationIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, ${FULL_NAME} as name from applications a join workers w on w.id = a.worker_id ${withTold()}
    where a.id = any(${[...applicationIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Cancels the messages of a bulk action that have not left yet and returns their applications. */
export const cancelUnsent = async (
  trx: Transaction<Database>,
  bulkId: string,
  ids: readonly number[],
): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    update bulk_items set due_at = null
    where bulk_id = ${bulkId} and application_id = any(${[...ids]}::bigint[]) and due_at is not null
    returning application_id as id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
};

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
export const takeDue = (trx: Transaction<Database>, now: Date): Promise<DueMessage | undefined> => firstRow(trx)`
    select i.bulk_id as "bulkId", i.application_id as "applicationId", a.user_id as "userId",
      a.worker_id as "workerId", b.options ->> 'body' as body, b.request_id as "requestId",
      json_build_object('id', b.user_id, 'organisationId', b.organisation_id, 'name', b.user_name) as sender
    from bulk_items i join bulks b on b.id = i.bulk_id join applications a on a.id = i.application_id
    where i.due_at <= ${now} order by i.due_at, i.bulk_id, i.application_id limit 1
    for update of i skip locked`;

type Item = Pick<DueMessage, 'bulkId' | 'applicationId'>;

export const markSent = (trx: Transaction<Database>, { bulkId, applicationId }: Item): Promise<void> => run(trx)`
    update bulk_items set due_at = null where bulk_id = ${bulkId} and application_id = ${applicationId}`;

/** Corrects the outcome of a message that could not leave: skipped for `key`, or failed. */
export const markUnsent = async (
  trx: Transaction<Database>,
  { bulkId, applicationId }: Item,
  key: string | null,
): Promise<void> => {
  const outcome = key === null ? 'failed' : 'skipped';
  const { rows } = await sql`
    update bulk_items set due_at = null, outcome = ${outcome}, key = ${key}
    where bulk_id = ${bulkId} and application_id = ${applicationId} and due_at is not null returning 1`.execute(trx);
  if (rows.length === 0) return;
  const skips =
    key === null
      ? sql``
      : sql`, skips = jsonb_set(skips, array[${key}]::text[], to_jsonb(coalesce((skips ->> ${key}::text)::int, 0) + 1))`;
  const count = sql.ref(outcome);
  await sql`update bulks set done = done - 1, ${count} = ${count} + 1 ${skips} where id = ${bulkId}`.execute(trx);
};
