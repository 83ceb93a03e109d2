import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';

/** Days for which the product of the workers can come for what it missed. */
export const EVENTS_KEPT_DAYS = 90;

const BATCH = 10_000;

/**
 * Forgets worker events that are older than `EVENTS_KEPT_DAYS`; answers how many. In batches from the oldest on, so that no
 * statement holds up those who write.
 */
export const removeOldEvents = async (db: Kysely<Database>, now: Date, batch = BATCH): Promise<number> => {
  let removed = 0;
  for (;;) {
    // Only the oldest are looked at: there is no index by time, and their numbers rise with it.
    const { numAffectedRows } = await sql`
      delete from worker_events where seq <= (
        select max(seq) from (select seq, at from worker_events order by seq limit ${batch}) oldest
        where at < ${now}::timestamptz - make_interval(days => ${EVENTS_KEPT_DAYS}))`.execute(db);
    const count = Number(numAffectedRows ?? 0);
    removed += count;
    if (count < batch) return removed;
  }
};
