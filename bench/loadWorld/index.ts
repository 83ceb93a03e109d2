import { seedProducts, seedPositions, seedPlans } from '../../server/seeds/catalogue';
import { FEMALE_NAMES, MALE_NAMES, SURNAMES, DISTRICTS } from '../../server/seeds/data/people';
import { advanceSequences, idsOf, inTransaction, type SeedClient, type SeedDatabase } from '../../server/seeds/insert';
import { seedLoadEmployers } from './employers';
import { loadPlan, longestOf, SLOTS } from './plan';
import { seedLoadRecords } from './records';
import {
  APPLICATIONS,
  APPOINTMENTS,
  COUNTS,
  DECISIONS,
  LONG_THREAD,
  MESSAGES,
  OUTCOMES,
  STATUS_LOG,
  THREADS,
  WORKERS,
} from './sql';
import { withoutIndexes } from './withoutIndexes';

interface LoadWorldOptions {
  /** Total number of applications; the other figures follow from it. */
  applications: number;
  now: Date;
  /** One password hash for all accounts. */
  passwordHash: string;
  /** True when one branch owns everything, for benchmarks. */
  isOneOwner?: boolean;
  /** Called at the start of each step with its name, and with the number of rows if it is known. */
  onProgress?: (step: LoadStep, rows: number) => void;
}

type LoadStep = 'employers' | 'workers' | 'applications' | 'appointments' | 'conversations' | 'records' | 'analyze';

const DISTRICTS_OF_SLOTS = JSON.stringify(SLOTS.map((city) => DISTRICTS[city].map((one) => ({ ...one, city }))));

const loadApplications = async (
  client: SeedClient,
  now: string,
  ids: Record<'worker' | 'application' | 'appointment', number>,
  workers: number,
) => {
  await withoutIndexes(client, 'applications', async () => {
    await client.query(APPLICATIONS, [now, ids.application, ids.worker, workers / SLOTS.length, SLOTS.length]);
    await client.query(APPOINTMENTS, [now, ids.application, ids.appointment]);
    await client.query(OUTCOMES, [ids.appointment]);
    await client.query(COUNTS, [ids.application]);
  });
  await withoutIndexes(client, 'application_decisions', () => client.query(DECISIONS, [now, ids.application]));
};

/**
 * Fills an empty, migrated store with the load world in one transaction that ends with ANALYZE. The same `now` and
 * size give the same world; root@demo.test owns the largest of the 100 organisations (docs/API.md#promises).
 */
export const seedLoadWorld = async (db: SeedDatabase, options: LoadWorldOptions): Promise<void> => {
  const { applications, passwordHash } = options;
  const progress = options.onProgress ?? (() => undefined);
  const now = options.now.toISOString();
  const plan = loadPlan(applications, options.isOneOwner);
  await inTransaction(db, async (client) => {
    await client.query(
      `select set_config('maintenance_work_mem', '256MB', true), set_config('work_mem', '128MB', true)`,
    );
    progress('employers', plan.organisations.length);
    const positions = await seedPositions(client);
    await seedProducts(client, options.now);
    await seedPlans(client);
    await seedLoadEmployers(client, plan, positions, { now: options.now, passwordHash });
    progress('workers', plan.workers);
    const worker = (await idsOf(client, 'workers'))();
    const application = (await idsOf(client, 'applications'))();
    const appointment = (await idsOf(client, 'appointments'))();
    const thread = (await idsOf(client, 'threads'))();
    const jobs = JSON.stringify(positions.map(({ id, name }) => ({ id, name })));
    await client.query(WORKERS, [
      MALE_NAMES,
      FEMALE_NAMES,
      SURNAMES,
      DISTRICTS_OF_SLOTS,
      now,
      plan.workers,
      worker,
      jobs,
    ]);
    await client.query('analyze workers');
    progress('applications', applications);
    await loadApplications(client, now, { worker, application, appointment }, plan.workers);
    progress('appointments', 0);
    await client.query(STATUS_LOG, [appointment, now]);
    progress('conversations', 0);
    await withoutIndexes(client, 'threads', () => client.query(THREADS, [application, now]));
    await client.query(LONG_THREAD, [thread, longestOf(applications)]);
    await withoutIndexes(client, 'messages', () => client.query(MESSAGES, [thread]));
    progress('records', 0);
    await client.query('select backfill_application_facts()');
    await client.query('select backfill_application_needs()');
    await seedLoadRecords(client, { now, application, appointment, longest: longestOf(applications) });
    await advanceSequences(client, ['workers', 'applications', 'appointments']);
    progress('analyze', 0);
    await client.query('analyze');
  });
};
