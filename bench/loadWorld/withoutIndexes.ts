import type { SeedClient } from '../../server/seeds/insert';

interface Definition {
  name: string;
  definition: string;
}

/**
 * Runs `load` on a table without its secondary indexes, foreign keys and triggers, then restores them: indexes are
 * built once over all rows, and each key is checked by one join. Needs only the rights of the table's owner.
 */
export const withoutIndexes = async (
  client: SeedClient,
  table: string,
  load: () => Promise<unknown>,
): Promise<void> => {
  const indexes = await client.query<Definition>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,
    [table],
  );
  const keys = await client.query<Definition>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = $1::regclass and contype in ('f', 'u')
     order by contype desc`,
    [table],
  );
  await client.query(`alter table ${table} disable trigger user`);
  for (const { name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  await load();
  for (const { definition } of indexes.rows) await client.query(definition);
  for (const { name, definition } of keys.rows) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await client.query(`alter table ${table} enable trigger user`);
};
