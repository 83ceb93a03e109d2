import path from 'node:path';
import pg from 'pg';

/**
 * Runs a statement in the database of this worker’s server, for what no page offers: time that passes, an operator’s
 * change.
 */
export const askStore = async (statement: string): Promise<Record<string, unknown>[]> => {
  const host = path.resolve(process.env.E2E_DATA_DIR ?? '', process.env.TEST_PARALLEL_INDEX ?? '0', 'run');
  const client = new pg.Client({ host, user: 'dashboard', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
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
