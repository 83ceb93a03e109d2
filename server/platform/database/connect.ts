import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema';
import { tagStatements } from './statementTags';

// bigint as number: ids and counts stay under 2^53 (contract, `ID_MAX`); date as its text, without a zone in between.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Writes that wait for a slow disk hold one each: with ten of them a pause of a third of a second held up every read too. */
export const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** A pool of connections on which a statement ends after 15 s and a wait for a connection after 5 s. */
export const createPool = (connectionString: string, max = POOL_SIZE): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'employer-dashboard',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // Nor may one that breaks between two statements of a transaction: the next statement on it fails, and that is told.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** Kysely over a pool; its statements say which request they belong to. */
export const createDb = (pool: pg.Pool): Kysely<Database> =>
  new Kysely({ dialect: new PostgresDialect({ pool, onCreateConnection: tagStatements }) });

/** Where a pool connects to, for a connection beside it. */
export const connectionStringOf = ({ options }: pg.Pool): string => options.connectionString!;
