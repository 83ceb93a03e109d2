import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbedded } from '../../server/platform/database/embedded';
import { fastFolder } from './fastFolder';
import { fillTemplate } from './template';
import { administer } from './testDatabase';

/** Enough for eight servers, which take 22 each, and the tests beside them. */
const CONNECTIONS = 200;

/** Starts one PostgreSQL for the whole run, or takes the one of TEST_DATABASE_URL. Returns what stops it. */
export const startPostgres = async (): Promise<() => Promise<void>> => {
  if (process.env.TEST_DATABASE_URL) return async () => undefined;
  const folder = mkdtempSync(path.join(fastFolder(), 'dash-test-'));
  const embedded = await startEmbedded({ dataDir: folder, root: process.cwd(), connections: CONNECTIONS });
  process.env.TEST_DATABASE_URL = embedded.connectionString;
  // No test cuts the power, and waiting for the disk takes a third of the time.
  await administer('alter system set fsync = off');
  await administer('alter system set full_page_writes = off');
  // It would work on a hundred copies of the template beside the tests; their statistics come with the copy.
  await administer('alter system set autovacuum = off');
  await administer('select pg_reload_conf()');
  return async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
};

/** Starts PostgreSQL and fills the template that test files copy. */
const startDatabase = async (): Promise<void> => {
  (globalThis as Record<string, unknown>).stopTestDatabase = await startPostgres();
  await fillTemplate();
};

export default startDatabase;
