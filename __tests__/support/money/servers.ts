import { fork, type ChildProcess } from 'node:child_process';
import type { Random } from '../../../server/seeds/insert';
import { bundleProcess } from '../bundleProcess';
import type { ServerTask } from './serverProcess';
import { SPOTS } from './spots';

/** A server that does not reach its spot within these milliseconds is killed anyway. */
const SPOT_MS = 1_000;
/** Share of the servers that are killed at any point. */
const ANYWHERE = 0.3;

export interface Servers {
  /** Returns the port of one of the two serving servers. */
  port(): number;
  /** Kills a serving server (`kill -9`) at a random spot, replaces it, and resolves once it is dead. */
  kill(): Promise<void>;
  /** How many were killed, and how many of them at a spot. */
  readonly kills: { all: number; atSpot: number };
  stop(): Promise<void>;
}

interface Server {
  child: ChildProcess;
  port: number;
}

const exited = ({ child }: Server): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** Starts two servers on one store, and a spare one that replaces a killed one. */
export const startServers = async (task: ServerTask, random: Random): Promise<Servers> => {
  const { file, remove } = await bundleProcess('__tests__/support/money/serverProcess.ts');
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
      // Kills the one that has served longer, since a new one has hardly any open request.
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
