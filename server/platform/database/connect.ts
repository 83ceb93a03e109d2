import { AsyncLocalStorage } from 'node:async_hooks';
import { CamelCasePlugin, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { NEVER_PREPARED } from './query';
import type { Db } from './schema';

const current = new AsyncLocalStorage<string>();

/**
 * Writes tags in the format of sqlcommenter (google.github.io/sqlcommenter/spec): sorted keys, percent-encoded values
 * in quotes.
 */
const commentOf = (tags: Record<string, string>): string => {
  const pairs = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  const quoted = pairs.map(([key, value]) => `${key}='${encodeURIComponent(value).replaceAll("'", '%27')}'`);
  return `/*${quoted.join(',').replaceAll('*', '%2A')}*/`;
};

/** Runs work and appends the tags to its statements, which then show in `pg_stat_activity` and in PostgreSQL's log. */
export const withStatementTags = <T>(tags: Record<string, string>, work: () => T): T =>
  current.run(commentOf(tags), work);

/** Makes a connection append the current tags to its statements. */
const tagStatements = (connection: DatabaseConnection): void => {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query, ...rest) => {
    const comment = current.getStore();
    return execute(comment === undefined ? query : { ...query, sql: `${query.sql} ${comment}` }, ...rest);
  };
};

/**
 * Statements that can end or change a session, also by triggers of `users`. A plain select never does; the blank in the
 * look-ahead keeps `\s*` from giving one back, so that an indented select is not searched.
 */
const CHANGES_ACCOUNTS = /^\s*(?!\s|select\b)[^]*\b(?:update|delete\s+from)\s+"?(?:access_tokens|users)\b/i;

/**
 * Makes a connection call `onChange` after each commit that changed accounts or tokens, before its caller continues.
 */
const watchAccounts = (connection: DatabaseConnection, onChange: () => void): void => {
  const execute = connection.executeQuery.bind(connection);
  let hasChanged = false;
  connection.executeQuery = async (query, ...rest) => {
    hasChanged ||= CHANGES_ACCOUNTS.test(query.sql);
    if (!hasChanged) return execute(query, ...rest);
    try {
      return await execute(query, ...rest);
    } finally {
      // Without a transaction the statement itself has committed.
      onChange();
      if (/^(?:commit|rollback)\b/i.test(query.sql)) hasChanged = false;
    }
  };
};

const watchers = new WeakMap<Db, Set<() => void>>();

/**
 * Calls `onChange` after each commit of `db` that changed accounts or tokens, before the committing caller continues.
 */
export const whenAccountsChange = (db: Db, onChange: () => void): void => void watchers.get(db)?.add(onChange);

// Parses bigint as a number, because ids and counts stay under 2^53 (contract, `ID_MAX`), and date as its text, to
// avoid time zones.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Enough connections for reads while writes wait for a slow disk: with ten connections, a pause of 0.3 s delayed every
 * read too.
 */
export const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Switches just-in-time compilation off. Up to PostgreSQL 17 a disabled plan node costs 10^10, so that `send_events`
 * was compiled at each call: 0.4 s instead of 0.5 ms. No statement here runs long enough to gain from it.
 */
const WITHOUT_JIT = '-c jit=off';

/**
 * A text that was sent this often is prepared, so that the connection keeps its plan: planning takes longer than
 * reading.
 */
const FREQUENT = 10;
/** The most prepared texts. A plan takes up to 300 kB in each connection that sent it. */
const PREPARED_MAX = 100;
const COUNTED_MAX = 500;
const LITERALS_AND_COMMENTS = /'[^']*'|--[^\n]*|\/\*[^]*?\*\//g;
const INNERMOST_BRACKETS = /\([^()]*\)/;
/** A query in brackets, or a `*` for all columns. */
const ALL_COLUMNS = /^\s*x|(?:(?:select|returning)\s+(?:distinct\s+(?:on\s*x\s+)?)?|,\s*)(?:"?\w+"?\.)?\*/i;

/**
 * Whether a migration that adds a column changes the columns of a text's result, and then its prepared statement fails.
 * A `*` in a subquery does not, unless a `*` outside it passes its columns on.
 */
const hasAllColumns = (text: string): boolean => {
  let outside = text.replaceAll(LITERALS_AND_COMMENTS, 'x');
  while (INNERMOST_BRACKETS.test(outside)) outside = outside.replace(INNERMOST_BRACKETS, 'x');
  return ALL_COLUMNS.test(outside);
};

/** Returns a function that names a frequent statement; undefined for a rare one. Statements with tags are all rare. */
const createNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string | undefined>();
  const counts = new Map<string, number>();
  return (text) => {
    if (text.includes(NEVER_PREPARED)) return undefined;
    if (names.has(text) || names.size >= PREPARED_MAX) return names.get(text);
    const count = (counts.get(text) ?? 0) + 1;
    if (counts.size >= COUNTED_MAX) counts.clear();
    counts.set(text, count);
    if (count < FREQUENT) return undefined;
    names.set(text, hasAllColumns(text) ? undefined : `frequent_${names.size}`);
    return names.get(text);
  };
};

/**
 * Makes a connection prepare frequent statements, unless there is a pooler, which may send each statement to another
 * process. A pooler reports another process id than the process that answers.
 */
const prepareFrequent = async (
  client: pg.ClientBase & { processID?: number },
  nameOf: ReturnType<typeof createNames>,
): Promise<void> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== client.processID) return;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return Reflect.apply(pg.Client.prototype.query, client, [
      name === undefined ? text : { name, text },
      values,
      ...rest,
    ]);
  }) as typeof client.query;
};

/** Creates a pool of connections. A statement times out after 15 s, and the wait for a connection after 5 s. */
export const createPool = (connectionString: string, max = POOL_SIZE): pg.Pool => {
  const nameOf = createNames();
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: WITHOUT_JIT,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'employer-dashboard',
    onConnect: (client) => prepareFrequent(client, nameOf),
  });
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  pool.on('error', () => undefined);
  // A connection can also break between two statements of a transaction. The next statement then fails and reports the
  // error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/**
 * Creates a Kysely instance over a pool and tags its statements with the request they belong to. Columns are snake_case in
 * SQL and camelCase in TypeScript, also in the rows of SQL texts; the keys of JSON stay as they are.
 */
export const createDb = (pool: pg.Pool): Db => {
  const changed = new Set<() => void>();
  const onCreateConnection = async (connection: DatabaseConnection) => {
    tagStatements(connection);
    watchAccounts(connection, () => changed.forEach((onChange) => onChange()));
  };
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool, onCreateConnection }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  watchers.set(db, changed);
  return db;
};

/** Returns the connection string of a pool, for a separate connection. */
export const connectionStringOf = ({ options }: pg.Pool): string => options.connectionString!;
