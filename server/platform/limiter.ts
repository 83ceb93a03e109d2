import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from './errors';

/** How often something may happen: `points` times in `seconds`. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
}

/** Counts in PostgreSQL, so that a limit holds across processes. */
export interface Limiter {
  /** 429 when the key has used up its points already; takes none. */
  check(rule: LimitRule, key: string): Promise<void>;
  /** Takes a point. */
  take(rule: LimitRule, key: string): Promise<void>;
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
    check: async (rule, key) => {
      const state = await limiterOf(rule).get(hidden(key));
      if (state && state.remainingPoints <= 0) throw tooManyRequests(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
    },
    take: async (rule, key) => {
      try {
        await limiterOf(rule).consume(hidden(key));
      } catch (refusal) {
        // The library rejects with its state when the points ran out: the next `check` says so.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
      }
    },
    clear: async (rule, key) => {
      await limiterOf(rule).delete(hidden(key));
    },
  };
};
