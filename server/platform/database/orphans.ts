import { execFileSync } from 'node:child_process';
import { readFileSync, existsSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { StartError } from '../errors';
import { takeWithin } from './kernelLock';

/** Returns whether a process with this id runs; a zombie counts as dead. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

/** Returns the command line of a process, or an empty text when it cannot be read. */
export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0/g, ' ');
  } catch {
    try {
      return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8', stdio: 'pipe' });
    } catch {
      return '';
    }
  }
};

/** Waits until a process is gone; returns false when it still runs after `ms`. */
export const waitForExit = async (pid: number, ms: number): Promise<boolean> => {
  for (const end = Date.now() + ms; Date.now() < end;) {
    if (!isAlive(pid)) return true;
    await sleep(25);
  }
  return !isAlive(pid);
};

const PID_FILE = 'postmaster.pid';
/**
 * Milliseconds that a postmaster has for a fast shutdown, then for an immediate one, before it is killed; recovery
 * handles the rest.
 */
const FAST_MS = 2_000;
const QUIT_MS = 500;
/** Milliseconds until the kernel has removed the killed processes. */
const GONE_MS = 2_000;
const LOOK_MS = 25;

const isPostgresIn = (pid: number, { dev, ino }: { dev: number; ino: number }): boolean => {
  try {
    const folder = statSync(`/proc/${pid}/cwd`);
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
    return folder.dev === dev && folder.ino === ino && program === 'postgres';
  } catch {
    // The process has ended or belongs to another user.
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

/**
 * Returns the PostgreSQL processes of this cluster. All of them, the postmaster's children included, have it as their
 * working folder.
 */
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
      // The process has just ended.
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
 * Ends the PostgreSQL processes that a dead server left behind. Shuts a live postmaster down in order; ends the
 * children of a dead one, because they hold the shared memory. A child in a long statement does not notice that its
 * postmaster is dead.
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

/** Returns whether a process accepts connections at a cluster's socket; this also works across containers. */
const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.once('error', () => resolve(false));
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
  });

interface ClusterPlaces {
  cluster: string;
  /** The file that the postmaster and all its children keep locked. */
  lock: string;
  socket: string;
}

/**
 * Ensures that no PostgreSQL uses a cluster, and removes a stale `postmaster.pid`. Returns the descriptor of a lock for
 * the new postmaster to inherit. Throws a `StartError` when a process lives that this one cannot see and so cannot end.
 */
export const claimCluster = async ({ cluster, lock, socket }: ClusterPlaces): Promise<number> => {
  await endProcesses(cluster);
  const fd = await takeWithin(lock, GONE_MS);
  // A postmaster that the previous release started holds no lock.
  if (fd === null || (existsSync(path.join(cluster, PID_FILE)) && (await answers(socket))))
    throw new StartError(
      `${cluster} is in use by a PostgreSQL of another container or host, which runs without its server: stop it, or choose another DATA_DIR.`,
    );
  rmSync(path.join(cluster, PID_FILE), { force: true });
  return fd;
};
