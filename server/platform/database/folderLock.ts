import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../startError';
import { commandOf, isAlive } from './processes';

const FILE = 'server.pid';

/** Takes a data folder for this process; throws when another live server has it. Returns what gives it back. */
export const lockFolder = (folder: string): (() => void) => {
  const file = path.join(folder, FILE);
  const mine = String(process.pid);
  const take = () => writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
  try {
    take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(file, 'utf8'));
    // After a crash the number may belong to some other program by now: only a node can be a server of ours.
    const isServer = Number.isInteger(holder) && holder > 0 && isAlive(holder) && /node/i.test(commandOf(holder));
    if (isServer && holder !== process.pid) {
      throw new StartError(
        `${folder} is in use by another server (process ${holder}): stop it, or choose another DATA_DIR.`,
      );
    }
    rmSync(file, { force: true });
    take();
  }
  return () => {
    try {
      if (readFileSync(file, 'utf8') === mine) rmSync(file);
    } catch {
      // The folder is gone already: nothing is left to give back.
    }
  };
};
