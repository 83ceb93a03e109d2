import { sql, type Kysely, type Transaction } from 'kysely';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/database/schema';
import { appendToOutbox, sendEvents, sendSoon, type OutboxEntry } from '../../platform/live/outbox';
import type { EmployerEvent } from '../../platform/live/tell';

/** Something that a worker's product is told; `data` names the thing's id. */
export type WorkerEventInput = Pick<GatewayEvent, 'type' | 'workerId' | 'data'>;

/** One transaction of a change: its writes, its moment, and what it tells, which is written when all else is done. */
export interface Change {
  trx: Transaction<Database>;
  clock: Clock;
  now: Date;
  /** Tells the worker's product. */
  emit(event: WorkerEventInput): void;
  /** Tells the employer's side on all servers. */
  tellEmployer(organisationId: number, event: EmployerEvent['event']): void;
}

/** Runs one change in one transaction; what it told is written at its very end and sent after its commit. */
export const inChange = async <T>(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  work: (change: Change) => Promise<T>,
): Promise<T> => {
  const told: OutboxEntry[] = [];
  const result = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const done = await work({
      trx,
      clock,
      now,
      emit: (event) => void told.push(event),
      tellEmployer: (organisationId, event) =>
        void told.push({ data: { organisationId, event } satisfies EmployerEvent }),
    });
    await appendToOutbox(trx, now, told);
    return done;
  });
  if (told.length > 0) sendSoon(db);
  return result;
};

/** Events after a number, oldest first: all whose change was answered before. */
export const listEvents = async (db: Kysely<Database>, after: number, limit: number): Promise<GatewayEvent[]> => {
  await sendEvents(db);
  const { rows } = await sql<GatewayEvent>`
    select seq, type, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, worker_id as "workerId", data
    from worker_events where seq > ${after} order by seq limit ${limit}`.execute(db);
  return rows;
};
