import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDb, createPool } from '../../server/platform/database/connect';
import type { Db } from '../../server/platform/database/schema';

/** The migrated and seeded database that tests copy. */
export const TEMPLATE = 'dashboard_test_template';

export const urlOf = (database: string): string => {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) throw new Error('the test run has no PostgreSQL');
  const [base, query] = given.split('?');
  const path = base!.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/.*$/, '$1');
  return `${path}/${database}${query ? `?${query}` : ''}`;
};

/** Runs one statement outside the databases of the tests. */
export const administer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Creates the product's pool with time limits that a busy machine does not reach. */
export const testPool = (url: string, max?: number): pg.Pool => {
  const pool = createPool(url, max);
  const ms = 60_000;
  return Object.assign(pool, {
    options: {
      ...pool.options,
      connectionTimeoutMillis: ms,
      statement_timeout: ms,
      idle_in_transaction_session_timeout: ms,
    },
  });
};

export interface TestDatabase {
  db: Db;
  pool: pg.Pool;
  url: string;
  drop(): Promise<void>;
}

/** Creates a copy of the demo world, or (`template: null`) an empty database without tables. */
export const testDatabase = async (template: string | null = TEMPLATE): Promise<TestDatabase> => {
  const name = `dashboard_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  // Copies files, since writing each page anew takes three times as long.
  await administer(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  const pool = testPool(urlOf(name));
  const db = createDb(pool);
  return {
    db,
    pool,
    url: urlOf(name),
    drop: async () => {
      await db.destroy();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
};
