import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../startError';
import { takeWithin } from './kernelLock';
import { isAlive } from './processes';

const PID_FILE = 'postmaster.pid';
/** Milliseconds that a postmaster has to end its statements, then to end at once, before it is killed: recovery makes up for both. */
const FAST_MS = 2_000;
const QUIT_MS = 500;
/** Until the kernel has cleared away what was killed. */
const GONE_MS = 2_000;
const LOOK_MS = 25;

const isPostgresIn = (pid: number, { dev, ino }: { dev: number; ino: number }): boolean => {
  try {
    const folder = statSync(`/proc/${pid}/cwd`);
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
    return folder.dev === dev && folder.ino === ino && program === 'postgres';
  } catch {
    // It has ended, or is another user's.
    return false;
  }
};

const askLsof = (): string => {
  try {
    return execFileSync('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn'], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
};

/** Processes of PostgreSQL that work in this cluster: each of them has made it its own folder, a postmaster's children too. */
const processesIn = (cluster: string): number[] => {
  if (existsSync('/proc/self')) {
    const folder = statSync(cluster);
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && isPostgresIn(pid, folder));
  }
  const place = realpathSync(cluster);
  return [...askLsof().matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)]
    .filter(([, , folder]) => folder === place)
    .map(([, pid]) => Number(pid));
};

const send = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
};

const allGone = async (pids: readonly number[], ms: number): Promise<boolean> => {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(LOOK_MS)) if (!pids.some(isAlive)) return true;
  return !pids.some(isAlive);
};

const postmasterOf = (cluster: string): number => {
  const file = path.join(cluster, PID_FILE);
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
};

/**
 * Ends what a server that died has left running: a postmaster in good order where it can, and its children, which hold the shared
 * memory, where it is dead. A child at a long statement does not look whether its postmaster lives.
 */
const endProcesses = async (cluster: string): Promise<void> => {
  const found = processesIn(cluster);
  if (found.length === 0) return;
  const postmaster = postmasterOf(cluster);
  if (found.includes(postmaster)) {
    send([postmaster], 'SIGINT');
    if (await allGone(found, FAST_MS)) return;
  }
  const left = processesIn(cluster);
  send(left, 'SIGQUIT');
  if (await allGone(left, QUIT_MS)) return;
  send(left, 'SIGKILL');
  await allGone(left, GONE_MS);
};

/** Whether somebody takes connections at a cluster's socket: this is seen across containers. */
const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.once('error', () => resolve(false));
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
  });

/** What `claimCluster` needs to know of a data folder. */
export interface ClusterPlaces {
  cluster: string;
  /** Locked by the postmaster and all its children. */
  lock: string;
  /** Where its postmaster listens. */
  socket: string;
}

/**
 * Makes sure that no PostgreSQL works in a cluster, and removes the `postmaster.pid` of one that is dead. Answers the descriptor of a
 * lock that the new postmaster is to inherit. Throws a `StartError` when some process lives that cannot be seen and so not be ended.
 */
export const claimCluster = async ({ cluster, lock, socket }: ClusterPlaces): Promise<number> => {
  await endProcesses(cluster);
  const fd = await takeWithin(lock, GONE_MS);
  // One that the release before has started holds no lock.
  if (fd === null || (existsSync(path.join(cluster, PID_FILE)) && (await answers(socket))))
    throw new StartError(
      `${cluster} is in use by a PostgreSQL of another container or host, which goes on without its server: end it, or choose another DATA_DIR.`,
    );
  rmSync(path.join(cluster, PID_FILE), { force: true });
  return fd;
};
