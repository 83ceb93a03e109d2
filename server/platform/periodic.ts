import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from './clock';
import { openQueue, type Queue } from './queue';

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

export interface PeriodicHost {
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
