import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What `postmaster.pid` tells of a running server. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  port: number;
  isReady: boolean;
}

/** Whether a process is there, and (where that can be seen) is a PostgreSQL on this folder and not a later one of the same number. */
const isRunning = (pid: number, folder: string): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return commandLine.includes(folder);
  } catch {
    return process.platform !== 'linux';
  }
};

/** The live server of a database folder, or null: what a dead one left behind does not count. */
export const findPostmaster = (folder: string): Postmaster | null => {
  let lines: string[];
  try {
    lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid, folder)) return null;
  return { pid, port: Number(lines[3]), socketFolder: lines[4]?.trim() ?? '', isReady: lines[7]?.trim() === 'ready' };
};

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks until it answers something, or null after `milliseconds`. */
export const waitFor = async <T>(ask: () => T | null, milliseconds: number): Promise<T | null> => {
  const until = Date.now() + milliseconds;
  for (;;) {
    const answer = ask();
    if (answer !== null || Date.now() > until) return answer;
    await sleep(25);
  }
};

/** Stops a server: open transactions are rolled back, everything committed is on disk. Waits until it is gone. */
export const stopPostmaster = async (folder: string, milliseconds: number): Promise<void> => {
  const found = findPostmaster(folder);
  if (!found) return;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(found.pid, name);
    } catch {
      // Gone already.
    }
  };
  const gone = () => (findPostmaster(folder)?.pid === found.pid ? null : true);
  signal('SIGINT');
  if (await waitFor(gone, milliseconds)) return;
  signal('SIGQUIT');
  await waitFor(gone, 2000);
};
