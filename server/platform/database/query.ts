import { CompiledQuery, sql, type OperationNodeSource, type QueryResult, type RawBuilder } from 'kysely';
import { fold } from '../../../contract/constants/text';
import type { Db } from './schema';

/**
 * The comment of a statement that is never prepared (`connect.ts`): with other values PostgreSQL needs another plan, and
 * planning costs less than the wrong one.
 */
export const NEVER_PREPARED = '/* never prepared */';

type Values = [strings: TemplateStringsArray, ...values: unknown[]];

/** Whether a value in a template is a part of the SQL instead of a value that is sent. */
const isPart = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && typeof (value as OperationNodeSource).toOperationNode === 'function');

/** The compiled text of each template in the code; null for one whose parts are not the same in each call. */
const compiled = new WeakMap<TemplateStringsArray, { text: string; parts: readonly unknown[] } | null>();

/**
 * Executes an SQL text. A template whose parts are constants is compiled once: compiling a long one takes as much
 * processor time as sending it. Plugins see only the result of such a text.
 */
const execute = <R>(db: Db, [strings, ...values]: Values): Promise<QueryResult<R>> => {
  const kept = compiled.get(strings);
  if (kept === null) return sql<R>(strings, ...values).execute(db);
  const parts = values.map((value) => (isPart(value) ? value : undefined));
  const sent = values.filter((_, at) => parts[at] === undefined);
  if (kept && parts.every((part, at) => part === kept.parts[at]))
    return db.executeQuery(CompiledQuery.raw(kept.text, sent));
  const query = sql<R>(strings, ...values).compile(db);
  // A part can also hold values of its own.
  const isConstant = kept === undefined && query.parameters.length === sent.length;
  compiled.set(strings, isConstant ? { text: query.sql, parts } : null);
  return db.executeQuery(query);
};

/** Tags an SQL text that returns rows: ``await rowsOf(db)<Row>`select …` ``. */
export const rowsOf =
  (db: Db) =>
  async <R>(...query: Values): Promise<R[]> =>
    (await execute<R>(db, query)).rows;

/** Tags an SQL text and returns its first row; undefined without one. */
export const firstRow =
  (db: Db) =>
  async <R>(...query: Values): Promise<R | undefined> =>
    (await rowsOf(db)<R>(...query))[0];

/** Tags an SQL text that always returns a row, such as a count. */
export const onlyRow =
  (db: Db) =>
  async <R>(...query: Values): Promise<R> =>
    (await rowsOf(db)<R>(...query))[0]!;

/** Tags an SQL text that returns one row with one column, and returns its value. */
export const onlyValue =
  (db: Db) =>
  async <V>(...query: Values): Promise<V> =>
    Object.values(await onlyRow(db)<Record<string, V>>(...query))[0]!;

/** Tags an SQL text and returns whether it has a row. */
export const hasRow =
  (db: Db) =>
  async (...query: Values): Promise<boolean> =>
    (await firstRow(db)(...query)) !== undefined;

/** Tags an SQL text that returns rows with an `id`, and returns the ids. */
export const idsOf =
  (db: Db) =>
  async <Id = number>(...query: Values): Promise<Id[]> =>
    (await rowsOf(db)<{ id: Id }>(...query)).map(({ id }) => id);

/** Tags an SQL text that returns rows with an `id`, and returns the different ids. */
export const setOf =
  (db: Db) =>
  async <Id = number>(...query: Values): Promise<Set<Id>> =>
    new Set(await idsOf(db)<Id>(...query));

/** Tags an SQL text that returns rows with an `id` and a `value`, and returns the values by id. */
export const mapOf =
  (db: Db) =>
  async <V>(...query: Values): Promise<Map<number, V>> =>
    new Map((await rowsOf(db)<{ id: number; value: V }>(...query)).map(({ id, value }) => [id, value]));

/** Tags an SQL text that returns nothing. */
export const run =
  (db: Db) =>
  async (...query: Values): Promise<void> => {
    await execute(db, query);
  };

/** Tags an SQL text and returns whether it changed exactly one row. */
export const changesRow =
  (db: Db) =>
  async (...query: Values): Promise<boolean> =>
    (await execute(db, query)).numAffectedRows === 1n;

/** The parts of `instant` by column, so that a template with one has the same part in each call. */
const instants = new Map<string, RawBuilder<unknown>>();

/** Returns the SQL text of a time as the wire writes instants: ISO 8601 in UTC with milliseconds. */
export const instant = (column: string): RawBuilder<unknown> => {
  const part =
    instants.get(column) ?? sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  instants.set(column, part);
  return part;
};

/** Escapes a text so that a `like` pattern matches it literally. */
const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a `like` pattern that finds the folded text anywhere, or undefined for a blank text. */
export const containing = (text: string | undefined): string | undefined => {
  const folded = text === undefined ? '' : fold(text);
  return folded === '' ? undefined : `%${likeLiteral(folded)}%`;
};
