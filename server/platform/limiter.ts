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
  /** Gives a point back. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** Gives the key all its points back. */
  clear(rule: LimitRule, key: string): Promise<void>;
}

/** What is counted (an email, an address) is kept only as a hash. */
const hidden = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32);

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
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw rule.isQuota && rule.key
          ? quotaExceeded(rule.key, rule.points, seconds)
          : tooManyRequests(seconds, rule.key);
      }
    },
    giveBack: async (rule, key) => {
      await limiterOf(rule).reward(hidden(key));
    },
    clear: async (rule, key) => {
      await limiterOf(rule).delete(hidden(key));
    },
  };
};
