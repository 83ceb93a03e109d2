import { newSeed } from '../../support/newSeed';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';
import { runMarket } from '../../support/money/market';

/** `node scripts/check-money.mjs --runs 20000 --seed 5` sets these. */
const RUNS = Number(process.env.MONEY_RUNS ?? 1_000);
const SEED = newSeed('MONEY_SEED');
const KILLS = Math.max(55, Math.ceil(RUNS / 100));

// A machine with other load is slow.
jest.setTimeout(600_000 + RUNS * 300);

describe('money', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it(`is right in ${RUNS} purchases in any order of events while servers are killed`, async () => {
    process.stdout.write(
      `money: ${RUNS} runs, seed ${SEED} (again by: node scripts/check-money.mjs --runs ${RUNS} --seed ${SEED})\n`,
    );
    const onProgress = (done: number) => {
      if (done % 1_000 === 0 && done < RUNS) process.stdout.write(`money: ${done} runs over\n`);
    };
    const { runs, paid, problems, kills } = await runMarket(database, {
      seed: SEED,
      runs: RUNS,
      kills: KILLS,
      onProgress,
    });
    process.stdout.write(`money: ${paid} of ${runs} paid, ${kills.all} servers killed (${kills.atSpot} at a spot)\n`);
    expect(problems).toEqual([]);
    expect(runs).toBe(RUNS);
    expect(kills.all).toBeGreaterThanOrEqual(50);
    // A run with hardly any purchase would prove nothing.
    expect(paid).toBeGreaterThan(RUNS * 0.25);
  });
});
