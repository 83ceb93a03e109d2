import { sql, type Kysely } from 'kysely';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import type { Database } from '../../platform/database/schema';
import { sendEvents } from '../../platform/live/outbox';

/** The worker's product can fetch an event it missed for this many days. */
const EVENTS_KEPT_DAYS = 90;

const BATCH = 10_000;

/** Returns the events after `after`, oldest first. It includes every change that was committed before the call. */
export const listEvents = async (db: Kysely<Database>, after: number, limit: number): Promise<GatewayEvent[]> => {
  await sendEvents(db);
  const { rows } = await sql<GatewayEvent>`
    select seq, type, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, worker_id as "workerId", data
    from worker_events where seq > ${after} order by seq limit ${limit}`.execute(db);
  return rows;
};

/**
 * Removes worker events that are older than `EVENTS_KEPT_DAYS` and returns their number. It deletes the oldest in
 * batches, so that no statement blocks writers for long.
 */
export const removeOldEvents = async (db: Kysely<Database>, now: Date, batch = BATCH): Promise<number> => {
  let removed = 0;
  for (;;) {
    // There is no index by time. Numbers rise with time, so the oldest rows are enough.
    const { numAffectedRows } = await sql`
      delete from worker_events where seq <= (
        select max(seq) from (select seq, at from worker_events order by seq limit ${batch}) oldest
        where at < ${now}::timestamptz - make_interval(days => ${EVENTS_KEPT_DAYS}))`.execute(db);
    const count = Number(numAffectedRows ?? 0);
    removed += count;
    if (count < batch) return removed;
  }
};
