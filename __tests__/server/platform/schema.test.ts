import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { testDatabase } from '../../support/testDatabase';

describe('the generated table types', () => {
  it('match the migrated schema', async () => {
    const database = await testDatabase(null);
    try {
      const args = ['--import', 'tsx', 'scripts/schema.ts', '--check', database.url];
      await expect(promisify(execFile)(process.execPath, args)).resolves.toEqual({ stdout: '', stderr: '' });
    } finally {
      await database.drop();
    }
  });
});
