import { closeSync, ftruncateSync, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../startError';

/** Who took a lock; numbers of processes mean something in one PID namespace of one boot only. */
export interface Holder {
  pid: number;
  /** Null where the system does not tell. */
  boot: string | null;
  namespace: string | null;
  host: string;
}

const textOf = (read: () => string): string | null => {
  try {
    return read().trim();
  } catch {
    return null;
  }
};

const thisProcess = (): Holder => ({
  pid: process.pid,
  boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  namespace: textOf(() => readlinkSync('/proc/self/ns/pid')),
  host: os.hostname(),
});

/** Who wrote a lock's file last, alive or not; null when nobody did. */
export const holderOf = (file: string): Holder | null => {
  const text = textOf(() => readFileSync(file, 'utf8'));
  try {
    return text ? (JSON.parse(text) as Holder) : null;
  } catch {
    return null;
  }
};

/** Whether a holder's number is one of the processes that this one sees. */
export const isSeen = ({ boot, namespace, host }: Holder): boolean => {
  const mine = thisProcess();
  return boot === mine.boot && namespace === mine.namespace && (boot !== null || host === mine.host);
};

type TryLock = (fd: number) => boolean;

/** Loaded when it is needed: with DATABASE_URL the server also runs on systems for which the package has no program. */
const loadTryLock = async (): Promise<TryLock> => {
  try {
    return (await import('fs-native-extensions')).tryLock;
  } catch {
    const system = `${process.platform}-${process.arch}`;
    throw new StartError(
      `The npm package fs-native-extensions does not work here (${system}): run npm ci, or give a PostgreSQL by DATABASE_URL.`,
    );
  }
};

const takeKernelLock = (tryLock: TryLock, file: string): number | null => {
  const fd = openSync(file, 'a+', 0o600);
  try {
    if (!tryLock(fd)) {
      closeSync(fd);
      return null;
    }
  } catch (error) {
    closeSync(fd);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`${file} cannot be locked (${code ?? message}): choose a DATA_DIR on a disk of this machine.`);
  }
  ftruncateSync(fd, 0);
  writeSync(fd, JSON.stringify(thisProcess()));
  return fd;
};

const LOOK_MS = 25;

/**
 * Takes the kernel's lock of a file (OFD locks of Linux, flock of macOS) and notes who did. It is held as long as the answered
 * descriptor, or one that a child process inherited, is open: so never by a dead process, and by a live one in any PID namespace of
 * this machine, or on another host where the file system has locks. Null when it is still held after so many milliseconds.
 */
export const takeWithin = async (file: string, ms: number): Promise<number | null> => {
  const tryLock = await loadTryLock();
  for (const end = Date.now() + ms; ; await sleep(LOOK_MS)) {
    const fd = takeKernelLock(tryLock, file);
    if (fd !== null || Date.now() >= end) return fd;
  }
};
