import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';

/** One file of the folder of migrations. */
export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** The migrations and the store do not fit together; `message` is one line. */
export class MigrationFailure extends Error {}

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;
// Any number, as long as every server of this product takes the same.
const LOCK = 714_112_020;

const HISTORY = `create table if not exists schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/** Reads the files `NNNN_name.sql` of a folder in their order; numbers may not repeat. */
export const readMigrations = (folder: string): Migration[] => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = FILE.exec(name)?.[1];
    if (number === undefined) throw new MigrationFailure(`${name}: a migration is named NNNN_name.sql`);
    if (numbers.has(number)) throw new MigrationFailure(`${name}: the number ${number} is taken`);
    numbers.add(number);
    const text = readFileSync(path.join(folder, name), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
};

const appliedIn = async (client: Pick<PoolClient, 'query'>): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

const check = (migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void => {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new MigrationFailure(
        `${name}: the store has this migration, this release does not know it (a newer one made the store)`,
      );
    if (known.get(name) !== checksum)
      throw new MigrationFailure(`${name}: was changed after it had been applied; write a new migration instead`);
  }
  const last = [...applied.keys()].sort().at(-1) ?? '';
  const late = migrations.find(({ name }) => !applied.has(name) && name < last);
  if (late) throw new MigrationFailure(`${late.name}: comes before ${last}, which was applied already`);
};

const apply = async (client: PoolClient, { name, text, checksum }: Migration): Promise<void> => {
  await client.query('begin');
  try {
    // A migration may take its time; the pool's limit is for requests.
    await client.query('set local statement_timeout = 0');
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationFailure(`${name}: ${(error as Error).message}`);
  }
};

/**
 * Brings the store to the newest migration, each in a transaction of its own; several servers that start together wait
 * for each other. Answers the names that it applied. Throws a `MigrationFailure` for an edited or unknown one.
 */
export const migrate = async (pool: Pool, folder: string): Promise<string[]> => {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(HISTORY);
    const applied = await appliedIn(client);
    check(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    // The session's lock and settings end with the connection.
    client.release(true);
  }
};

/** Whether the store has every migration of the folder. */
export const isMigrated = async (pool: Pool, folder: string): Promise<boolean> => {
  const migrations = readMigrations(folder);
  try {
    const applied = await appliedIn(pool);
    return migrations.every(({ name, checksum }) => applied.get(name) === checksum);
  } catch (error) {
    // 42P01: there is no history yet.
    if ((error as { code?: string }).code === '42P01') return false;
    throw error;
  }
};
