import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../database/query';
import type { Db, Trx } from '../database/schema';

/**
 * One row of `event_outbox`: an event for a worker's product, or (without `workerId` and `type`) a hint for the
 * employer's dashboards.
 */
export interface OutboxEntry {
  workerId?: number;
  type?: string;
  data: object;
}

/**
 * Writes a change's events in order, inside its transaction. `scheduleSend` publishes them after the commit; otherwise the
 * next change on any server does.
 */
export const appendToOutbox = async (trx: Trx, at: Date, entries: readonly OutboxEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await run(trx)`
    insert into event_outbox (worker_id, type, data, at)
    select (e.item ->> 'workerId')::bigint, e.item ->> 'type', e.item -> 'data', ${at}
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality e (item, place) order by e.place`;
};

/** Numbers the committed events of all servers and announces their hints. Resolves when both are readable. */
export const sendEvents = (db: Db): Promise<void> => run(db)`select send_events()`;

/**
 * Milliseconds between two calls under continuous changes. Each call costs as much as a change, however many events it
 * sends.
 */
const BATCH_DELAY_MS = 5;

const pending = new WeakMap<Db, { isDirty: boolean }>();

/**
 * Calls `sendEvents` in the background, one call at a time for each pool; changes that commit during a call share the
 * next one. A failed call is not retried: PostgreSQL is unavailable, and the next change sends the rest.
 */
export const scheduleSend = (db: Db): void => {
  const running = pending.get(db);
  if (running) {
    running.isDirty = true;
    return;
  }
  const state = { isDirty: true };
  pending.set(db, state);
  const work = async () => {
    while (state.isDirty) {
      state.isDirty = false;
      await sendEvents(db).catch(() => undefined);
      if (state.isDirty) await sleep(BATCH_DELAY_MS);
    }
    pending.delete(db);
  };
  void work();
};
