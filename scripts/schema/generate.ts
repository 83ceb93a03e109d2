import type { Pool } from 'pg';

export const SCHEMA_FILE = 'server/platform/database/schema.ts';

/** What server/platform/database/connect.ts reads: bigint as number; all other types as their text. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  timestamptz: 'Date',
};

/** Columns whose type the schema cannot express: the shape of JSON, and columns that are never written. */
const COLUMNS: Record<string, string> = {
  'access_tokens.first_used_at': 'ColumnType<Date | null, Date | null, Date>',
  'access_tokens.rotated_at': 'ColumnType<Date | null, undefined, Date>',
  'exports.language': 'Language',
  'exports.query': 'ColumnType<Record<string, unknown>, string, never>',
  'user_sessions.password_proved_at': 'ColumnType<Date | null, undefined, Date>',
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  optional: boolean;
  always: boolean;
  /** The constraint `check (column in ('a', 'b'))`. */
  words: string | null;
}

const LIST_COLUMNS = `
  select c.table_name as table, c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable,
    c.column_default is not null or c.is_identity = 'YES' as optional,
    c.is_generated = 'ALWAYS' or c.identity_generation is not distinct from 'ALWAYS' as always,
    (select pg_get_constraintdef(k.oid) from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid
      where k.contype = 'c' and k.conrelid = c.table_name::regclass and k.conkey = array[a.attnum]
        and a.attname = c.column_name and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[''%') as words
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations'
  order by c.table_name collate "C", c.column_name collate "C"`;

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const typeOf = ({ table, name, type, nullable, optional, always, words }: Column): string => {
  const special = COLUMNS[`${table}.${name}`];
  if (special !== undefined) return special;
  const orNull = nullable ? ' | null' : '';
  // JSON is read as unknown and written as text.
  if (/^jsonb?$/.test(type))
    return `ColumnType<unknown, string${orNull}${optional ? ' | undefined' : ''}, string${orNull}>`;
  const union = words?.match(/'\w+'(?=::text)/g)?.join(' | ');
  const scalar = union ?? TYPES[type.replace(/^_/, '')] ?? 'string';
  const read = (type.startsWith('_') ? `${scalar}[]` : scalar) + orNull;
  return always ? `GeneratedAlways<${read}>` : optional ? `Generated<${read}>` : read;
};

const WIDTH = 120;

/** Fills lines with words. */
const fill = (words: readonly string[]): string =>
  words.reduce((text, word) => {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return line.length + 1 + word.length > WIDTH ? `${text}\n    ${word}` : `${text} ${word}`;
  });

/** Returns the text of server/platform/database/schema.ts for a migrated database. */
export const generateSchema = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<Column>(LIST_COLUMNS);
  const tables = [...new Set(rows.map(({ table }) => table))].map((table) => {
    const columns = rows.filter((row) => row.table === table);
    const fields = columns.map((column) => `${camelCase(column.name)}: ${typeOf(column)};`);
    return fill([`  ${camelCase(table)}: {`, ...fields.flatMap((field) => field.split(/ (?=\| ')/)), '};']);
  });
  return [
    '// `npm run schema` writes this file from the migrations.',
    "import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable, Transaction } from 'kysely';",
    "import type { Language } from '../../../contract/constants/options';",
    '',
    'export type Db = Kysely<Database>;',
    'export type Trx = Transaction<Database>;',
    '/** The names in a text that separates them by a space. */',
    'export type Names<T extends string> = T extends `${infer Name} ${infer Rest}` ? Name | Names<Rest> : T;',
    '/** Columns of a table, as statements return them. */',
    'export type Row<T extends keyof Database, C extends keyof Selectable<Database[T]>> = Pick<Selectable<Database[T]>, C>;',
    '',
    'export interface Database {',
    ...tables,
    '}\n',
  ].join('\n');
};
