import type { GatewayEvent } from '../../contract/schemas/gateway';
import type { Clock } from './clock';
import { run } from './database/query';
import type { Db, Trx } from './database/schema';
import { appendToOutbox, scheduleSend, type OutboxEntry } from './live/outbox';
import type { EmployerEvent } from './live/streams';
import { sql, type RawBuilder } from 'kysely';

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
   * Computes what depends on the changed rows, such as the needs of applications. Every change does so at its end; call
   * it only to read such rows earlier.
   */
  refresh(): Promise<void>;
}

export interface ChangeDeps {
  db: Db;
  clock: Clock;
  /** Runs in every change after its work. */
  beforeCommit?: ((change: Change) => Promise<void>) | undefined;
}

/** Repeats `step` until it handles less than a full batch of `size`. Returns the total. */
export const inBatches = async (size: number, step: () => Promise<number>): Promise<number> => {
  for (let total = 0; ;) {
    const count = await step();
    total += count;
    if (count < size) return total;
  }
};

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

/** The steps of an application whose first time is kept, with their columns in `application_facts`. */
const COLUMNS = {
  opened: 'opened_at',
  answered: 'answered_at',
  shortlisted: 'shortlisted_at',
  invited: 'invited_at',
  agreed: 'agreed_at',
  came: 'came_at',
  missed: 'missed_at',
  offer: 'offer_at',
  hired: 'hired_at',
  told: 'told_at',
  started: 'started_at',
} as const;
export type Fact = keyof typeof COLUMNS;

const setOnce = async (trx: Trx, fact: Fact, which: RawBuilder<unknown>, at: Date) => {
  const column = sql.ref(COLUMNS[fact]);
  // Rows are locked in the order of their ids, so that two changes of the same applications cannot deadlock.
  await run(trx)`
    update application_facts f set ${column} = ${at}
    from (
      select application_id from application_facts where ${which} and ${column} is null
      order by application_id for no key update
    ) due
    where f.application_id = due.application_id`;
};

/**
 * Records when a step of applications happened, in the transaction of the change. The first time stays. A change that
 * also appends messages calls this afterwards: rows of facts are locked after threads.
 */
export const recordFacts = async (trx: Trx, fact: Fact, applicationIds: readonly number[], at: Date): Promise<void> => {
  if (applicationIds.length > 0) await setOnce(trx, fact, sql`application_id = any(${applicationIds})`, at);
};

/** Records the employer's first message to a worker for all applications of the worker to this owner. */
export const recordAnswered = (
  trx: Trx,
  { organisationId, userId, workerId }: { organisationId: number; userId: number; workerId: number },
  at: Date,
): Promise<void> => {
  const own = sql`
    application_id in (
      select a.id from applications a
      where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and a.user_id = ${userId}
    )`;
  return setOnce(trx, 'answered', own, at);
};

/** Forgets steps that were recorded by mistake, such as a feedback answer that is removed. */
export const clearFacts = async (
  trx: Trx,
  facts: readonly Fact[],
  applicationIds: readonly number[],
): Promise<void> => {
  if (facts.length === 0) return;
  const cleared = sql.join(facts.map((fact) => sql`${sql.ref(COLUMNS[fact])} = null`));
  await run(trx)`update application_facts set ${cleared} where application_id = any(${applicationIds})`;
};
