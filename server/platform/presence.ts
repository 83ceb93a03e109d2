import { randomInt } from 'node:crypto';
import pg from 'pg';

/**
 * First half of the advisory locks that show live servers; no other lock uses it. The second half is the server's
 * number.
 */
export const SERVER_LOCKS = 714_112_050;

const NUMBER_MAX = 2 ** 31 - 1;
const ANSWER_MS = 5_000;
/** Milliseconds between checks of the connection. */
const WATCH_MS = 15_000;

/** Holds a PostgreSQL lock while its process lives, so that other servers see that this one is alive. */
export interface Presence {
  /** The number of this process. */
  readonly number: number;
  /** Returns whether the lock is held; takes it if not. False while PostgreSQL is unavailable. */
  isShown(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Creates a presence with a separate connection for the lock: PostgreSQL frees it when the process dies, however it
 * dies. The lock is also free for a moment when the connection or PostgreSQL breaks, so a free lock alone must never
 * be the reason to repeat an action.
 */
export const createPresence = (connectionString: string): Presence => {
  const number = randomInt(1, NUMBER_MAX);
  let holding: Promise<pg.Client> | null = null;
  let isClosed = false;

  const take = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: 'employer-dashboard-presence',
    });
    const watch = setInterval(() => void client.query('select 1').catch(lose), WATCH_MS).unref();
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      clearInterval(watch);
      holding = null;
      void client.end().catch(() => undefined);
      // Takes the lock back at once, so that this server's running work looks dead for as short a time as possible.
      void show();
    };
    client.on('error', lose);
    client.on('end', lose);
    try {
      await client.connect();
      // Waits for the lock of a broken connection that PostgreSQL has not noticed yet.
      await client.query('select pg_advisory_lock($1, $2)', [SERVER_LOCKS, number]);
    } catch (error) {
      isLost = true;
      clearInterval(watch);
      void client.end().catch(() => undefined);
      throw error;
    }
    return client;
  };
  const show = async (): Promise<boolean> => {
    if (isClosed) return false;
    const attempt = (holding ??= take());
    try {
      await attempt;
      return true;
    } catch {
      if (holding === attempt) holding = null;
      return false;
    }
  };

  return {
    number,
    isShown: show,
    close: async () => {
      isClosed = true;
      const client = await holding?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
};
