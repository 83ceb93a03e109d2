import { createLimiter, type Limiter, type LimitRule } from '../../../server/platform/limiter';
import { NOW } from '../../support/demo';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

const RULE: LimitRule = { name: 'tries', points: 3, seconds: 60 };

describe('a rate limit', () => {
  let database: TestDatabase;
  let limiter: Limiter;
  let now: Date;
  beforeAll(async () => {
    database = await testDatabase();
    limiter = createLimiter(database.pool, { now: () => now });
  });
  beforeEach(async () => {
    now = NOW;
    await database.pool.query('delete from rate_limits');
  });
  afterAll(() => database.drop());

  const later = (seconds: number) => (now = new Date(NOW.getTime() + seconds * 1000));
  const take = (points?: number) => limiter.take(RULE, 'a', points);

  it('holds for simultaneous tries and from the first of them to the end of the period', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => take()));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await limiter.take(RULE, 'another key');
    later(59.5);
    await expect(take()).rejects.toMatchObject({ status: 429, options: { retryAfter: 1 } });
    later(60);
    expect(await limiter.used(RULE, 'a')).toBe(0);
    expect(await limiter.count(RULE, 'a')).toEqual({ used: 1, seconds: 60 });
  });

  it('gives taken points back within the period, and none to the next one', async () => {
    await take(3);
    await limiter.giveBack(RULE, 'a', 2);
    expect(await limiter.used(RULE, 'a')).toBe(1);
    await limiter.giveBack(RULE, 'a', 2);
    expect(await limiter.used(RULE, 'a')).toBe(0);
    later(60);
    await limiter.giveBack(RULE, 'a');
    await take(3);
    await expect(take()).rejects.toMatchObject({ status: 429 });
    await limiter.clear(RULE, 'a');
    await take(3);
  });
});
