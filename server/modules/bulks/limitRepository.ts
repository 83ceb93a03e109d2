import type { Kysely, Transaction } from 'kysely';
import { onlyRow, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** Makes the calls of one user, or the messages of one organisation, wait for each other until the commit. */
export const lockLimit = (trx: Transaction<Database>, name: string): Promise<void> =>
  run(trx)`select pg_advisory_xact_lock(hashtextextended(${`bulks of ${name}`}, 0))`;

export interface BulkCounts {
  running: number;
  /** Actions that began after `since`. */
  recent: number;
  /** When the oldest of them began. */
  oldest: Date | null;
}

/** Counts the actions that the user started, without undos and closings. */
export const countOfUser = (db: Kysely<Database>, userId: number, since: Date): Promise<BulkCounts> => onlyRow(db)`
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
  db: Kysely<Database>,
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
