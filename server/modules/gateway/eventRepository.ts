import { sql, type Kysely } from 'kysely';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { sendEvents } from '../../platform/live/outbox';

/** Returns the events after `after`, oldest first. It includes every change that was committed before the call. */
export const listEvents = async (db: Kysely<Database>, after: number, limit: number): Promise<GatewayEvent[]> => {
  await sendEvents(db);
  return rowsOf(db)`
    select seq, type, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, worker_id as "workerId", data
    from worker_events where seq > ${after} order by seq limit ${limit}`;
};

/** Removes those of the `batch` oldest events that happened before `before` and returns their number. */
export const removeOldestEvents = async (db: Kysely<Database>, before: Date, batch: number): Promise<number> => {
  // There is no index by time. Numbers rise with time, so the oldest rows are enough.
  const { numAffectedRows } = await sql`
    delete from worker_events where seq <= (
      select max(seq) from (select seq, at from worker_events order by seq limit ${batch}) oldest
      where at < ${before}::timestamptz)`.execute(db);
  return Number(numAffectedRows ?? 0);
};
