import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorKey } from '../../contract/constants/errorKeys';
import { quotaExceeded, tooManyRequests } from './errors';

/** How often something may happen: `points` times in `seconds`. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
  /** What the 429 says; the general key else. */
  key?: ErrorKey;
  /** The 429 tells how much is allowed: a quota that whoever pays for the product should know. */
  isQuota?: true;
}

/** Counts in PostgreSQL, so that a limit holds across processes. */
export interface Limiter {
  /** Takes a point; 429 when there was none left. In one statement: many tries at once cannot slip through together. */
  take(rule: LimitRule, key: string): Promise<void>;
  /** Takes a point even where none is left; answers how many are taken, and the seconds until they are all back. */
  count(rule: LimitRule, key: string): Promise<{ used: number; seconds: number }>;
  /** How many points are taken. */
  used(rule: LimitRule, key: string): Promise<number>;
  /** Gives a point back. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** Gives the key all its points back. */
  clear(rule: LimitRule, key: string): Promise<void>;
}

/** What is counted (an email, an address) is kept only as a hash. */
const hidden = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32);

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** Limits on the table `rate_limits` of the given store. */
export const createLimiter = (pool: Pool): Limiter => {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, points, seconds }: LimitRule): RateLimiterPostgres => {
    const known = limiters.get(name);
    if (known) return known;
    const created = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    limiters.set(name, created);
    return created;
  };
  return {
    take: async (rule, key) => {
      try {
        await limiterOf(rule).consume(hidden(key));
      } catch (refusal) {
        // The library rejects with its state when the points ran out.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = secondsOf(refusal.msBeforeNext);
        throw rule.isQuota && rule.key
          ? quotaExceeded(rule.key, rule.points, seconds)
          : tooManyRequests(seconds, rule.key);
      }
    },
    count: async (rule, key) => {
      const { consumedPoints, msBeforeNext } = await limiterOf(rule)
        .consume(hidden(key))
        .catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal;
          throw refusal;
        });
      return { used: consumedPoints, seconds: secondsOf(msBeforeNext) };
    },
    used: async (rule, key) => (await limiterOf(rule).get(hidden(key)))?.consumedPoints ?? 0,
    giveBack: async (rule, key) => {
      await limiterOf(rule).reward(hidden(key));
    },
    clear: async (rule, key) => {
      await limiterOf(rule).delete(hidden(key));
    },
  };
};

/** One point of a rule. */
export interface Point {
  rule: LimitRule;
  key: string;
}

/** Gives points back. */
export const giveBackAll = async (limiter: Limiter, points: readonly Point[]): Promise<void> => {
  await Promise.all(points.map(({ rule, key }) => limiter.giveBack(rule, key)));
};

/** Takes a point of each, in this order; where one has none left, those before it are given back and its 429 is thrown. */
export const takeAll = async (limiter: Limiter, points: readonly Point[]): Promise<void> => {
  for (const [at, { rule, key }] of points.entries()) {
    await limiter.take(rule, key).catch(async (error: unknown) => {
      await giveBackAll(limiter, points.slice(0, at));
      throw error;
    });
  }
};
