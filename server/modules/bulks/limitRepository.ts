import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';

/** Makes the calls of one user, or the messages of one organisation, wait for each other until the commit. */
export const lockLimit = async (trx: Transaction<Database>, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulks of ${name}`}, 0))`.execute(trx);
};

export interface BulkCounts {
  running: number;
  /** Actions that began after `since`. */
  recent: number;
  /** When the oldest of them began. */
  oldest: Date | null;
}

/** Counts the actions that the user started, without undos and closings. */
export const countOfUser = async (db: Kysely<Database>, userId: number, since: Date): Promise<BulkCounts> => {
  const { rows } = await sql<BulkCounts>`
    select count(*) filter (where state in ('queued', 'running'))::int as running,
      count(*) filter (where created_at > ${since})::int as recent,
      min(created_at) filter (where created_at > ${since}) as oldest
    from bulks
    where user_id = ${userId} and undo_of is null and not is_closing
      and (created_at > ${since} or state in ('queued', 'running'))`.execute(db);
  return rows[0]!;
};

/** Counts the bulk messages of an organisation since an instant, and returns when the first of them began. */
export const countMessages = async (
  db: Kysely<Database>,
  organisationId: number,
  since: Date,
): Promise<{ sent: number; oldest: Date | null }> => {
  const { rows } = await sql<{ sent: number; oldest: Date | null }>`
    select coalesce(sum(total - skipped - failed), 0)::int as sent, min(created_at) as oldest from bulks
    where organisation_id = ${organisationId} and action = 'message' and undo_of is null
      and created_at > ${since}`.execute(db);
  return rows[0]!;
};
