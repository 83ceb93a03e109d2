import type { FastifyBaseLogger } from 'fastify';
import PgBoss from 'pg-boss';
import type { Pool, PoolClient } from 'pg';
import { CompiledQuery } from 'kysely';
import type { Db } from './database/schema';
import type { Clock } from './clock';

/**
 * Seconds for which a finished job prevents another one of the same period; longer than the longest period of a task.
 */
const COMPLETED_SECONDS = 900;
/** Hours for which a finished job can be looked up afterwards. */
const RETENTION_HOURS = 24;
/** Minutes between clean-ups; one server of a store does them. */
const MAINTENANCE_MINUTES = 2;
/** Seconds after which the job of a dead server is given up; a later job has done its work by then. */
const JOB_TIMEOUT_SECONDS = 900;

/** One job queue for each task, shared by all servers of a store. */
interface Queue {
  /** Adds a job unless a server has already added one for this period of `seconds`. */
  enqueueOnce(name: string, seconds: number): Promise<void>;
  /** Takes at most `atMost` due jobs, oldest first, and returns their ids; none while PostgreSQL is unavailable. */
  take(name: string, atMost: number): Promise<string[]>;
  complete(name: string, ids: string[]): Promise<void>;
  /** Marks jobs as failed; they are not retried. */
  fail(name: string, ids: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Runs `work` on a connection of the pool, and closes the connection when it fails, which also releases its locks. */
const withConnection = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let isHealthy = false;
  try {
    const answer = await work(client);
    isHealthy = true;
    return answer;
  } finally {
    client.release(!isHealthy);
  }
};

/**
 * The library's statements in several parts begin a transaction. After a failure it would stay open on a connection that
 * is not closed.
 */
const executor = (pool: Pool): PgBoss.Db => ({
  executeSql: (text, values) => withConnection(pool, (client) => client.query(text, values)),
});

/** An advisory lock that nothing else uses. */
const CREATION_LOCK = 714_112_040;

/** Serialises the creation of queues: servers that start together create the same tables and would deadlock. */
const withCreationLock = (pool: Pool, work: () => Promise<void>): Promise<void> =>
  withConnection(pool, async (client) => {
    await client.query('select pg_advisory_lock($1)', [CREATION_LOCK]);
    await work();
    await client.query('select pg_advisory_unlock($1)', [CREATION_LOCK]);
  });

/** Opens the queues of `names` on connections of the pool and creates missing ones (docs/decisions/0022). */
const openQueue = async (
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

/** A task that runs periodically, on one server of a store at a time. */
export interface Task {
  /** Letters, digits and -; also the name of its queue. */
  name: string;
  /** Its period: it runs once in each stretch of so many seconds across all servers; at most 900. */
  everySeconds: number;
  /** Seconds between polls of the queue; less than `everySeconds` when other code puts jobs in too. */
  pollSeconds?: number;
  /** Jobs that one run handles, 50 by default; 1 when other servers should take the others. */
  jobsAtOnce?: number;
  /**
   * A unique number, used as an advisory lock that PostgreSQL frees when the server dies. Null for a task that may run
   * on several servers at once, because each run takes different rows.
   */
  lock: number | null;
  run(): Promise<void>;
}

const JOBS_AT_ONCE = 50;
/** Seconds until the next attempt to open the queue after PostgreSQL was unavailable. */
const REOPEN_SECONDS = 5;

interface LockConnection {
  client: Promise<PoolClient>;
  /** Number of running tasks that use the connection. */
  users: number;
  broken: boolean;
  last: Promise<unknown>;
}

/**
 * Without a listener, a connection that breaks while idle would end the process. The next statement on it fails and
 * reports the error.
 */
const noop = () => undefined;

const connect = async (pool: Pool): Promise<PoolClient> => {
  const client = await pool.connect();
  return client.on('error', noop);
};

type RunExclusively = (lock: number, work: () => Promise<void>) => Promise<void>;

/**
 * Runs work under a lock across servers. All locks share one connection: with one each, a start, when all tasks run at
 * once, would use up the pool and leave no connection for the work or for a request.
 */
const createExclusiveRunner = (pool: Pool): RunExclusively => {
  let current: LockConnection | null = null;

  const runQuery = (connection: LockConnection, statement: string, lock: number) => {
    // In sequence, because a connection runs one statement at a time.
    const answer = connection.last.then(async () =>
      (await connection.client).query<{ taken: boolean }>(statement, [lock]),
    );
    connection.last = answer.catch(() => {
      // The locks ended with the connection, so the next task takes a new one.
      connection.broken = true;
      if (current === connection) current = null;
    });
    return answer;
  };
  const releaseUser = async (connection: LockConnection): Promise<void> => {
    connection.users -= 1;
    if (connection.users > 0) return;
    if (current === connection) current = null;
    const client = await connection.client.catch(() => null);
    // Closes a connection that could not release a lock, which releases the lock.
    client?.off('error', noop).release(connection.broken);
  };

  return async (lock, work) => {
    const connection = (current ??= { client: connect(pool), users: 0, broken: false, last: Promise.resolve() });
    connection.users += 1;
    try {
      const { rows } = await runQuery(connection, 'select pg_try_advisory_lock($1) as taken', lock);
      if (!rows[0]?.taken) return;
      try {
        await work();
      } finally {
        await runQuery(connection, 'select pg_advisory_unlock($1)', lock).catch(() => undefined);
      }
    } finally {
      await releaseUser(connection);
    }
  };
};

interface PeriodicHost {
  pool: Pool;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/**
 * Starts the tasks. In each period the first server queues a task once, and one server runs it. A failure is logged,
 * and the next period starts as usual. `stop` waits for running tasks.
 */
export const startPeriodic = (
  { pool, clock, log }: PeriodicHost,
  tasks: readonly Task[],
): { stop(): Promise<void> } => {
  const runExclusively = createExclusiveRunner(pool);
  const running = new Map<Task, Promise<void>>();
  const timers = new Map<Task, NodeJS.Timeout>();
  const enqueuedPeriods = new Map<Task, number>();
  let opening: Promise<Queue> | null = null;
  let stopped = false;

  const open = (): Promise<Queue> =>
    (opening ??= openQueue(
      pool,
      log,
      tasks.map(({ name }) => name),
    ).catch((error: unknown) => {
      opening = null;
      throw error;
    }));
  const enqueueOnce = async (queue: Queue, task: Task): Promise<void> => {
    const period = Math.floor(clock.now().getTime() / 1000 / task.everySeconds);
    if (enqueuedPeriods.get(task) === period) return;
    await queue.enqueueOnce(task.name, task.everySeconds);
    enqueuedPeriods.set(task, period);
  };
  const poll = async (task: Task): Promise<void> => {
    const queue = await open();
    await enqueueOnce(queue, task);
    const jobs = await queue.take(task.name, task.jobsAtOnce ?? JOBS_AT_ONCE);
    if (jobs.length === 0) return;
    try {
      await (task.lock === null ? task.run() : runExclusively(task.lock, () => task.run()));
    } catch (error) {
      await queue.fail(task.name, jobs).catch(noop);
      throw error;
    }
    await queue.complete(task.name, jobs);
  };

  const start = (task: Task): void => {
    const run = poll(task)
      .catch((error: unknown) => log.error({ err: error, task: task.name }, 'task failed'))
      .finally(() => {
        running.delete(task);
        // Without its queue a task never runs, so this retries soon: ten minutes would be too long for some tasks.
        const seconds = opening === null ? REOPEN_SECONDS : (task.pollSeconds ?? task.everySeconds);
        if (!stopped) timers.set(task, setTimeout(() => start(task), seconds * 1000).unref());
      });
    running.set(task, run);
  };

  tasks.forEach(start);
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
      const queue = await opening?.catch(() => null);
      await queue?.close();
    },
  };
};
