import type { Pool, PoolClient } from 'pg';

/** A source of connections, such as the server's pool. */
export type SeedDatabase = Pick<Pool, 'connect'>;
export type SeedClient = Pick<PoolClient, 'query'>;
export type Row = Record<string, unknown>;

/** Rows per statement, so that its JSON stays under a few megabytes. */
const CHUNK = 2000;

/** Runs `work` in one transaction; rolls back and rethrows an error. */
export const inTransaction = async <T>(db: SeedDatabase, work: (client: SeedClient) => Promise<T>): Promise<T> => {
  const client = await db.connect();
  try {
    await client.query('begin');
    // The server's pool limits statements to some seconds; one of the load world needs minutes.
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
 * Inserts rows with given ids, many per statement; all rows have the columns of the first. PostgreSQL takes each
 * column's type from the table. `advanceSequences` moves the identity sequences afterwards.
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

/** Returns a counter that continues after the table's highest id. */
export const idsOf = async (client: SeedClient, table: string): Promise<() => number> => {
  const { rows } = await client.query<{ last: string }>(`select coalesce(max(id), 0) as last from ${table}`);
  let last = Number(rows[0]?.last ?? 0);
  return () => (last += 1);
};

/** Sets the identity sequences to continue after the written ids. */
export const advanceSequences = async (client: SeedClient, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
    );
  }
};
