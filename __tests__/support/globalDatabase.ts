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

/** Two test files at once, each with several servers. */
const CONNECTIONS = 120;

/** One PostgreSQL for the whole run (a given one by TEST_DATABASE_URL), in it one seeded template for every test file. */
const startDatabase = async (): Promise<void> => {
  if (!process.env.TEST_DATABASE_URL) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'dash-test-'));
    const embedded = await startEmbedded({ dataDir: folder, root: process.cwd(), connections: CONNECTIONS });
    process.env.TEST_DATABASE_URL = embedded.connectionString;
    (globalThis as Record<string, unknown>).stopTestDatabase = async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    // No test takes the power away; a wait for the disk at each change is a third of the time.
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
