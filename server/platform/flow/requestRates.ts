import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock';
import { AppError, tooManyRequests } from '../errors';
import type { Limiter } from '../limiter';
import { LIMITS, type LimitRule } from '../limits';
import { networkOf } from '../net';

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
 * Callers of the last minute that are remembered. Above this number the oldest are forgotten and start with a new
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
