import type { FastifyBaseLogger } from 'fastify';
import PgBoss from 'pg-boss';
import type { Pool } from 'pg';
import { CompiledQuery } from 'kysely';
import type { Db } from './database/schema';

/**
 * Seconds for which a finished job prevents another one of the same period; longer than the longest period of a task.
 */
const COMPLETED_SECONDS = 900;
/** Hours for which a finished job can be looked up afterwards. */
const RETENTION_HOURS = 24;
/** Minutes between clean-ups; one server of a store does them. */
const MAINTENANCE_MINUTES = 2;
/** Seconds after which the job of a vanished server is given up; a later job has done its work by then. */
const JOB_TIMEOUT_SECONDS = 900;

/** One job queue for each task, shared by all servers of a store. */
export interface Queue {
  /** Adds a job unless a server has already added one for this period of `seconds`. */
  enqueueOnce(name: string, seconds: number): Promise<void>;
  /** Takes at most `atMost` due jobs, oldest first, and returns their ids; none while PostgreSQL is unavailable. */
  take(name: string, atMost: number): Promise<string[]>;
  complete(name: string, ids: string[]): Promise<void>;
  /** Marks jobs as failed; they are not retried. */
  fail(name: string, ids: string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Closes a connection after a failed statement: the library's statements in several parts begin a transaction, which
 * would otherwise stay open on the connection for the next request.
 */
const executor = (pool: Pool): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const client = await pool.connect();
    let isHealthy = false;
    try {
      const answer = await client.query(text, values);
      isHealthy = true;
      return answer;
    } finally {
      client.release(!isHealthy);
    }
  },
});

/** An advisory lock that nothing else uses. */
const CREATION_LOCK = 714_112_040;

/** Serialises the creation of queues: servers that start together create the same tables and would deadlock. */
const withCreationLock = async (pool: Pool, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  let isHealthy = false;
  try {
    await client.query('select pg_advisory_lock($1)', [CREATION_LOCK]);
    await work();
    await client.query('select pg_advisory_unlock($1)', [CREATION_LOCK]);
    isHealthy = true;
  } finally {
    // Closing the connection releases its locks.
    client.release(!isHealthy);
  }
};

/** Opens the queues of `names` on connections of the pool and creates missing ones (docs/decisions/0022). */
export const openQueue = async (
  pool: Pool,
  log: Pick<FastifyBaseLogger, 'warn'>,
  names: readonly string[],
): Promise<Queue> => {
  const boss = new PgBoss({
    db: executor(pool),
    // Our migrations create its tables; its cron has a resolution of only one minute.
    migrate: false,
    schedule: false,
    archiveCompletedAfterSeconds: COMPLETED_SECONDS,
    deleteAfterHours: RETENTION_HOURS,
    maintenanceIntervalMinutes: MAINTENANCE_MINUTES,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue could not be cleared'));
  const missing = async () => {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    return names.filter((name) => !existing.has(name));
  };
  if ((await missing()).length > 0)
    await withCreationLock(pool, async () => {
      for (const name of await missing())
        await boss.createQueue(name, { name, retryLimit: 0, expireInSeconds: JOB_TIMEOUT_SECONDS });
    });
  await boss.start();
  return {
    enqueueOnce: async (name, seconds) => void (await boss.send(name, {}, { singletonSeconds: seconds })),
    take: async (name, atMost) => (await boss.fetch(name, { batchSize: atMost })).map(({ id }) => id),
    complete: (name, ids) => boss.complete(name, ids),
    fail: (name, ids) => boss.fail(name, ids),
    close: () => boss.stop({ graceful: false }),
  };
};

const noConnection: PgBoss.Db = {
  executeSql: () => Promise.reject(new Error('pass a connection to queue a job')),
};

// Only builds the statement; it is neither started nor connected.
const statementBuilder = new PgBoss({ db: noConnection, migrate: false, schedule: false, supervise: false });

/**
 * Queues a job through `db`, in the same transaction as the rows that it is about. It has no payload, because the
 * tables hold the work. Delayed by `after` seconds of PostgreSQL's clock.
 */
export const sendJob = async (db: Db, name: string, after = 0): Promise<void> => {
  const executeSql: PgBoss.Db['executeSql'] = async (text, values) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  await statementBuilder.send(name, {}, { db: { executeSql }, startAfter: after });
};
