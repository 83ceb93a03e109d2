import { createPool } from '../../../server/platform/database/connect';
import { testDatabase } from '../../support/testDatabase';

describe('the pool', () => {
  it('switches just-in-time compilation off, whatever the database is configured for', async () => {
    const database = await testDatabase(null);
    const pool = createPool(database.url, 1);
    try {
      const { rows } = await pool.query("select setting, source from pg_settings where name = 'jit'");
      expect(rows).toEqual([{ setting: 'off', source: 'client' }]);
    } finally {
      await pool.end();
      await database.drop();
    }
  });
});
