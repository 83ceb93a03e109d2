import type { Pool } from 'pg';
import type { Company } from './renewalWorld';

/** In the order in which they are restored. */
const TABLES = ['subscriptions', 'payments', 'credit_ledger', 'outgoing_messages'] as const;
const OWN = (table: string): string =>
  table === 'outgoing_messages' ? "recipient like 'renewing-%@demo.test'" : 'user_id = any($1)';

/** Copies the store's rows of some companies, which `restore` puts back later. */
export const takeBackup = async (pool: Pool, companies: readonly Company[]): Promise<{ restore(): Promise<void> }> => {
  const ids = companies.map(({ userId }) => userId);
  const copies = new Map<string, unknown>();
  for (const table of TABLES) {
    const given = OWN(table).includes('$1') ? [ids] : [];
    const { rows } = await pool.query<{ all: unknown }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as all from ${table} t where ${OWN(table)}`,
      given,
    );
    copies.set(table, rows[0]!.all);
  }
  return {
    restore: async () => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        // Disables the ledger's triggers and foreign keys, since a restored store lacks rows that they need.
        await client.query('set local session_replication_role = replica');
        for (const table of [...TABLES].reverse())
          await client.query(`delete from ${table} where ${OWN(table)}`, OWN(table).includes('$1') ? [ids] : []);
        for (const table of TABLES)
          await client.query(
            `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
            [JSON.stringify(copies.get(table))],
          );
        await client.query(
          `update users u set job_creation_balance = coalesce(
             (select sum(amount) from credit_ledger l where l.user_id = u.id), 0) where id = any($1)`,
          [ids],
        );
        await client.query('commit');
      } finally {
        client.release();
      }
    },
  };
};
