import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorKey } from '../../contract/constants/errorKeys';
import { quotaExceeded, tooManyRequests } from './errors';
import { sha256 } from './sha256';

/** A rate limit: `points` times in `seconds`. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
  /** The key of the 429; by default the general one. */
  key?: ErrorKey;
  /** The 429 includes the allowed amount: the customer should know this quota. */
  isQuota?: true;
}

/** Counts in PostgreSQL, so that a limit holds across processes. */
export interface Limiter {
  /**
   * Takes a point, or several at once; throws 429 when fewer are left. One statement, so that concurrent tries cannot
   * exceed the limit.
   */
  take(rule: LimitRule, key: string, points?: number): Promise<void>;
  /** Takes a point even when none is left; returns the number taken, and the seconds until all are restored. */
  count(rule: LimitRule, key: string): Promise<{ used: number; seconds: number }>;
  /** Returns the number of points taken. */
  used(rule: LimitRule, key: string): Promise<number>;
  giveBack(rule: LimitRule, key: string, points?: number): Promise<void>;
  /** Resets the key's points. */
  clear(rule: LimitRule, key: string): Promise<void>;
}

/** Hashes what is counted (an email, an address), because the store keeps only the hash. */
const hashKey = (key: string): string => sha256(key).toString('base64url').slice(0, 32);

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** Creates rate limits on the table `rate_limits` of the given store. */
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
    take: async (rule, key, points) => {
      try {
        await limiterOf(rule).consume(hashKey(key), points);
      } catch (refusal) {
        // The library rejects with its state when no points are left.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = secondsOf(refusal.msBeforeNext);
        throw rule.isQuota && rule.key
          ? quotaExceeded(rule.key, rule.points, seconds)
          : tooManyRequests(seconds, rule.key);
      }
    },
    count: async (rule, key) => {
      const { consumedPoints, msBeforeNext } = await limiterOf(rule)
        .consume(hashKey(key))
        .catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal;
          throw refusal;
        });
      return { used: consumedPoints, seconds: secondsOf(msBeforeNext) };
    },
    used: async (rule, key) => (await limiterOf(rule).get(hashKey(key)))?.consumedPoints ?? 0,
    giveBack: async (rule, key, points) => {
      await limiterOf(rule).reward(hashKey(key), points);
    },
    clear: async (rule, key) => {
      await limiterOf(rule).delete(hashKey(key));
    },
  };
};

export interface Point {
  rule: LimitRule;
  key: string;
}

export const giveBackAll = async (limiter: Limiter, points: readonly Point[]): Promise<void> => {
  await Promise.all(points.map(({ rule, key }) => limiter.giveBack(rule, key)));
};

/** Takes a point of each in this order. When one has none left, gives the earlier ones back and throws its 429. */
export const takeAll = async (limiter: Limiter, points: readonly Point[]): Promise<void> => {
  for (const [at, { rule, key }] of points.entries()) {
    await limiter.take(rule, key).catch(async (error: unknown) => {
      await giveBackAll(limiter, points.slice(0, at));
      throw error;
    });
  }
};

/** Takes points, then does the work; throws 429 when too few are left. Work that fails gives the points back. */
export const withinLimit = async <T>(
  limiter: Limiter,
  { rule, key, points = 1 }: Point & { points?: number },
  work: () => Promise<T>,
): Promise<T> => {
  try {
    await limiter.take(rule, key, points);
    return await work();
  } catch (error) {
    // The limiter also counts an attempt that it refuses.
    await limiter.giveBack(rule, key, points).catch(() => undefined);
    throw error;
  }
};
