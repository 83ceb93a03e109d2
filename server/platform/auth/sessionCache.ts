import type { Clock } from '../clock';
import type { Db } from '../database/schema';
import { sha256 } from '../secrets';
import { findSession, type Session } from './tokens';

/** Milliseconds after which a session is looked up again in any case. */
export const FRESH_MS = 1_000;
/** The most cached sessions; the oldest are dropped first. */
export const KEPT_MAX = 10_000;

interface Lookup {
  startedAt: number;
  session: Promise<Session | undefined>;
}

/** Finds sessions for requests. */
interface SessionCache {
  /** Returns the live session of a token as the store had it less than a second ago; undefined without one. */
  find(token: string): Promise<Session | undefined>;
  /** Empties the cache. Call it after each commit that may have ended or changed a session. */
  forget(): void;
}

/**
 * Creates a cache of live sessions. It caches look-ups from their start: `forget` also drops running ones, so that
 * their outdated result reaches only the requests that already wait for it. Dead and unknown tokens are not cached.
 */
export const createSessionCache = (
  { db, clock }: { db: Db; clock: Clock },
  lookUp: typeof findSession = findSession,
): SessionCache => {
  /** By the token's hash, in the order of their beginning. */
  const lookups = new Map<string, Lookup>();
  const isFresh = ({ startedAt }: Lookup, now: number) => startedAt <= now && now < startedAt + FRESH_MS;

  const start = (key: string, token: string, now: Date): Lookup => {
    lookups.delete(key);
    for (const [oldest, lookup] of lookups) {
      if (lookups.size < KEPT_MAX && isFresh(lookup, now.getTime())) break;
      lookups.delete(oldest);
    }
    const lookup = { startedAt: now.getTime(), session: lookUp(db, token, now) };
    lookups.set(key, lookup);
    const drop = () => lookups.get(key) === lookup && lookups.delete(key);
    // The first use of a token is recorded in the session, which must be read again afterwards.
    lookup.session.then((session) => (!session || session.isUnused) && drop(), drop);
    return lookup;
  };

  return {
    find: async (token) => {
      const now = clock.now();
      const key = sha256(token).toString('base64');
      const kept = lookups.get(key);
      const session = await (kept && isFresh(kept, now.getTime()) ? kept : start(key, token, now)).session;
      return session && session.expiresAt > now ? session : undefined;
    },
    forget: () => lookups.clear(),
  };
};
