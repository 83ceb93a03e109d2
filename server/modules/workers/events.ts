import { sql, type Kysely, type Transaction } from 'kysely';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/database/schema';

/** Something that a worker's product is told; `data` names the thing's id. */
export type WorkerEventInput = Pick<GatewayEvent, 'type' | 'workerId' | 'data'>;

/** One transaction of a change: its writes, its moment, and the events that are written when all else is done. */
export interface Change {
  trx: Transaction<Database>;
  clock: Clock;
  now: Date;
  emit(event: WorkerEventInput): void;
}

/**
 * Numbers are handed out under the sequence's row lock, held until the commit. It is therefore the last lock that a
 * transaction takes: nobody who holds it waits for anything else, so it cannot be part of a deadlock.
 */
const appendEvents = async (trx: Transaction<Database>, at: Date, events: readonly WorkerEventInput[]) => {
  if (events.length === 0) return;
  await sql`
    with block as (
      update worker_event_sequence set value = value + ${events.length}::bigint returning value - ${events.length}::bigint as start
    )
    insert into worker_events (seq, type, worker_id, data, at)
    select block.start + e.ordinality, e.item ->> 'type', (e.item ->> 'workerId')::bigint, e.item -> 'data', ${at}
    from block, jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality e (item, ordinality)`.execute(
    trx,
  );
};

/** Runs one change in one transaction; the events that it emitted are appended at its very end, in their order. */
export const inChange = <T>(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  work: (change: Change) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now();
    const events: WorkerEventInput[] = [];
    const result = await work({ trx, clock, now, emit: (event) => void events.push(event) });
    await appendEvents(trx, now, events);
    return result;
  });

/** Events after a number, oldest first. */
export const listEvents = async (db: Kysely<Database>, after: number, limit: number): Promise<GatewayEvent[]> => {
  const { rows } = await sql<GatewayEvent>`
    select seq, type, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, worker_id as "workerId", data
    from worker_events where seq > ${after} order by seq limit ${limit}`.execute(db);
  return rows;
};
