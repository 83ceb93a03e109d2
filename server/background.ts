import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Deps } from './platform/deps';
import { startPeriodic } from './platform/periodic';
import type { Senders } from './platform/ports/senders';
import { listTasks } from './tasks';

/** Milliseconds for messages that are being sent when the server stops. */
const FINISH_MS = 3_000;

/** Starts the scheduled work. */
export const startBackground = (
  deps: Deps & { senders: Senders },
  pool: Pool,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const running = startPeriodic(
    { pool, log, clock: deps.clock },
    listTasks(deps, { pool, log, stopping: stopping.signal }),
  );
  return {
    stop: async () => {
      const timer = setTimeout(() => stopping.abort(), FINISH_MS);
      await running.stop();
      clearTimeout(timer);
    },
  };
};
