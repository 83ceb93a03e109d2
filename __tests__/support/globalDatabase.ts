import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '../../server/db/migrate';
import { seedDemoWorld } from '../../server/db/seeds/demoWorld';
import { hashPassword } from '../../server/platform/auth/passwords';
import { createPool } from '../../server/platform/database/connect';
import { startEmbedded } from '../../server/platform/database/embedded';
import { DEMO_PASSWORD, NOW } from './demo';
import { TEMPLATE, administer, urlOf } from './testDatabase';

/** Enough for two parallel test files with several servers each. */
const CONNECTIONS = 120;

/** Starts one PostgreSQL for the whole run (or uses TEST_DATABASE_URL) with one seeded template for every test file. */
const startDatabase = async (): Promise<void> => {
  if (!process.env.TEST_DATABASE_URL) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'dash-test-'));
    const embedded = await startEmbedded({ dataDir: folder, root: process.cwd(), connections: CONNECTIONS });
    process.env.TEST_DATABASE_URL = embedded.connectionString;
    (globalThis as Record<string, unknown>).stopTestDatabase = async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    // No test simulates a power failure, and waiting for the disk takes a third of the time.
    await administer('alter system set fsync = off');
    await administer('select pg_reload_conf()');
  }
  await administer(`drop database if exists ${TEMPLATE} with (force)`);
  await administer(`create database ${TEMPLATE}`);
  const pool = createPool(urlOf(TEMPLATE));
  await migrate(pool, 'server/db/migrations');
  await seedDemoWorld(pool, { now: NOW, passwordHash: await hashPassword(DEMO_PASSWORD) });
  await pool.end();
};

export default startDatabase;
