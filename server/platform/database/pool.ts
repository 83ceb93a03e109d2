import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema';

export interface PoolOptions {
  connection: string | pg.PoolConfig;
  /** Most connections at once. */
  max?: number;
  /** A connection that broke while nobody used it; the pool replaces it. */
  onIdleError?: (error: Error) => void;
}

const INT8 = 20;
const DATE = 1082;
const POOL_MAX = 10;
const STATEMENT_MS = 15_000;
const CONNECT_MS = 5_000;

// Ids are below 2^53 (contract/constants/limits.ts), and a calendar day is no instant.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Connections to PostgreSQL: bigint as number, date as `YYYY-MM-DD`, timestamptz as Date; statements end after 15 s. */
export const createPool = ({ connection, max = POOL_MAX, onIdleError = () => undefined }: PoolOptions): pg.Pool => {
  const given = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new pg.Pool({
    ...given,
    max,
    types,
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'employer-dashboard',
  });
  pool.on('error', onIdleError);
  return pool;
};

/** The typed query builder over a pool. */
export const createDatabase = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
