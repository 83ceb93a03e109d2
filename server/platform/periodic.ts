import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** Something that is done again and again, by one server of a store at a time. */
export interface Task {
  name: string;
  /** Seconds from the end of one run to the start of the next. */
  everySeconds: number;
  /**
   * Any number that no other task has; it is an advisory lock of the store. Null for a task that may run on several servers
   * at once: each takes out of its queue what no other has.
   */
  lock: number | null;
  run(): Promise<void>;
}

/** Runs `work` unless another server of the store is at it. */
const alone = async (pool: Pool, lock: number, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  let broken = false;
  // While it only holds the lock it asks nothing: a break then is an event that nobody awaits, and would end the process.
  const handleBreak = () => (broken = true);
  client.on('error', handleBreak);
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
    if (!rows[0]?.taken) return;
    try {
      await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => (broken = true));
    }
  } finally {
    client.off('error', handleBreak);
    // A connection that could not give its lock back is closed: that gives it back.
    client.release(broken);
  }
};

/** Starts the tasks, the first run at once; a failure is logged and the next run comes as ever. `stop` waits for what is running. */
export const startPeriodic = (
  pool: Pool,
  log: FastifyBaseLogger,
  tasks: readonly Task[],
): { stop(): Promise<void> } => {
  const running = new Map<Task, Promise<void>>();
  const timers = new Map<Task, NodeJS.Timeout>();
  let stopped = false;

  const start = (task: Task): void => {
    const run = (task.lock === null ? task.run() : alone(pool, task.lock, () => task.run()))
      .catch((error: unknown) => log.error({ err: error, task: task.name }, 'task failed'))
      .finally(() => {
        running.delete(task);
        if (!stopped) timers.set(task, setTimeout(() => start(task), task.everySeconds * 1000).unref());
      });
    running.set(task, run);
  };

  tasks.forEach(start);
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
