import type { FastifyBaseLogger } from 'fastify';
import PgBoss from 'pg-boss';
import type { Pool } from 'pg';

/** Seconds for which a job that is done stays where the next of its kind is held against it; longer than the longest pause of a task. */
const DONE_SECONDS = 900;
/** Hours for which it can be looked up after that. */
const KEPT_HOURS = 24;
/** Minutes between the times that somebody clears away; one server of a store does it. */
const CLEAR_MINUTES = 2;
/** Seconds after which a job is given up whose server has vanished: what it was to do comes with a later one by then. */
const GIVEN_UP_SECONDS = 900;

/** One queue of jobs for each task, over all servers of a store. */
export interface Queue {
  /** Puts in a job unless one was put in for this stretch of `seconds`, by whichever server. */
  propose(name: string, seconds: number): Promise<void>;
  /** Takes at most so many jobs whose time has come, oldest first; their ids. None while the store is away. */
  take(name: string, atMost: number): Promise<string[]>;
  /** They are done. */
  done(name: string, ids: string[]): Promise<void>;
  /** They failed, and are not tried again. */
  failed(name: string, ids: string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * A connection that a statement has failed on is closed: the library's statements of several parts begin a transaction that would
 * else stay open on it, for the next request.
 */
const executor = (pool: Pool): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const client = await pool.connect();
    let isSound = false;
    try {
      const answer = await client.query(text, values);
      isSound = true;
      return answer;
    } finally {
      client.release(!isSound);
    }
  },
});

/** An advisory lock of the store that nothing else has. */
const MAKING_LOCK = 714_112_040;

/** Servers that start together make the same tables, and would wait for each other's locks in a circle. */
const exclusively = async (pool: Pool, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  let isSound = false;
  try {
    await client.query('select pg_advisory_lock($1)', [MAKING_LOCK]);
    await work();
    await client.query('select pg_advisory_unlock($1)', [MAKING_LOCK]);
    isSound = true;
  } finally {
    // A connection that is closed gives its locks back.
    client.release(!isSound);
  }
};

/** Opens the queues of `names` on connections of the pool; makes those that the store does not have. Decision 0022. */
export const openQueue = async (
  pool: Pool,
  log: Pick<FastifyBaseLogger, 'warn'>,
  names: readonly string[],
): Promise<Queue> => {
  const boss = new PgBoss({
    db: executor(pool),
    // Its tables come with our migrations; its cron knows no less than a minute.
    migrate: false,
    schedule: false,
    archiveCompletedAfterSeconds: DONE_SECONDS,
    deleteAfterHours: KEPT_HOURS,
    maintenanceIntervalMinutes: CLEAR_MINUTES,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue could not be cleared'));
  const missing = async () => {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    return names.filter((name) => !existing.has(name));
  };
  if ((await missing()).length > 0)
    await exclusively(pool, async () => {
      for (const name of await missing())
        await boss.createQueue(name, { name, retryLimit: 0, expireInSeconds: GIVEN_UP_SECONDS });
    });
  await boss.start();
  return {
    propose: async (name, seconds) => void (await boss.send(name, {}, { singletonSeconds: seconds })),
    take: async (name, atMost) => (await boss.fetch(name, { batchSize: atMost })).map(({ id }) => id),
    done: (name, ids) => boss.complete(name, ids),
    failed: (name, ids) => boss.fail(name, ids),
    close: () => boss.stop({ graceful: false }),
  };
};
