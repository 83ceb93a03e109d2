import { parseArgs } from 'node:util';
import { runCommand } from './command';
import { seedDemoWorld } from './seeds/demoWorld';
import { seedLoadWorld } from './seeds/loadWorld';
import { DEMO_PASSWORD } from './demo/simulatedWorkers';
import { isStoreEmpty } from './modules/operations';
import { hashPassword } from './platform/auth/passwords';
import { readSettings } from './platform/settings';
import { StartError } from './platform/errors';
import { openStore, type Store } from './store';

const USAGE = 'npm run seed [-- --applications N]: creates the demo world, or with N the load world of that size.';
const LEAST = 1000;
const MOST = 10_000_000;

const sizeOf = (args: string[]): number | null => {
  try {
    const { applications } = parseArgs({ args, options: { applications: { type: 'string' } } }).values;
    if (applications === undefined) return null;
    const size = Number(applications);
    if (Number.isInteger(size) && size >= LEAST && size <= MOST) return size;
  } catch {
    // An unknown option falls through to the usage text.
  }
  throw new StartError(`${USAGE} N is a whole number from ${LEAST} to ${MOST}.`);
};

const refuseUnlessEmpty = async ({ db }: Store): Promise<void> => {
  if (!(await isStoreEmpty(db)))
    throw new StartError(
      'The store is not empty, and a seed only fills an empty one: choose another DATA_DIR or DATABASE_URL.',
    );
};

const fill = async ({ pool }: Store, applications: number | null): Promise<void> => {
  const world = { now: new Date(), passwordHash: await hashPassword(DEMO_PASSWORD) };
  if (applications === null) return seedDemoWorld(pool, world);
  const onProgress = (step: string, rows: number) => console.log(rows > 0 ? `${step}: ${rows}` : step);
  return seedLoadWorld(pool, { ...world, applications, onProgress });
};

/** Fills the empty configured store with a world whose accounts have the demo's password. */
export const main = (root: string, args: string[]): Promise<void> =>
  runCommand(async () => {
    const applications = sizeOf(args);
    const settings = readSettings(process.env);
    if (!settings.demo)
      throw new StartError(
        'DEMO: a seed has accounts with fixed passwords and fills demo stores only (DEMO=1, and DEMO_PUBLIC=1 with DATABASE_URL).',
      );
    const started = Date.now();
    const store = await openStore({ settings, root, canShare: true });
    try {
      await refuseUnlessEmpty(store);
      await fill(store, applications);
    } finally {
      await store.close();
    }
    console.log(
      `Done in ${((Date.now() - started) / 1000).toFixed(1)} s. Accounts have the password ${DEMO_PASSWORD}.`,
    );
  });
