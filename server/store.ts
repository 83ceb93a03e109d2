import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { migrate, MigrationFailure } from './db/migrate';
import { createDb, createPool } from './platform/database/connect';
import { startEmbedded, type EmbeddedDatabase } from './platform/database/embedded';
import { isAlive } from './platform/database/orphans';
import type { Db } from './platform/database/schema';
import { type Settings, SettingError } from './platform/settings';
import { StartError } from './platform/errors';
import { inspect } from 'node:util';

/** A reachable store with every migration applied. */
export interface Store {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

interface StoreOptions {
  settings: Settings;
  /** The folder of package.json. */
  root: string;
  /** True for a command that may use the store of a running server instead of starting its own. */
  canShare?: boolean;
  /** Connections of the embedded PostgreSQL when several servers share it. */
  connections?: number;
}

const LEAST_VERSION = 150_000;
const WATCH_MS = 250;

export const migrationsIn = (root: string): string => path.join(root, 'server/db/migrations');

/** Returns the address of the embedded PostgreSQL of a running server, or null. */
const runningIn = (dataDir: string): string | null => {
  const [holder, postmaster] = [path.join(dataDir, 'server.pid'), path.join(dataDir, 'postgres/postmaster.pid')];
  if (!existsSync(holder) || !existsSync(postmaster)) return null;
  const lines = readFileSync(postmaster, 'utf8').split('\n');
  if (!isAlive(Number(readFileSync(holder, 'utf8'))) || !isAlive(Number(lines[0]))) return null;
  return `postgres://dashboard@/postgres?host=${encodeURIComponent(lines[4]?.trim() ?? '')}`;
};

/** Restarts a killed PostgreSQL. It recovers the acknowledged data, and the pool reconnects to the same address. */
const superviseDatabase = (first: EmbeddedDatabase, start: () => Promise<EmbeddedDatabase>) => {
  let current = first;
  let restart: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (restart || isAlive(current.pid)) return;
    restart = start()
      .then((next) => void (current = next))
      // The next check tries again; until then requests get a 503.
      .catch(() => undefined)
      .finally(() => (restart = null));
  }, WATCH_MS).unref();
  return async () => {
    clearInterval(timer);
    await restart;
    await current.stop();
  };
};

/** The address of a store, and a function that releases it and stops a PostgreSQL that was started for it. */
export interface Located {
  url: string;
  stop(): Promise<void>;
}

/** Finds or starts the configured PostgreSQL and leaves its data unchanged. */
export const locateStore = async ({ settings, root, canShare, connections }: StoreOptions): Promise<Located> => {
  if (settings.databaseUrl !== null) return { url: settings.databaseUrl, stop: async () => undefined };
  const shared = canShare ? runningIn(settings.dataDir) : null;
  if (shared !== null) return { url: shared, stop: async () => undefined };
  const start = () => startEmbedded({ dataDir: settings.dataDir, root, connections });
  const embedded = await start();
  return { url: embedded.connectionString, stop: superviseDatabase(embedded, start) };
};

const check = async (pool: pg.Pool): Promise<void> => {
  const versionQuery = pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
  const { rows } = await versionQuery.catch((error: Error) => {
    throw new StartError(
      `The store cannot be reached: ${error.message || (error as NodeJS.ErrnoException).code}. See DATABASE_URL.`,
    );
  });
  const version = rows[0]?.version ?? 0;
  if (version < LEAST_VERSION) {
    throw new StartError(`DATABASE_URL: PostgreSQL 15 or newer is required, found ${Math.floor(version / 10_000)}.`);
  }
};

/** Opens the configured store and applies the migrations; throws a `StartError` of one line. */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { url, stop } = await locateStore(options);
  const pool = createPool(url);
  const close = async () => {
    await pool.end();
    await stop();
  };
  try {
    await check(pool);
    await migrate(pool, migrationsIn(options.root));
  } catch (error) {
    await close();
    throw error instanceof MigrationFailure ? new StartError(`Migration ${error.message}.`) : error;
  }
  return { pool, db: createDb(pool), close };
};

/** Runs a command-line program; a `StartError` prints one line and exits with code 1. */
export const runCommand = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof SettingError;
    process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`);
    process.exitCode = 1;
  }
};
