import { fork } from 'node:child_process';
import type { Random } from '../../../server/seeds/random';
import type { Bundle } from '../bundleProcess';
import type { Failure } from './failAt';

/** Servers that run at the same time. */
const SERVERS = 2;
/** The share of failures that kill the server instead of cutting its connections. */
const KILLS = 0.7;

export interface CrashLoop {
  bundle: Bundle;
  random: Random;
  kills: number;
  /** Statements within which a server fails. */
  statements: number;
  /** What a server needs beyond its failure. */
  task: { url: string; now: string };
}

const runUntilItFails = ({ file }: Bundle, task: Failure) =>
  new Promise<void>((resolve) => {
    fork(file, [JSON.stringify(task)], { execArgv: [] }).once('exit', () => resolve());
  });

/** Runs servers two at a time, each of which fails at a random statement, until `kills` of them have failed. */
export const crashServers = async ({ bundle, random, kills, statements, task }: CrashLoop): Promise<void> => {
  const failure = (): Failure => ({
    statement: random.int(1, statements),
    moment: random.pick(['sent', 'answered'] as const),
    failure: random.chance(KILLS) ? 'kill' : 'cut',
  });
  for (let failed = 0; failed < kills; failed += SERVERS)
    await Promise.all(Array.from({ length: SERVERS }, () => runUntilItFails(bundle, { ...task, ...failure() })));
};
