import { parseArgs } from 'node:util';
import { backUp } from './backup/backup';
import { restore } from './backup/restore';
import { runCommand } from './command';
import { systemClock } from './platform/clock';
import { readSettings } from './platform/settings';
import { StartError } from './platform/errors';

const USAGE =
  'npm run backup -- --to FOLDER: writes the store and its uploads into a new folder. npm run restore -- --from FOLDER: puts them into an empty DATA_DIR.';

const optionsOf = (args: string[]) => {
  try {
    return parseArgs({ args, options: { to: { type: 'string' }, from: { type: 'string' } } }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}. ${USAGE}`);
  }
};

/** Runs a backup or a restore of the embedded store with the server's settings. */
export const main = (root: string, args: string[]): Promise<void> =>
  runCommand(async () => {
    const { to, from } = optionsOf(args);
    const settings = readSettings(process.env);
    const started = Date.now();
    const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
    if (to && !from) {
      await backUp({ settings, root, folder: to, now: systemClock.now() });
      console.log(`The backup is in ${to} (${seconds()}). It holds all data: keep it as safe as the store itself.`);
    } else if (from && !to) {
      await restore({ settings, root, folder: from });
      console.log(
        `${settings.dataDir} is restored (${seconds()}). npm start serves it, after it has erased again whom the list in ERASURES_DIR names.`,
      );
    } else throw new StartError(USAGE);
  });
