import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { testDatabase, type TestDatabase } from '../../__tests__/support/testDatabase';
import { ROOT } from '../../scripts/support/parts.mjs';
import { freePort, stopProcess } from '../../scripts/support/serverProcess.mjs';
import { clockOffset, startClock } from './clock';
import { NOON, shiftedProgram } from './shiftedClock.mjs';
import { vapidKeys } from './vapidKeys';

/** The key of the workers' product. */
export const GATEWAY_KEY = 'gateway-key-of-the-journeys';

/** A demo world in a database of its own, and the server that serves it. */
export interface World {
  baseURL: string;
  databaseUrl: string;
  stopServer(): Promise<void>;
  /** Starts the stopped server again with these settings and the same address and data. */
  startServer(settings?: Record<string, string>): Promise<void>;
  /** Moves the clock forward by restarting the server. Open pages keep their time. */
  skipTo(time: string): Promise<void>;
}

interface OpenWorld extends World {
  key: string;
  close(): Promise<void>;
}

const MAIN = JSON.stringify(pathToFileURL(path.join(ROOT, 'build/server/main.js')).href);
const SETTINGS = {
  NODE_ENV: 'production',
  DEMO: '1',
  // A given database makes a demo look public and would make the server tag its statements.
  DEMO_PUBLIC: '1',
  STATEMENT_TAGS: '0',
  DEMO_WORKERS: '0',
  WORKER_GATEWAY_KEY: GATEWAY_KEY,
  LOG_LEVEL: 'warn',
  // The server stops by itself when its parent is gone.
  npm_lifecycle_event: 'journeys',
  ...vapidKeys(),
};

/** Starts the built server, whose clock is the journey's. */
const spawnServer = (env: Record<string, string>): ChildProcess => {
  const program = `${shiftedProgram(clockOffset())} import(${MAIN}).then(({ main }) => main(${JSON.stringify(ROOT)}))`;
  return spawn(process.execPath, ['-e', program], {
    cwd: ROOT,
    env: { ...process.env, ...SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

/**
 * Waits until a server says where the dashboard is, or has ended. A request to its port could be answered by another
 * server that took the port first.
 */
const isListening = (server: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    server.stdout!.on('data', (line) => {
      if (String(line).includes('The dashboard is at')) resolve(true);
    });
    server.once('exit', () => resolve(false));
  });

/** Free ports to try: another process may take one before the server does. */
const PORTS_TRIED = 5;

const startServer = async (env: Record<string, string>, given?: number) => {
  for (let tried = 1; ; tried += 1) {
    const port = given ?? (await freePort());
    const server = spawnServer({ ...env, PORT: String(port) });
    if (await isListening(server)) return { port, server };
    if (tried === PORTS_TRIED) throw new Error('the server of a journey did not start');
  }
};

/** Returns a database with the demo world of this time. */
const databaseAt = async (startsAt: string): Promise<TestDatabase> => {
  if (startsAt === NOON) return testDatabase();
  const database = await testDatabase(null);
  const { fillWorld } = await import('../../__tests__/support/template');
  await fillWorld(database.pool, { now: new Date(startsAt), isWhole: true });
  return database;
};

const open = async (key: string, startsAt: string): Promise<OpenWorld> => {
  const database = await databaseAt(startsAt);
  const folder = mkdtempSync(path.join(process.env.E2E_DATA_DIR!, 'world-'));
  const env = { DATABASE_URL: database.url, DATA_DIR: folder };
  startClock(startsAt);
  let { port, server } = await startServer(env);
  const stop = () => stopProcess(server);
  const start = async (more: Record<string, string> = {}) => {
    ({ port, server } = await startServer({ ...env, ...more }, port));
  };
  return {
    key,
    baseURL: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    stopServer: stop,
    startServer: start,
    skipTo: async (time) => {
      await stop();
      startClock(time);
      await start();
    },
    close: async () => {
      await stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

let current: OpenWorld | null = null;

/** The world of the running journey. */
export const world = (): World => {
  if (!current) throw new Error('no journey has opened a world');
  return current;
};

export const closeWorld = async (): Promise<void> => {
  const last = current;
  current = null;
  await last?.close();
};

/** Returns the open world if it has this key; else closes it and opens one whose clock starts at `startsAt`. */
export const openWorld = async (key: string, startsAt: string): Promise<World> => {
  if (current?.key === key) return current;
  const [next] = await Promise.all([open(key, startsAt), closeWorld()]);
  current = next;
  return next;
};
