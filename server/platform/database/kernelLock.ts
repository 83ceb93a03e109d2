import { closeSync, ftruncateSync, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../errors';

/** The process that took a lock. A process id is valid only within one PID namespace and one boot. */
interface Holder {
  pid: number;
  /** Null when the system does not report it. */
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

/** Returns the process that last wrote the lock's file, alive or dead; null when none did. */
export const holderOf = (file: string): Holder | null => {
  const text = textOf(() => readFileSync(file, 'utf8'));
  try {
    return text ? (JSON.parse(text) as Holder) : null;
  } catch {
    return null;
  }
};

/** Returns whether this process can see the holder's process id. */
export const isSeen = ({ boot, namespace, host }: Holder): boolean => {
  const current = thisProcess();
  return boot === current.boot && namespace === current.namespace && (boot !== null || host === current.host);
};

type TryLock = (fd: number) => boolean;

/** Loaded on demand: with DATABASE_URL the server also runs on systems for which the package has no binary. */
const loadTryLock = async (): Promise<TryLock> => {
  try {
    return (await import('fs-native-extensions')).tryLock;
  } catch {
    const system = `${process.platform}-${process.arch}`;
    throw new StartError(
      `The npm package fs-native-extensions does not work here (${system}): run npm ci, or set DATABASE_URL to another PostgreSQL.`,
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
 * Takes the kernel's lock of a file (OFD locks on Linux, flock on macOS) and records the holder. The lock lasts as
 * long as the returned descriptor, or a copy that a child process inherited, is open. A dead process therefore never
 * holds it; a live one holds it from any PID namespace of this machine, or from another host if the file system
 * supports locks. Returns null when the lock is still held after `ms` milliseconds.
 */
export const takeWithin = async (file: string, ms: number): Promise<number | null> => {
  const tryLock = await loadTryLock();
  for (const end = Date.now() + ms; ; await sleep(LOOK_MS)) {
    const fd = takeKernelLock(tryLock, file);
    if (fd !== null || Date.now() >= end) return fd;
  }
};
