import pg from 'pg';
import { world } from './world';

/**
 * Runs a statement in the database of this file’s world, to let time pass or to act as an operator. PostgreSQL’s own
 * `now()` is the machine’s time, so pass the journey’s time as a value.
 */
export const askStore = async (statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: world().databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows;
  } finally {
    await client.end();
  }
};

/** Clears the rate limits and the card failures of the last ten minutes. */
export const liftLimits = async (): Promise<void> => {
  await askStore('delete from rate_limits');
  await askStore(`update payments set changed_at = changed_at - interval '10 minutes' where state = 'failed'`);
};

/** Ends the payments that another journey left open, which would block a new one. */
export const endPayments = async () => {
  await askStore(
    `update payments set state = 'failed', error_key = 'challenge_failed' where state in ('started', 'challenge', 'charging', 'review')`,
  );
  await askStore(`update baskets set status = 'open' where status = 'paying'`);
};
