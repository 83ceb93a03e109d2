import { closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors';
import { holderOf, isSeen, takeWithin } from './kernelLock';
import { commandOf, isAlive } from './orphans';

const LOCK = 'server.lock';
/**
 * Holds only the process id of the owner, for commands that run beside a server and for the previous release, which
 * knows no other lock.
 */
const PID = 'server.pid';

interface FolderLock {
  /** False when this process had already locked the folder. */
  isNew: boolean;
  release(): void;
}

/** Milliseconds that the kernel may need to close the files of a killed process. */
const DYING_MS = 1_000;

const locks = new Map<string, number>();

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

/** A server of the previous release holds no kernel lock, so its process id is the only evidence. */
const refuseReleaseBefore = (folder: string, lastHolder: number | undefined): void => {
  const pid = numberIn(path.join(folder, PID));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || pid === lastHolder) return;
  // After a crash the process id may belong to another program. Only a node process can be one of our servers.
  if (isAlive(pid) && /node/i.test(commandOf(pid))) refuse(folder, `process ${pid}`);
};

/** Locks a data folder for the lifetime of this process; throws a `StartError` when another live server holds it. */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const pidFile = path.join(folder, PID);
  const release = () => {
    const fd = locks.get(folder);
    if (fd === undefined) return;
    locks.delete(folder);
    if (numberIn(pidFile) === process.pid) rmSync(pidFile, { force: true });
    closeSync(fd);
  };
  if (locks.has(folder)) return { isNew: false, release };
  const last = holderOf(path.join(folder, LOCK));
  const fd = (await takeWithin(path.join(folder, LOCK), DYING_MS)) ?? refuseHolder(folder);
  locks.set(folder, fd);
  try {
    refuseReleaseBefore(folder, last?.pid);
    writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  } catch (error) {
    locks.delete(folder);
    closeSync(fd);
    throw error;
  }
  return { isNew: true, release };
};
