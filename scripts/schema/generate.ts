import { sql, type Kysely } from 'kysely';
import { generate, PostgresDialect, type DatabaseMetadata } from 'kysely-codegen';
import { format, resolveConfig } from 'prettier';

/**
 * The types that server/platform/database/connect.ts reads: bigint as number, date as `YYYY-MM-DD`, numeric as its
 * text.
 */
const TYPES = { date: 'string', int8: 'number', numeric: 'string', timestamptz: 'Date' };

/** Columns whose type the schema cannot express: the shape of JSON, and columns that are never written. */
const COLUMNS = {
  'access_tokens.first_used_at': 'ColumnType<Date | null, Date | null, Date>',
  'access_tokens.rotated_at': 'ColumnType<Date | null, undefined, Date>',
  'exports.language': 'Language',
  'exports.query': 'ColumnType<Record<string, unknown>, string, never>',
  'user_sessions.password_proved_at': 'ColumnType<Date | null, undefined, Date>',
};

/** Returns the columns that PostgreSQL always generates, by table and column. */
const listAlwaysGenerated = async (db: Kysely<unknown>): Promise<Record<string, string>> => {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean }>`
    select table_name || '.' || column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns
    where table_schema = 'public' and (is_generated = 'ALWAYS' or identity_generation = 'ALWAYS')`.execute(db);
  return Object.fromEntries(
    rows.map(({ name, type, nullable }) => [
      name,
      `GeneratedAlways<${type === 'text' ? 'string' : 'number'}${nullable ? ' | null' : ''}>`,
    ]),
  );
};

/** Returns the JSON columns, which are read as unknown and written as text. */
const listJson = async (db: Kysely<unknown>): Promise<Record<string, string>> => {
  const { rows } = await sql<{ name: string; optional: boolean; nullable: boolean }>`
    select table_name || '.' || column_name as name, column_default is not null as optional, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and data_type in ('json', 'jsonb')`.execute(db);
  return Object.fromEntries(
    rows.map(({ name, optional, nullable }) => {
      const written = `string${nullable ? ' | null' : ''}`;
      return [name, `ColumnType<unknown, ${written}${optional ? ' | undefined' : ''}, ${written}>`];
    }),
  );
};

/** Turns the constraints `check (column in ('a', 'b'))` into unions of their words. */
const withUnions = async (context: { db: Kysely<unknown>; metadata: DatabaseMetadata }): Promise<DatabaseMetadata> => {
  const { rows } = await sql<{ table: string; column: string; definition: string }>`
    select c.conrelid::regclass::text as table, a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and array_length(c.conkey, 1) = 1 and c.connamespace = 'public'::regnamespace
    order by 1, 2`.execute(context.db);
  for (const { table, column, definition } of rows) {
    const words = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'\w+'::text(?:, )?)+)\]\)\)\)$/.exec(definition)?.[1];
    const found = context.metadata.tables
      .find(({ name }) => name === table)
      ?.columns.find(({ name }) => name === column);
    if (words === undefined || !found) continue;
    found.dataTypeSchema = 'public';
    found.dataType = `${table}_${column}`;
    context.metadata.enums.set(
      `public.${found.dataType}`,
      [...words.matchAll(/'(\w+)'/g)].map(([, word]) => word!),
    );
  }
  return context.metadata;
};

export const SCHEMA_FILE = 'server/platform/database/schema.ts';

/** Returns the text of server/platform/database/schema.ts for a migrated database. */
export const generateSchema = async (db: Kysely<unknown>): Promise<string> => {
  const text = await generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    includePattern: 'public.*',
    excludePattern: '*.schema_migrations',
    typeMapping: TYPES,
    customImports: {
      GeneratedAlways: 'kysely',
      Language: '../../../contract/constants/options',
    },
    overrides: { columns: { ...(await listJson(db)), ...(await listAlwaysGenerated(db)), ...COLUMNS } },
    postprocess: withUnions,
  });
  return format(text.replace('interface DB {', 'interface Database {'), {
    ...(await resolveConfig(SCHEMA_FILE)),
    parser: 'typescript',
  });
};
