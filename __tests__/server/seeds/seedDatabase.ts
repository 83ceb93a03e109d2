import type pg from 'pg';
import { migrate } from '../../../server/db/migrate';
import { testDatabase } from '../../support/testDatabase';

/** Creates a migrated, empty database; `close` drops it. */
export const openSeedDatabase = async (): Promise<{ pool: pg.Pool; close: () => Promise<void> }> => {
  const { pool, drop } = await testDatabase(null);
  await migrate(pool, 'server/db/migrations');
  return { pool, close: drop };
};
