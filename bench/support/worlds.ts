// The worlds of the benchmarks, kept between runs in a folder outside the repository, because a million applications
// take minutes to create.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/db/migrate';
import { seedDemoWorld } from '../../server/seeds/demoWorld';
import { seedLoadWorld } from '../loadWorld';
import { keepNeeds } from '../../server/modules/today';
import { systemClock } from '../../server/platform/clock';
import { createDb, createPool } from '../../server/platform/database/connect';
import { startEmbedded } from '../../server/platform/database/embedded';
import { readSettings } from '../../server/platform/settings';

interface Worlds {
  demo(): Promise<string>;
  /** Returns the address of a load world of so many applications; `isOneOwner`: all of one branch. */
  load(applications: number, isOneOwner?: boolean): Promise<string>;
  /** Copies a world for benchmarks that change it; the copy is dropped when the worlds are closed. */
  copy(url: string): Promise<string>;
  close(): Promise<void>;
}

const FOLDER = process.env.BENCH_DIR ?? path.join(os.tmpdir(), 'employer-dashboard-bench');
const MIGRATIONS = 'server/db/migrations';
const SOURCES = [MIGRATIONS, 'server/seeds', 'server/seeds/data', 'bench/loadWorld'];

/** Returns a key of the world's sources and of today's date; a world is valid as long as its key stays the same. */
const fingerprint = (): string => {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const folder of SOURCES)
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isFile()) hash.update(readFileSync(path.join(folder, entry.name)));
  return hash.digest('hex').slice(0, 12);
};

const fill = async (url: string, seed: (pool: pg.Pool) => Promise<unknown>): Promise<void> => {
  const pool = createPool(url);
  try {
    await migrate(pool, MIGRATIONS);
    await seed(pool);
    await keepNeeds({ db: createDb(pool), clock: systemClock, settings: readSettings({}) });
    // Does autovacuum's work now: the visibility map and the statistics.
    const session = await pool.connect();
    await session.query('set statement_timeout = 0');
    await session.query('vacuum analyze');
    session.release(true);
  } finally {
    await pool.end();
  }
};

/** Opens the folder of worlds (`BENCH_DIR`, or one in the system's temporary folder) for one benchmark at a time. */
export const openWorlds = async (): Promise<Worlds> => {
  mkdirSync(FOLDER, { recursive: true });
  const store = await startEmbedded({ dataDir: FOLDER, root: process.cwd() });
  const admin = new pg.Client({ connectionString: store.connectionString });
  await admin.connect();
  const urlOf = (name: string) => store.connectionString.replace('/postgres?', `/${name}?`);
  const key = fingerprint();
  const copies: string[] = [];
  const names = async (): Promise<string[]> =>
    (await admin.query<{ datname: string }>(`select datname from pg_database where datname like 'world_%'`)).rows.map(
      ({ datname }) => datname,
    );
  // Drops worlds of another day or seed, unfinished ones, and copies of an interrupted run.
  for (const name of await names()) if (!name.endsWith(key)) await admin.query(`drop database ${name} with (force)`);

  const world = async (kind: string, seed: (pool: pg.Pool) => Promise<unknown>): Promise<string> => {
    const name = `world_${kind}_${key}`;
    if ((await names()).includes(name)) return urlOf(name);
    const started = Date.now();
    const unfinished = `${name}_new`;
    await admin.query(`create database ${unfinished}`);
    await fill(urlOf(unfinished), seed);
    await admin.query(`alter database ${unfinished} rename to ${name}`);
    console.log(`world ${kind} made in ${((Date.now() - started) / 1000).toFixed(0)} s`);
    return urlOf(name);
  };
  const now = () => new Date();
  return {
    demo: () => world('demo', (pool) => seedDemoWorld(pool, { now: now(), passwordHash: 'x' })),
    load: (applications, isOneOwner = false) =>
      world(`${isOneOwner ? 'one' : 'load'}_${applications}`, (pool) =>
        seedLoadWorld(pool, { applications, isOneOwner, now: now(), passwordHash: 'x' }),
      ),
    copy: async (url) => {
      const name = `world_copy_${process.pid}_${copies.length}`;
      await admin.query(`create database ${name} template ${/([^/?]+)\?/.exec(url)![1]}`);
      copies.push(name);
      return urlOf(name);
    },
    close: async () => {
      for (const name of copies) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await store.stop();
    },
  };
};
