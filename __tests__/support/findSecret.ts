import { sql, type Kysely } from 'kysely';
import type { Database } from '../../server/platform/database/schema';

/** Returns the tables in which any column of any row holds the secret, columns of bytes included. */
export const findSecret = async (db: Kysely<Database>, secret: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string; hasBytes: boolean }>`
    select format('%I.%I', t.table_schema, t.table_name) as name, exists (
        select from information_schema.columns c
        where c.table_schema = t.table_schema and c.table_name = t.table_name and c.data_type = 'bytea') as "hasBytes"
    from information_schema.tables t
    where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(db);
  const found: string[] = [];
  for (const { name, hasBytes } of rows) {
    const held = await sql`
      select 1 from ${sql.raw(name)} t
      where t::text like ${`%${secret}%`}
        ${hasBytes ? sql`or t::text like ${`%${Buffer.from(secret).toString('hex')}%`}` : sql``}
      limit 1`.execute(db);
    if (held.rows.length > 0) found.push(name.replace('public.', ''));
  }
  return found;
};
