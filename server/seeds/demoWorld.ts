import { seedAccounts } from './accounts';
import { planApplications, writeApplications } from './applications';
import { planAppointments, writeAppointments } from './appointments';
import { CHAIN_APPLICATIONS } from './data/organisations';
import { seedProducts, seedPositions, seedPlans, seedSubscription } from './catalogue';
import { seedConversations } from './conversations';
import { seedDecisions, seedFacts, seedHires, seedReminders } from './reminders';
import { advanceSequences, inTransaction, type SeedClient, type SeedDatabase, createRandom } from './insert';
import { seedHistory } from './history';
import { seedJobParts } from './jobParts';
import { seedJobs } from './jobs';
import { seedPageApplicants, seedPages } from './pages';
import { seedWorkers } from './workers';

const SEED = 20_260_420;
const WORKERS = 2000;
const TABLES = [
  'organisations',
  'users',
  'company_locations',
  'jobs',
  'workers',
  'applications',
  'appointments',
  'appointment_status_log',
  'threads',
  'messages',
];

export interface DemoWorldOptions {
  /** All times of the world are before it; only interviews may be later. */
  now: Date;
  /** One password hash for all demo accounts. */
  passwordHash: string;
  /** The applications of the chain of root@demo.test. */
  chainApplications?: number;
}

/** Waits for another server that fills the store, and returns whether it is still empty. */
const lockEmpty = async (client: SeedClient): Promise<boolean> => {
  await client.query('lock table users in share row exclusive mode');
  const { rows } = await client.query('select id from users limit 1');
  return rows.length === 0;
};

/**
 * Fills a migrated store with the demo world in one transaction, unless it has users; the same `now` gives the same
 * world. The chain of root@demo.test gets 8,000 applications by default, two companies get some (docs/API.md#demo).
 */
export const seedDemoWorld = (db: SeedDatabase, options: DemoWorldOptions): Promise<void> =>
  inTransaction(db, async (client) => {
    if (!(await lockEmpty(client))) return;
    const { passwordHash, chainApplications = CHAIN_APPLICATIONS } = options;
    const context = { random: createRandom(SEED), now: options.now.getTime(), passwordHash };
    const positions = await seedPositions(client);
    await seedProducts(client, options.now);
    await seedPlans(client);
    const places = await seedAccounts(client, context);
    await seedSubscription(client, context.now);
    const jobs = await seedJobs(client, context, places, positions);
    await seedJobParts(client, jobs);
    const workers = await seedWorkers(client, context, positions, WORKERS);
    const applications = planApplications(context, jobs, workers, chainApplications);
    planAppointments(context, applications);
    await writeApplications(client, applications);
    await seedDecisions(client);
    await writeAppointments(client, applications);
    await seedHires(client, context.now);
    await seedReminders(client, context.now);
    await seedPages(client, context.now);
    await seedConversations(client, context, applications);
    await seedPageApplicants(client, context.now);
    await seedFacts(client, options.now.toISOString());
    await seedHistory(client, options.now.toISOString());
    await client.query('select backfill_application_needs()');
    await advanceSequences(client, TABLES);
    // Without statistics the planner would choose bad plans until autovacuum runs.
    await client.query('analyze');
  });
