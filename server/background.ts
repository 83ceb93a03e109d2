import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { expireDue } from './modules/appointments/service';
import { removeOldUploads } from './modules/jobs/uploads';
import { endSubscriptions } from './modules/product/service';
import { removeExpiredTokens } from './platform/auth/tokens';
import type { Deps } from './platform/deps';
import { removeOldKeys } from './platform/http/idempotency';
import { startPeriodic, type Task } from './platform/periodic';

/** What the clock does: ends invitations whose time has passed, and clears away what no longer counts. */
export const startBackground = (deps: Deps, pool: Pool, log: FastifyBaseLogger): { stop(): Promise<void> } => {
  const tasks: Task[] = [
    {
      name: 'appointments',
      everySeconds: 30,
      lock: 714_112_021,
      run: async () => {
        const count = await expireDue(deps);
        if (count > 0) log.info({ count }, 'appointments ended by the clock');
      },
    },
    {
      name: 'subscriptions',
      everySeconds: 60,
      lock: 714_112_024,
      run: async () => {
        const count = await endSubscriptions(deps);
        if (count > 0) log.info({ count }, 'subscriptions ended by the clock');
      },
    },
    {
      name: 'tokens',
      everySeconds: 600,
      lock: 714_112_022,
      run: async () => {
        await removeExpiredTokens(deps.db, deps.clock.now());
        await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
      },
    },
    {
      name: 'uploads',
      everySeconds: 600,
      lock: 714_112_025,
      run: async () => {
        await removeOldUploads(deps);
        await removeOldKeys(deps);
      },
    },
  ];
  return startPeriodic(pool, log, tasks);
};
