import { sql } from 'kysely';
import { runHistories } from '../../support/money/renewalWorld';
import { newSeed } from '../../support/newSeed';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';
import { testServer, type TestServer } from '../../support/testServer';

/** `node scripts/check-money.mjs --histories 10000 --seed 5` sets these. */
const HISTORIES = Number(process.env.MONEY_HISTORIES ?? 300);
const SEED = newSeed('MONEY_SEED');
/** Number of histories that share a store, a clock, crashes and backups. */
const GROUP = 100;

jest.setTimeout(600_000 + HISTORIES * 1_000);

describe('renewals at a slow, late and silent bank', () => {
  let server: TestServer;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
    // This test does not kill PostgreSQL. Without waiting for the disk it takes a fraction of the time.
    await database.pool.query(`alter database ${rows[0]!.name} set synchronous_commit to off`);
    await database.pool.query('set synchronous_commit to off');
    server = await testServer({ database });
    await sql`update subscriptions set status = 'ended', next_attempt_at = null`.execute(server.db);
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  it(`charge no period twice and lose no money in ${HISTORIES} histories with crashes and restored backups`, async () => {
    process.stdout.write(
      `renewals: ${HISTORIES} histories, seed ${SEED} (again by: node scripts/check-money.mjs --histories ${HISTORIES} --seed ${SEED})\n`,
    );
    const sum = { charges: 0, crashes: 0, restores: 0, byHand: 0 };
    const problems: string[] = [];
    const begun = server.clock.now();
    for (let first = 0; first < HISTORIES; first += GROUP) {
      const seeds = Array.from({ length: Math.min(GROUP, HISTORIES - first) }, (_, at) => SEED + first + at);
      server.clock.set(begun);
      const tally = await runHistories(server, seeds);
      for (const name of ['charges', 'crashes', 'restores', 'byHand'] as const) sum[name] += tally[name];
      problems.push(...tally.problems);
      if ((first / GROUP) % 20 === 19) process.stdout.write(`renewals: ${first + GROUP} histories over\n`);
    }
    process.stdout.write(`renewals: ${JSON.stringify(sum)}\n`);
    expect(problems).toEqual([]);
    // A run with hardly any charge would prove nothing.
    expect(sum.charges).toBeGreaterThan(HISTORIES * 2);
    expect(sum.crashes).toBeGreaterThan(HISTORIES / 50);
  });
});
