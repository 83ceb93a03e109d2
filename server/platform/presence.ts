import { randomInt } from 'node:crypto';
import pg from 'pg';

/** First half of the advisory locks by which servers show that they live; nothing else has it. The other half is the server's number. */
export const SERVER_LOCKS = 714_112_050;

const NUMBER_MAX = 2 ** 31 - 1;
const ANSWER_MS = 5_000;
/** Between the questions whether the connection still answers. */
const WATCH_MS = 15_000;

/** Shows the other servers of a store that this one lives: it holds a lock of PostgreSQL's for as long as its process runs. */
export interface Presence {
  /** Of this process alone. */
  readonly number: number;
  /** Whether the lock is held; takes it if not. False while PostgreSQL is away. */
  isShown(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The lock is on a connection of its own: PostgreSQL frees it when the process dies, however it dies. It is also free for a
 * moment when that connection or PostgreSQL itself breaks: a free lock alone must never be the reason to do a thing twice.
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
      // Whoever is at work under this number is to look dead for as short a time as can be.
      void show();
    };
    client.on('error', lose);
    client.on('end', lose);
    try {
      await client.connect();
      // It waits for the lock of a connection that broke and that PostgreSQL has not yet noticed.
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
