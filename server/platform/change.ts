import type { GatewayEvent } from '../../contract/schemas/gateway';
import type { Clock } from './clock';
import type { Db, Trx } from './database/schema';
import { appendToOutbox, scheduleSend, type OutboxEntry } from './live/outbox';
import type { EmployerEvent } from './live/streams';

/** An event for the worker's product; `data` holds the id of the changed row. */
export type WorkerEventInput = Pick<GatewayEvent, 'type' | 'workerId' | 'data'>;

/** One transaction with its time and the events that it publishes. */
export interface Change {
  trx: Trx;
  clock: Clock;
  now: Date;
  /** Publishes an event to the worker's product. */
  emit(event: WorkerEventInput): void;
  /** Publishes an event to the employer's open dashboards on all servers. */
  notifyEmployer(organisationId: number, event: EmployerEvent['event']): void;
  /**
   * Computes what depends on the changed rows, such as what an application waits for. Each change does so at its end;
   * only those that read such rows before call it.
   */
  refresh(): Promise<void>;
}

export interface ChangeDeps {
  db: Db;
  clock: Clock;
  /** Runs in every change after its work. */
  beforeCommit?: ((change: Change) => Promise<void>) | undefined;
}

/** Runs `work` in one transaction. Its events are written as the last statement and sent after the commit. */
export const inChange = async <T>(
  { db, clock, beforeCommit }: ChangeDeps,
  work: (change: Change) => Promise<T>,
): Promise<T> => {
  const events: OutboxEntry[] = [];
  const result = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const change: Change = {
      trx,
      clock,
      now,
      emit: (event) => void events.push(event),
      notifyEmployer: (organisationId, event) =>
        void events.push({ data: { organisationId, event } satisfies EmployerEvent }),
      refresh: async () => beforeCommit?.(change),
    };
    const returned = await work(change);
    await change.refresh();
    await appendToOutbox(trx, now, events);
    return returned;
  });
  if (events.length > 0) scheduleSend(db);
  return result;
};
