import type { Pool } from 'pg';
import { eventually } from './eventually';

const OPEN = `select pid, state, wait_event_type, wait_event, query from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;

/** Waits until that many connections to the pool's database wait for a lock, so that a race is really run. */
export const untilWaiting = async (pool: Pool, connections = 1): Promise<void> => {
  await eventually(
    async () => (await pool.query<{ wait_event_type: string | null }>(OPEN)).rows,
    (open) => open.filter(({ wait_event_type }) => wait_event_type === 'Lock').length >= connections,
  );
};
