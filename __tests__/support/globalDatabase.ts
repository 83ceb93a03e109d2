import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import { migrate } from '../../server/db/migrate';
import { seedDemoWorld } from '../../server/seeds/demoWorld';
import { createPool } from '../../server/platform/database/connect';
import { startEmbedded } from '../../server/platform/database/embedded';
import { DEMO_PASSWORD, NOW } from './demo';
import { fastFolder } from './fastFolder';
import { TEMPLATE, administer, urlOf } from './testDatabase';

/** Enough for three test files at once, each with several servers. */
const CONNECTIONS = 120;
/** Tests sign demo accounts in hundreds of times: their hash costs a thousandth of a real one. */
const CHEAP_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Starts one PostgreSQL for the whole run, or takes the one of TEST_DATABASE_URL, and fills the template that test files copy. */
const startDatabase = async (): Promise<void> => {
  if (!process.env.TEST_DATABASE_URL) {
    const folder = mkdtempSync(path.join(fastFolder(), 'dash-test-'));
    const embedded = await startEmbedded({ dataDir: folder, root: process.cwd(), connections: CONNECTIONS });
    process.env.TEST_DATABASE_URL = embedded.connectionString;
    (globalThis as Record<string, unknown>).stopTestDatabase = async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    // No test cuts the power, and waiting for the disk takes a third of the time.
    await administer('alter system set fsync = off');
    await administer('alter system set full_page_writes = off');
    await administer('select pg_reload_conf()');
  }
  await administer(`drop database if exists ${TEMPLATE} with (force)`);
  await administer(`create database ${TEMPLATE}`);
  const pool = createPool(urlOf(TEMPLATE));
  await migrate(pool, 'server/db/migrations');
  await seedDemoWorld(pool, { now: NOW, passwordHash: await hash(DEMO_PASSWORD, CHEAP_HASH) });
  await pool.end();
};

export default startDatabase;
