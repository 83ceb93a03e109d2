import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { openQueue, type Queue } from './queue/queue';

/** Something that is done again and again, by one server of a store at a time, and by whichever. */
export interface Task {
  /** Of letters, digits and -; also the name of its queue. */
  name: string;
  /** It is due once in each stretch of so many seconds, over all servers; at most 900. */
  everySeconds: number;
  /** Seconds between the looks whether there is a job; less than `everySeconds` where something else puts jobs in too. */
  lookSeconds?: number;
  /** Jobs that one run is for, 50 if left out; 1 where the others are better left for other servers. */
  jobsAtOnce?: number;
  /**
   * Any number that no other task has; it is an advisory lock of the store, which goes with the server that holds it. Null for a
   * task that may run on several servers at once: each takes out of its table what no other has.
   */
  lock: number | null;
  run(): Promise<void>;
}

const JOBS_AT_ONCE = 50;
/** Until the queue is opened again when the store was away. */
const OPEN_AGAIN_SECONDS = 5;

interface Holder {
  client: Promise<PoolClient>;
  /** How many tasks are on it. */
  users: number;
  broken: boolean;
  last: Promise<unknown>;
}

/** One that breaks while it is idle would end the process without a listener; the next statement on it fails, and that is told. */
const ignore = () => undefined;

const connect = async (pool: Pool): Promise<PoolClient> => {
  const client = await pool.connect();
  return client.on('error', ignore);
};

type Alone = (lock: number, work: () => Promise<void>) => Promise<void>;

/**
 * Runs work that no other server of the store is at. The locks of all tasks are on one connection: one for each would be as
 * many as the pool has, and at a start, when all run at once, none would be left for their work, nor for a request.
 */
const createAlone = (pool: Pool): Alone => {
  let current: Holder | null = null;

  const ask = (holder: Holder, statement: string, lock: number) => {
    // One after the other: a connection answers one statement at a time.
    const answer = holder.last.then(async () => (await holder.client).query<{ taken: boolean }>(statement, [lock]));
    holder.last = answer.catch(() => {
      // Whoever comes next takes another: its locks went with it.
      holder.broken = true;
      if (current === holder) current = null;
    });
    return answer;
  };
  const leave = async (holder: Holder): Promise<void> => {
    holder.users -= 1;
    if (holder.users > 0) return;
    if (current === holder) current = null;
    const client = await holder.client.catch(() => null);
    // A connection that could not give a lock back is closed: that gives it back.
    client?.off('error', ignore).release(holder.broken);
  };

  return async (lock, work) => {
    const holder = (current ??= { client: connect(pool), users: 0, broken: false, last: Promise.resolve() });
    holder.users += 1;
    try {
      const { rows } = await ask(holder, 'select pg_try_advisory_lock($1) as taken', lock);
      if (!rows[0]?.taken) return;
      try {
        await work();
      } finally {
        await ask(holder, 'select pg_advisory_unlock($1)', lock).catch(() => undefined);
      }
    } finally {
      await leave(holder);
    }
  };
};

/**
 * Starts the tasks. In each stretch of its time a task is put into its queue once, by whichever server comes first, and is taken out
 * of it once. A failure is logged, and the next stretch comes as ever. `stop` waits for what is running.
 */
export const startPeriodic = (
  pool: Pool,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  tasks: readonly Task[],
): { stop(): Promise<void> } => {
  const alone = createAlone(pool);
  const running = new Map<Task, Promise<void>>();
  const timers = new Map<Task, NodeJS.Timeout>();
  const proposed = new Map<Task, number>();
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
  const propose = async (queue: Queue, task: Task): Promise<void> => {
    const stretch = Math.floor(Date.now() / 1000 / task.everySeconds);
    if (proposed.get(task) === stretch) return;
    await queue.propose(task.name, task.everySeconds);
    proposed.set(task, stretch);
  };
  const look = async (task: Task): Promise<void> => {
    const queue = await open();
    await propose(queue, task);
    const jobs = await queue.take(task.name, task.jobsAtOnce ?? JOBS_AT_ONCE);
    if (jobs.length === 0) return;
    try {
      await (task.lock === null ? task.run() : alone(task.lock, () => task.run()));
    } catch (error) {
      await queue.failed(task.name, jobs).catch(ignore);
      throw error;
    }
    await queue.done(task.name, jobs);
  };

  const start = (task: Task): void => {
    const run = look(task)
      .catch((error: unknown) => log.error({ err: error, task: task.name }, 'task failed'))
      .finally(() => {
        running.delete(task);
        // Without its queue a task is not due at all: ten minutes would be long for some.
        const seconds = opening === null ? OPEN_AGAIN_SECONDS : (task.lookSeconds ?? task.everySeconds);
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
