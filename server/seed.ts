import { runCommand, openStore, type Store } from './store';
import { seedDemoWorld, type DemoWorldOptions } from './seeds/demoWorld';
import type { SeedDatabase } from './seeds/insert';
import { DEMO_PASSWORD } from './demo/simulatedWorkers';
import { isStoreEmpty } from './modules/operations';
import { hashPassword } from './platform/auth/passwords';
import { readSettings } from './platform/settings';
import { StartError } from './platform/errors';

const refuseUnlessEmpty = async ({ db }: Store): Promise<void> => {
  if (!(await isStoreEmpty(db)))
    throw new StartError(
      'The store is not empty, and a seed only fills an empty one: choose another DATA_DIR or DATABASE_URL.',
    );
};

/** Fills the empty configured store with a world whose accounts have the demo's password. */
export const seedStore = async (
  root: string,
  fill: (db: SeedDatabase, world: DemoWorldOptions) => Promise<void>,
): Promise<void> => {
  const settings = readSettings(process.env);
  if (!settings.demo)
    throw new StartError(
      'DEMO: a seed has accounts with fixed passwords and fills demo stores only (DEMO=1, and DEMO_PUBLIC=1 with DATABASE_URL).',
    );
  const started = Date.now();
  const store = await openStore({ settings, root, canShare: true });
  try {
    await refuseUnlessEmpty(store);
    await fill(store.pool, { now: new Date(), passwordHash: await hashPassword(DEMO_PASSWORD) });
  } finally {
    await store.close();
  }
  console.log(`Done in ${((Date.now() - started) / 1000).toFixed(1)} s. Accounts have the password ${DEMO_PASSWORD}.`);
};

/** Fills the empty configured store with the demo world. */
export const main = (root: string): Promise<void> => runCommand(() => seedStore(root, seedDemoWorld));
