// The writes of the changes benchmark: each writer has a separate conversation, so that they share only the
// publication.
import { sql } from 'kysely';
import { setBlockedAt } from '../../server/modules/chat/inboxRepository';
import { inChange, type WorkerEventInput } from '../../server/platform/change';
import { audit } from '../../server/platform/audit';
import { systemClock } from '../../server/platform/clock';
import type { Db, Trx } from '../../server/platform/database/schema';
import type { EmployerEvent } from '../../server/platform/live/streams';

export interface Target {
  id: number;
  workerId: number;
  userId: number;
  organisationId: number;
}

/** Returns `count` conversations, each with another worker. */
export const findTargets = async (db: Db, count: number): Promise<Target[]> => {
  const { rows } = await sql<Target>`
    select distinct on (t.worker_id) t.id, t.worker_id as "workerId", t.user_id as "userId",
      u.organisation_id as "organisationId"
    from threads t join users u on u.id = t.user_id order by t.worker_id, t.id limit ${count}`.execute(db);
  if (rows.length < count) throw new Error(`the world has ${rows.length} conversations, not ${count}`);
  return rows;
};

const write = async (trx: Trx, { id, userId, organisationId }: Target) => {
  await setBlockedAt(trx, id, systemClock.now());
  const user = { id: userId, organisationId, name: 'Benchmark' };
  const actor = { kind: 'user', user, requestId: null } as const;
  await audit({ trx, clock: systemClock }, actor, 'thread.blocked', ['thread', id]);
};

const eventOf = ({ id, workerId }: Target, at: number): WorkerEventInput => ({
  type: 'message',
  workerId,
  data: { threadId: id, number: at },
});

const hintOf = ({ organisationId, userId }: Target, at: number): EmployerEvent => ({
  organisationId,
  event: { type: 'thread', threadId: at, userId },
});

/** Makes one change; resolves when it is committed. Its hint carries the number `at`. */
export type MakeChange = (db: Db, target: Target, at: number) => Promise<unknown>;

/** Publishes as the product does. */
export const changeWithOutbox: MakeChange = (db, target, at) =>
  inChange({ db, clock: systemClock }, async ({ trx, emit, notifyEmployer }) => {
    await write(trx, target);
    emit(eventOf(target, at));
    const { organisationId, event } = hintOf(target, at);
    notifyEmployer(organisationId, event);
  });

/** Publishes as before migration 0024: a NOTIFY in each transaction, and numbers under a row lock until the commit. */
export const changeWithNotify: MakeChange = (db, target, at) =>
  db.transaction().execute(async (trx) => {
    await write(trx, target);
    await sql`select pg_notify('employer_events', ${JSON.stringify(hintOf(target, at))})`.execute(trx);
    await sql`
      with block as (
        update worker_event_sequence set value = value + 1::bigint returning value - 1::bigint as start
      )
      insert into worker_events (seq, type, worker_id, data, at)
      select block.start + e.ordinality, e.item ->> 'type', (e.item ->> 'workerId')::bigint, e.item -> 'data', ${systemClock.now()}
      from block, jsonb_array_elements(${JSON.stringify([eventOf(target, at)])}::jsonb) with ordinality e (item, ordinality)`.execute(
      trx,
    );
  });

/** Makes the same writes without publishing: the maximum that the disk and the processors allow. */
export const changeUnpublished: MakeChange = (db, target) => db.transaction().execute((trx) => write(trx, target));
