import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';

const MIGRATIONS = join(process.cwd(), 'server/db/migrations');

/** A fresh, migrated database of its own beside the one that TEST_DATABASE_URL names; `close` drops it. */
export const openSeedDatabase = async (name: string): Promise<{ pool: Pool; close: () => Promise<void> }> => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL for the tests');
  const admin = new Pool({ connectionString: url, max: 1 });
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const pool = new Pool({ connectionString: own.href, max: 2 });
  for (const file of readdirSync(MIGRATIONS)
    .filter((one) => one.endsWith('.sql'))
    .sort()) {
    await pool.query(readFileSync(join(MIGRATIONS, file), 'utf8'));
  }
  return {
    pool,
    close: async () => {
      await pool.end();
      await admin.query(`drop database ${name}`);
      await admin.end();
    },
  };
};
