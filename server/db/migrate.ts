import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

/** How a migration waits for a transaction that holds what it needs; times in milliseconds. */
export interface Waits {
  /** One try. Whoever comes after it waits behind it for so long: it must be short. */
  lockMs: number;
  /** Between the first two tries; doubled each time. */
  pauseMs: number;
  longestPauseMs: number;
  tries: number;
}
/** Some five minutes, in which a store that is at work spends a fifth of its time behind the migration. */
const WAITS: Waits = { lockMs: 2_000, pauseMs: 500, longestPauseMs: 10_000, tries: 30 };

/** Lock not available in time; deadlock. */
const HELD = ['55P03', '40P01'];

/** A migration that takes away what nothing uses any more since an earlier one says so in such a line. */
const CONTRACT = /^-- contract of (\d{4}_[a-z0-9_]+\.sql): \S.{10,}$/m;

/** The migration whose release ended the use of what this one takes away; undefined for one that only adds. */
export const contractOf = (text: string): string | undefined => CONTRACT.exec(text)?.[1];

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

interface Applied {
  name: string;
  checksum: string;
  contractOf: string | null;
}

const appliedIn = async (client: Pick<PoolClient, 'query'>): Promise<Applied[]> => {
  // The column is there once a migration has taken something away.
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(h) ->> 'contract_of' as "contractOf" from schema_migrations h order by name`,
  );
  return rows;
};

/** Why a migration of the store that this release does not have stands in its way; null for one that only adds. */
const conflictOf = ({ name, contractOf: of }: Applied, known: ReadonlyMap<string, string>): string | null => {
  const newest = [...known.keys()].sort().at(-1) ?? '';
  // By their numbers: what came after the newest one that is known was made by a newer release.
  if (name.slice(0, 4) <= newest.slice(0, 4))
    return `${name}: the store has this migration, and this release never had it`;
  if (of !== null && !known.has(of))
    return `${name}: the store has this migration, and it took away what releases without ${of} use`;
  return null;
};

const check = (migrations: readonly Migration[], applied: readonly Applied[]): void => {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const one of applied) {
    if (!known.has(one.name)) {
      const conflict = conflictOf(one, known);
      if (conflict !== null) throw new MigrationFailure(conflict);
    } else if (known.get(one.name) !== one.checksum)
      throw new MigrationFailure(`${one.name}: was changed after it had been applied; write a new migration instead`);
  }
  const names = new Set(applied.map(({ name }) => name));
  const last = applied.at(-1)?.name ?? '';
  const late = migrations.find(({ name }) => !names.has(name) && name < last);
  if (late) throw new MigrationFailure(`${late.name}: comes before ${last}, which was applied already`);
};

const record = async (client: PoolClient, { name, text, checksum }: Migration): Promise<void> => {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  const of = contractOf(text);
  if (of === undefined) return;
  await client.query('alter table schema_migrations add column if not exists contract_of text');
  await client.query('update schema_migrations set contract_of = $2 where name = $1', [name, of]);
};

const tryOnce = async (client: PoolClient, migration: Migration, lockMs: number): Promise<void> => {
  await client.query('begin');
  try {
    // A migration may take its time; the pool's limit is for requests. But while it waits for a lock, all wait behind it.
    await client.query('set local statement_timeout = 0');
    await client.query(`set local lock_timeout = ${lockMs}`);
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const apply = async (client: PoolClient, migration: Migration, waits: Waits): Promise<void> => {
  for (let made = 1, wait = waits.pauseMs; ; made += 1, wait = Math.min(wait * 2, waits.longestPauseMs)) {
    try {
      return await tryOnce(client, migration, waits.lockMs);
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (!HELD.includes(code ?? '')) throw new MigrationFailure(`${migration.name}: ${message}`);
      if (made >= waits.tries)
        throw new MigrationFailure(
          `${migration.name}: a transaction held what it needs through ${made} tries; end it (pg_stat_activity shows it) and start again`,
        );
    }
    await pause(wait);
  }
};

/**
 * Brings the store to the newest migration, each in a transaction of its own; several servers that start together wait
 * for each other. Answers the names that it applied. Migrations of a newer release are left as they are (decision 0032).
 * Throws a `MigrationFailure` for one that was edited, or that took away what this release uses.
 */
export const migrate = async (pool: Pool, folder: string, waits: Waits = WAITS): Promise<string[]> => {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(HISTORY);
    const applied = await appliedIn(client);
    check(migrations, applied);
    const names = new Set(applied.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !names.has(name));
    for (const migration of missing) await apply(client, migration, waits);
    return missing.map(({ name }) => name);
  } finally {
    // The session's lock and settings end with the connection.
    client.release(true);
  }
};

/** Whether the store has every migration of the folder, and nothing that this release cannot work with. */
export const isMigrated = async (pool: Pool, folder: string): Promise<boolean> => {
  const migrations = readMigrations(folder);
  try {
    const applied = await appliedIn(pool);
    check(migrations, applied);
    return migrations.every(({ name }) => applied.some((one) => one.name === name));
  } catch (error) {
    if (error instanceof MigrationFailure) return false;
    // 42P01: there is no history yet.
    if ((error as { code?: string }).code === '42P01') return false;
    throw error;
  }
};
