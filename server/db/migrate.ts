import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { sha256 } from '../platform/secrets';

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** The migrations and the store do not match; `message` is one line. */
export class MigrationFailure extends Error {}

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;
// An arbitrary number that all servers of this product share.
const LOCK = 714_112_020;

/** How long a migration waits for a transaction that holds its locks; times in milliseconds. */
interface Waits {
  /** The wait of one try. Later statements queue behind it, so it must be short. */
  lockMs: number;
  /** The pause after the first try; it doubles each time. */
  pauseMs: number;
  longestPauseMs: number;
  tries: number;
}
/** About five minutes, in which a busy store spends a fifth of its time behind the migration. */
const WAITS: Waits = { lockMs: 2_000, pauseMs: 500, longestPauseMs: 10_000, tries: 30 };

/** PostgreSQL's codes for an unavailable lock and for a deadlock. */
const LOCK_CODES = ['55P03', '40P01'];

/** The line by which a migration declares that it removes something unused since an earlier one. */
const CONTRACT = /^-- contract of (\d{4}_[a-z0-9_]+\.sql): \S.{10,}$/m;

/** Returns the migration whose release stopped using what this one removes; undefined for one that only adds. */
export const contractOf = (text: string): string | undefined => CONTRACT.exec(text)?.[1];

const HISTORY = `create table if not exists schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/** Reads the files `NNNN_name.sql` of a folder in order; throws when a number repeats. */
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
    return { name, text, checksum: sha256(text).toString('hex') };
  });
};

interface Applied {
  name: string;
  checksum: string;
  contractOf: string | null;
}

const appliedIn = async (client: Pick<PoolClient, 'query'>): Promise<Applied[]> => {
  // The column exists once a migration has removed something.
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(h) ->> 'contract_of' as "contractOf" from schema_migrations h order by name`,
  );
  return rows;
};

/** Returns why an unknown migration of the store prevents the start; null for one that only adds. */
const conflictOf = ({ name, contractOf: of }: Applied, known: ReadonlyMap<string, string>): string | null => {
  const newest = [...known.keys()].sort().at(-1) ?? '';
  // A higher number than the newest known migration means that a newer release made it.
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
      throw new MigrationFailure(`${one.name}: was changed after it was applied; write a new migration instead`);
  }
  const names = new Set(applied.map(({ name }) => name));
  const last = applied.at(-1)?.name ?? '';
  const late = migrations.find(({ name }) => !names.has(name) && name < last);
  if (late) throw new MigrationFailure(`${late.name}: comes before ${last}, which is already applied`);
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
    // A migration may take long; the pool's time-out is for requests. But all others wait while it waits for a lock.
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
      if (!LOCK_CODES.includes(code ?? '')) throw new MigrationFailure(`${migration.name}: ${message}`);
      if (made >= waits.tries)
        throw new MigrationFailure(
          `${migration.name}: a transaction held what it needs through ${made} tries; end it (pg_stat_activity shows it) and start again`,
        );
    }
    await pause(wait);
  }
};

/**
 * Applies the pending migrations, each in a separate transaction; servers that start together wait for each other.
 * Returns the applied names. Ignores migrations of a newer release (decision 0032). Throws a `MigrationFailure` when
 * an applied migration was edited or has removed something that this release uses.
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
    // Closing the connection ends the session's lock and settings.
    client.release(true);
  }
};

/** Returns whether the store has every migration of the folder, and none that this release cannot work with. */
export const isMigrated = async (pool: Pool, folder: string): Promise<boolean> => {
  const migrations = readMigrations(folder);
  try {
    const applied = await appliedIn(pool);
    check(migrations, applied);
    return migrations.every(({ name }) => applied.some((one) => one.name === name));
  } catch (error) {
    if (error instanceof MigrationFailure) return false;
    // 42P01: the history table does not exist yet.
    if ((error as { code?: string }).code === '42P01') return false;
    throw error;
  }
};
