import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fastFolder } from '../../__tests__/support/fastFolder';
import { startPostgres } from '../../__tests__/support/globalDatabase';
import { fillTemplate } from '../../__tests__/support/template';
import { ensureBuilt } from '../../scripts/support/parts.mjs';
import { NOON } from './shiftedClock.mjs';

/** Builds outdated parts and fills the database that each world copies. Returns a function that ends the run. */
const startRun = async (): Promise<() => Promise<void>> => {
  ensureBuilt('web', 'server');
  const folder = mkdtempSync(path.join(fastFolder(), 'dash-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  const stopPostgres = await startPostgres();
  await fillTemplate({ now: new Date(NOON), isWhole: true });
  return async () => {
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  };
};

export default startRun;
