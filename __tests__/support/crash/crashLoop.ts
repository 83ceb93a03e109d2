import { fork } from 'node:child_process';
import type { Random } from '../../../server/seeds/insert';
import type { Bundle } from '../bundleProcess';
import type { Failure } from './failAt';
import type { KillableStore } from './killableStore';

/** Servers that run at the same time. */
const SERVERS = 2;
/** The share of servers during which PostgreSQL is killed first. */
const STORE_KILLS = 0.5;
/** The share of the other failures that kill the server instead of cutting its connections. */
const KILLS = 0.7;

interface CrashLoop {
  bundle: Bundle;
  store: KillableStore;
  random: Random;
  kills: number;
  /** Statements within which a server fails. */
  statements: number;
  /** What a server needs beyond its failure. */
  task: { url: string; now: string };
}

/** What happened, in numbers. */
type Crashes = Record<Failure['failure'], number>;

/**
 * Runs servers two at a time, each of which fails at a random statement, until `kills` servers, connections and
 * PostgreSQLs have failed. Returns how many of each.
 */
export const crashServers = async ({ bundle, store, random, kills, statements, task }: CrashLoop): Promise<Crashes> => {
  const crashes: Crashes = { kill: 0, cut: 0, store: 0 };
  const failureOf = (): Failure['failure'] => {
    if (random.chance(STORE_KILLS)) return 'store';
    return random.chance(KILLS) ? 'kill' : 'cut';
  };
  const total = () => crashes.kill + crashes.cut + crashes.store;
  const runUntilItFails = async () => {
    const failure: Failure = {
      // The first ones live longest, so that servers that died have done something.
      statement: total() === 0 ? statements : random.int(1, statements),
      moment: random.pick(['sent', 'answered'] as const),
      failure: failureOf(),
    };
    const child = fork(bundle.file, [JSON.stringify({ ...task, ...failure })], { execArgv: [] });
    let isBack = Promise.resolve();
    child.once('message', () => {
      crashes.store += 1;
      isBack = store.kill();
    });
    await new Promise((resolve) => child.once('exit', resolve));
    crashes[failure.failure === 'cut' ? 'cut' : 'kill'] += 1;
    await isBack;
  };
  while (total() < kills) await Promise.all(Array.from({ length: SERVERS }, runUntilItFails));
  return crashes;
};

/** Returns the numbers of crashes as a line of the report. */
export const inWords = ({ kill, cut, store }: Crashes): string =>
  `${kill} servers, ${cut} connections and ${store} times PostgreSQL killed`;
