import type { Pool } from 'pg';
import type { Clock } from './clock';
import { quotaExceeded, tooManyRequests, AppError } from './errors';
import { type LimitRule, LIMITS } from './limits';
import { sha256 } from './secrets';
import type { FastifyRequest } from 'fastify';
import { networkOf } from './net';

/** Counts in PostgreSQL, so that a limit holds across processes. */
export interface Limiter {
  /**
   * Takes a point, or several at once; throws 429 and takes none when fewer are left. One statement, so that concurrent
   * tries cannot exceed the limit.
   */
  take(rule: LimitRule, key: string, points?: number): Promise<void>;
  /** Takes a point even when none is left; returns the number taken, and the seconds until all are restored. */
  count(rule: LimitRule, key: string): Promise<Used>;
  /** Returns the number of points taken. */
  used(rule: LimitRule, key: string): Promise<number>;
  /** Gives a point back, or several. Does nothing when none is taken, as in a new period. */
  giveBack(rule: LimitRule, key: string, points?: number): Promise<void>;
  /** Resets the key's points. */
  clear(rule: LimitRule, key: string): Promise<void>;
}

/** Returns the key of a row: a hash, so that the store keeps no emails and addresses. */
const keyOf = ({ name }: LimitRule, key: string): string => `${name}:${sha256(key).toString('base64url').slice(0, 32)}`;

/**
 * Adds points up to a limit, if there is one; the first point after the end of a period begins the next period. Returns
 * no row above the limit, where it adds none: points that are given back would otherwise only make up for refused tries.
 */
const ADD = `
  insert into rate_limits as held (key, points, expire)
  select $1, $2::integer, $3::bigint where $5::integer is null or $2 <= $5
  on conflict (key) do update set
    points = case when held.expire <= $4 then excluded.points else held.points + excluded.points end,
    expire = case when held.expire <= $4 then excluded.expire else held.expire end
  where $5 is null or held.expire <= $4 or held.points + excluded.points <= $5
  returning points as used, expire`;

/** Points of one key, and the seconds until all are restored. */
interface Used {
  used: number;
  seconds: number;
}

/** Creates rate limits on the table `rate_limits` of the given store. */
export const createLimiter = (pool: Pool, clock: Clock): Limiter => {
  const secondsUntil = (expire: number): number => Math.ceil((expire - clock.now().getTime()) / 1000);
  const find = async (rule: LimitRule, key: string): Promise<Used> => {
    const { rows } = await pool.query<{ used: number; expire: number }>(
      'select points as used, expire from rate_limits where key = $1 and expire > $2',
      [keyOf(rule, key), clock.now().getTime()],
    );
    return rows[0] ? { used: rows[0].used, seconds: secondsUntil(rows[0].expire) } : { used: 0, seconds: rule.seconds };
  };
  /** Returns undefined, and adds nothing, when the points would exceed `most`. */
  const add = async (rule: LimitRule, key: string, points: number, most: number | null): Promise<Used | undefined> => {
    const now = clock.now().getTime();
    const values = [keyOf(rule, key), points, now + rule.seconds * 1000, now, most];
    const { rows } = await pool.query<{ used: number; expire: number }>(ADD, values);
    return rows[0] && { used: rows[0].used, seconds: secondsUntil(rows[0].expire) };
  };
  return {
    take: async (rule, key, points = 1) => {
      if (await add(rule, key, points, rule.points)) return;
      const { seconds } = await find(rule, key);
      throw rule.isQuota && rule.key
        ? quotaExceeded(rule.key, rule.points, seconds)
        : tooManyRequests(seconds, rule.key);
    },
    count: async (rule, key) => (await add(rule, key, 1, null))!,
    used: async (rule, key) => (await find(rule, key)).used,
    giveBack: async (rule, key, points = 1) => {
      await pool.query('update rate_limits set points = greatest(points - $2, 0) where key = $1 and expire > $3', [
        keyOf(rule, key),
        points,
        clock.now().getTime(),
      ]);
    },
    clear: async (rule, key) => {
      await pool.query('delete from rate_limits where key = $1', [keyOf(rule, key)]);
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
  await limiter.take(rule, key, points);
  try {
    return await work();
  } catch (error) {
    await limiter.giveBack(rule, key, points).catch(() => undefined);
    throw error;
  }
};

/** Requests a minute of one account, and of one network without a session; 0 means no limit. */
export interface RequestRateSettings {
  userRate: number;
  networkRate: number;
}

/** General rate limits, in addition to a route's own. Throws 429 with Retry-After above them. */
export interface RequestRates {
  /** Counts a request of a signed-in account. */
  ofUser(userId: number): Promise<void>;
  /** Counts a request without a session: of a public route, of a page, or with a dead token. */
  ofNetwork(request: Pick<FastifyRequest, 'ip'>): Promise<void>;
  /** Counts a file of the dashboard or a picture; browsers fetch them without a session. */
  ofFile(request: Pick<FastifyRequest, 'ip'>): Promise<void>;
}

/** Files allowed for each other request of a network: a first page loads about thirty, a list fifty portraits. */
const FILES_FACTOR = 10;

/** Requests that a server allows per statement of the shared limiter. */
export const PACK = 50;
/**
 * The most callers of the last minute to remember. Above this number the oldest are forgotten and start with a new
 * pack.
 */
const REMEMBERED = 20_000;

interface Allowance {
  left: number;
  until: number;
  /** Concurrent requests wait for the same pack. */
  buying: Promise<void> | null;
  /** No pack is available before this time, so none is requested. */
  refusedUntil: number;
}

/**
 * Buys requests from the shared limiter in packs; the first pack of a minute is free. Callers at human speed never
 * cost a statement, and a flood is limited across all servers, accurate to one pack per server.
 */
const createRate = (limiter: Limiter, clock: Clock, { name, seconds }: LimitRule, perMinute: number) => {
  const rule = { name, points: Math.max(1, Math.floor(perMinute / PACK)), seconds };
  const all = new Map<string, Allowance>();

  const allowanceOf = (key: string, now: number): Allowance => {
    const known = all.get(key);
    if (known && known.until > now) return known;
    all.delete(key);
    if (all.size >= REMEMBERED) all.delete(all.keys().next().value!);
    const left = Math.min(PACK, perMinute);
    const fresh = { left, until: now + seconds * 1000, buying: null, refusedUntil: 0 };
    all.set(key, fresh);
    return fresh;
  };

  const buy = async (key: string, allowance: Allowance): Promise<void> => {
    try {
      await limiter.take(rule, key);
      allowance.left += PACK;
    } catch (error) {
      const wait = error instanceof AppError ? error.options.retryAfter : undefined;
      if (wait !== undefined) {
        allowance.refusedUntil = clock.now().getTime() + wait * 1000;
        allowance.until = Math.max(allowance.until, allowance.refusedUntil);
      }
      throw error;
    } finally {
      allowance.buying = null;
    }
  };

  return async (key: string): Promise<void> => {
    if (perMinute === 0) return;
    for (;;) {
      const now = clock.now().getTime();
      const allowance = allowanceOf(key, now);
      if (allowance.left > 0) {
        allowance.left -= 1;
        return;
      }
      if (allowance.refusedUntil > now) throw tooManyRequests(Math.ceil((allowance.refusedUntil - now) / 1000));
      await (allowance.buying ??= buy(key, allowance));
    }
  };
};

export const createRequestRates = (
  { limiter, clock }: { limiter: Limiter; clock: Clock },
  { userRate, networkRate }: RequestRateSettings,
): RequestRates => {
  const user = createRate(limiter, clock, LIMITS.requestsUser, userRate);
  const network = createRate(limiter, clock, LIMITS.requestsNetwork, networkRate);
  const files = createRate(limiter, clock, LIMITS.requestsFiles, FILES_FACTOR * networkRate);
  return {
    ofUser: (userId) => user(String(userId)),
    ofNetwork: ({ ip }) => network(networkOf(ip)),
    ofFile: ({ ip }) => files(networkOf(ip)),
  };
};
