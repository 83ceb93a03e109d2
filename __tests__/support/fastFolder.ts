import { existsSync, statfsSync } from 'node:fs';
import os from 'node:os';

const MEMORY = '/dev/shm';
const LEAST_BYTES = 2 * 2 ** 30;

/**
 * The folder for stores that live as long as a test: in memory where Linux has room there. A store is hundreds of files,
 * and making and deleting them on a disk costs more than the tests' statements.
 */
export const fastFolder = (): string => {
  if (!existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= LEAST_BYTES ? MEMORY : os.tmpdir();
};
