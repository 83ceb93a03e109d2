// `npm run bench -- seed N`: fills the empty configured store with the load world of N applications.
import { runCommand } from '../server/store';
import { seedStore } from '../server/seed';
import { StartError } from '../server/platform/errors';
import { seedLoadWorld } from './loadWorld';

const LEAST = 1000;
const MOST = 10_000_000;

const applications = Number(process.argv[2]);

await runCommand(async () => {
  if (!(Number.isInteger(applications) && applications >= LEAST && applications <= MOST))
    throw new StartError(`npm run bench -- seed N: N is a whole number from ${LEAST} to ${MOST}.`);
  const onProgress = (step: string, rows: number) => console.log(rows > 0 ? `${step}: ${rows}` : step);
  await seedStore(process.cwd(), (db, world) => seedLoadWorld(db, { ...world, applications, onProgress }));
});
