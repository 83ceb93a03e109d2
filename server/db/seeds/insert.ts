import type { Pool, PoolClient } from 'pg';

/** Anything that hands out connections: the server's pool. */
export type SeedDatabase = Pick<Pool, 'connect'>;
export type SeedClient = Pick<PoolClient, 'query'>;
export type Row = Record<string, unknown>;

/** Rows of one statement: its JSON stays under a few megabytes. */
const CHUNK = 2000;

/** Runs `work` on one connection, all of it or nothing; an error is passed on after the roll-back. */
export const inTransaction = async <T>(db: SeedDatabase, work: (client: SeedClient) => Promise<T>): Promise<T> => {
  const client = await db.connect();
  try {
    await client.query('begin');
    // The server's pool ends statements after some seconds; a load world needs minutes for one.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

/**
 * Inserts rows with their own ids, many per statement; all rows have the columns of the first. PostgreSQL takes each
 * column's type from the table. Identity sequences are moved on by `advanceSequences`.
 */
export const insertRows = async (client: SeedClient, table: string, rows: readonly Row[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let at = 0; at < rows.length; at += CHUNK) {
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows.slice(at, at + CHUNK))],
    );
  }
};

/** A counter that goes on after the highest id of the table. */
export const idsOf = async (client: SeedClient, table: string): Promise<() => number> => {
  const { rows } = await client.query<{ last: string }>(`select coalesce(max(id), 0) as last from ${table}`);
  let last = Number(rows[0]?.last ?? 0);
  return () => (last += 1);
};

/** Makes the identity columns go on after the ids that were written. */
export const advanceSequences = async (client: SeedClient, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
    );
  }
};
