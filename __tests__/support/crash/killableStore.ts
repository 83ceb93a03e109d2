import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readSettings } from '../../../server/platform/settings';
import type { Random } from '../../../server/seeds/insert';
import { locateStore } from '../../../server/store';
import { fastFolder } from '../fastFolder';
import { fillTemplate } from '../template';

/** Share of kills that hit another process than the postmaster, which makes PostgreSQL restart by itself. */
const BACKEND = 0.3;
/** Enough for the servers of a test and the test itself. */
const CONNECTIONS = 100;

/** A PostgreSQL of one test file, which the test may kill. It starts again as that of the product does. */
export interface KillableStore {
  /** Kills PostgreSQL, and resolves once it accepts connections again. Kills wait for each other. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the children of a process. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const connected = async (url: string): Promise<pg.Client> => {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch {
      await pause(20);
    }
  }
};

/** Starts a PostgreSQL with the demo world. From then on `testDatabase` copies its template. */
export const killableStore = async (random: Random): Promise<KillableStore> => {
  const dataDir = mkdtempSync(path.join(fastFolder(), 'dash-kill-'));
  const settings = { ...readSettings({}), databaseUrl: null, dataDir };
  const { url, stop } = await locateStore({ settings, root: process.cwd(), connections: CONNECTIONS });
  process.env.TEST_DATABASE_URL = url;
  await fillTemplate({ isWhole: true });

  const killNow = async () => {
    const witness = await connected(url);
    const isBroken = new Promise((resolve) => witness.once('end', resolve));
    const postmaster = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const victim = random.chance(BACKEND) ? random.pick(childrenOf(postmaster)) : postmaster;
    process.kill(victim, 'SIGKILL');
    await isBroken;
    await (await connected(url)).end();
  };
  let last = Promise.resolve();
  return {
    kill: () => (last = last.then(killNow)),
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
