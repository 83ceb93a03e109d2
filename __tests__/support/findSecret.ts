import { sql } from 'kysely';
import type { Db } from '../../server/platform/database/schema';

/** Returns the columns, as `table.column`, that hold one of the secrets in any row, columns of bytes included. */
export const findSecret = async (db: Db, ...secrets: string[]): Promise<string[]> => {
  const patterns = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]).map((one) => `%${one}%`);
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: columns } = await sql<{ key: string }>`
      select distinct e.key from ${sql.raw(name)} t, jsonb_each_text(to_jsonb(t)) e
      where t::text like any(${patterns}) and e.value like any(${patterns}) order by 1`.execute(db);
    found.push(...columns.map(({ key }) => `${name.replace('public.', '')}.${key}`));
  }
  return found;
};

/**
 * Returns the columns, as `table.column`, that can hold words: all but numbers, times, truth values, references and
 * columns whose check lists the words.
 */
export const listTextColumns = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and coalesce(e.typcategory, t.typcategory) not in ('B', 'D', 'N', 'T')
      and t.typname not in ('uuid', 'xid8')
      and not exists (
        select from pg_constraint k
        where k.conrelid = c.oid and k.conkey = array[a.attnum]
          and (k.contype = 'f' or pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'))
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
};
