import { sql, type Kysely } from 'kysely';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import type { Database } from '../../platform/database/schema';
import { sendEvents } from '../../platform/live/outbox';

/** Returns the events after `after`, oldest first. It includes every change that was answered before the call. */
export const listEvents = async (db: Kysely<Database>, after: number, limit: number): Promise<GatewayEvent[]> => {
  await sendEvents(db);
  const { rows } = await sql<GatewayEvent>`
    select seq, type, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, worker_id as "workerId", data
    from worker_events where seq > ${after} order by seq limit ${limit}`.execute(db);
  return rows;
};
