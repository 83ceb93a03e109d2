import { readFileSync } from 'node:fs';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { levelOf } from '../../../server/platform/flow/proofOfWork';
import { createLimiter, withinLimit, type Limiter } from '../../../server/platform/limiter';
import { LIMITS, withPoints, type LimitRule } from '../../../server/platform/limits';
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

  it('counts no refused tries, so that what is given back is free again and what still fits is allowed', async () => {
    await take(2);
    await expect(take(2)).rejects.toMatchObject({ status: 429, options: { retryAfter: 60 } });
    await take();
    await expect(take()).rejects.toMatchObject({ status: 429 });
    await expect(take()).rejects.toMatchObject({ status: 429 });
    await limiter.giveBack(RULE, 'a');
    await take();
    await expect(take()).rejects.toMatchObject({ status: 429 });
    expect(await limiter.used(RULE, 'a')).toBe(3);
    await expect(limiter.take(RULE, 'b', 4)).rejects.toMatchObject({ status: 429, options: { retryAfter: 60 } });
    expect(await limiter.used(RULE, 'b')).toBe(0);
  });

  it('gives back only what was taken when work fails or is refused', async () => {
    const attempt = (points: number, work: () => Promise<void>) =>
      withinLimit(limiter, { rule: RULE, key: 'a', points }, work);
    await attempt(2, () => Promise.resolve());
    await expect(attempt(2, () => Promise.resolve())).rejects.toMatchObject({ status: 429 });
    await expect(attempt(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limiter.used(RULE, 'a')).toBe(2);
  });

  describe.each(Object.entries(LIMITS))('%s', (_key, limit) => {
    // Some limits get their points from a setting.
    const rule = limit.setting ? withPoints(limit, 3) : limit;
    const { points, seconds } = rule;

    it('allows its points, and no more until its time is over', async () => {
      await limiter.take(rule, 'a', points);
      await expect(limiter.take(rule, 'a')).rejects.toMatchObject({
        status: 429,
        key: rule.key ?? ERROR_KEYS.tooManyRequests,
        options: { retryAfter: seconds, ...(rule.isQuota && { limit: points }) },
      });
      if (limit.needsWork) expect([levelOf(points, points), levelOf(points + 1, points)]).toEqual([0, 1]);
      expect(limit.most).toBeGreaterThanOrEqual(limit.points);
      later(seconds);
      await limiter.take(rule, 'a', points);
    });
  });

  it('has its own name, and a line in docs/OPERATIONS.md', () => {
    const all = Object.values(LIMITS);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    const PERIODS: Record<number, string> = { 60: 'a minute', 300: '5 minutes', 600: '10 minutes', 900: '15 minutes' };
    const period = (seconds: number) => PERIODS[seconds] ?? (seconds === 3600 ? 'an hour' : '24 hours');
    const lines = all.map(({ counts, points, seconds, setting, most, needsWork, key, above }) => {
      const number = setting?.replace(/^[A-Z_]+$/, '`$&`') ?? points.toLocaleString('en');
      const work =
        needsWork && `a proof of work each${most === Infinity ? '' : `; above ${most.toLocaleString('en')} a 429`}`;
      return `| ${counts} | ${number} in ${period(seconds)} | ${above ?? work ?? (key ? `429 \`${key}\`` : '429')} |`;
    });
    const section = readFileSync('docs/OPERATIONS.md', 'utf8').split('\n## Limits\n')[1]!.split('\n## ')[0]!;
    const table = section.split('\n\n').find((part) => part.startsWith('| what is counted'))!;
    expect(table.replace(/ +/g, ' ').split('\n').slice(2)).toEqual(lines);
  });
});
