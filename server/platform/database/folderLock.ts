import { closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../startError';
import { holderOf, isSeen, takeWithin } from './kernelLock';
import { commandOf, isAlive } from './processes';

const LOCK = 'server.lock';
/** The holder's number alone, for commands beside a server, and for the release before, which knows no other lock. */
const PID = 'server.pid';

/** A data folder that this process has. */
export interface FolderLock {
  /** False when this process had it already. */
  isNew: boolean;
  /** Gives the folder back. */
  release(): void;
}

/** Milliseconds that the kernel may take to close the files of a process that was killed. */
const DYING_MS = 1_000;

const held = new Map<string, number>();

const refuse = (folder: string, who: string): never => {
  throw new StartError(`${folder} is in use by another server (${who}): stop it, or choose another DATA_DIR.`);
};

const refuseHolder = (folder: string): never => {
  const holder = holderOf(path.join(folder, LOCK));
  if (!holder) return refuse(folder, 'which has not said its number');
  return refuse(folder, `process ${holder.pid}${isSeen(holder) ? '' : ' of another container or host'}`);
};

const numberIn = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
};

/** A server of the release before holds no lock of the kernel: its number is all there is. */
const refuseReleaseBefore = (folder: string, lastHolder: number | undefined): void => {
  const pid = numberIn(path.join(folder, PID));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || pid === lastHolder) return;
  // After a crash the number may belong to some other program by now: only a node can be a server of ours.
  if (isAlive(pid) && /node/i.test(commandOf(pid))) refuse(folder, `process ${pid}`);
};

/** Takes a data folder for this process, for as long as it lives; throws a `StartError` when another live server has it. */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const pidFile = path.join(folder, PID);
  const release = () => {
    const fd = held.get(folder);
    if (fd === undefined) return;
    held.delete(folder);
    if (numberIn(pidFile) === process.pid) rmSync(pidFile, { force: true });
    closeSync(fd);
  };
  if (held.has(folder)) return { isNew: false, release };
  const last = holderOf(path.join(folder, LOCK));
  const fd = (await takeWithin(path.join(folder, LOCK), DYING_MS)) ?? refuseHolder(folder);
  held.set(folder, fd);
  try {
    refuseReleaseBefore(folder, last?.pid);
    writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  } catch (error) {
    held.delete(folder);
    closeSync(fd);
    throw error;
  }
  return { isNew: true, release };
};
