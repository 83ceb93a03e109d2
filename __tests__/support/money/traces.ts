import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../server/platform/database/schema';

/** A card as it is typed; the check code is of four digits, which nothing else is. */
export interface Secrets {
  number: string;
  cvc: string;
  holder: string;
}

const written = (text: string): string[] => [
  text,
  Buffer.from(text).toString('hex'),
  // Whatever stands before it shifts base64: its middle is the same in one of three places.
  ...[0, 1, 2].map((shift) =>
    Buffer.from('\0'.repeat(shift) + text)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  ),
  encodeURIComponent(text),
];

const groups = (number: string): string[] => ['-', ' ', '.'].map((sign) => number.replace(/(.{4})(?=.)/g, `$1${sign}`));

/** Digits that stand alone: part of no id, no hash, no fraction of a second. */
const alone = (digits: string): RegExp => new RegExp(`(?<![\\w.+/-])${digits}(?![\\w+/-])`);

/** Which parts of a card are in a text, in whatever way they are written. */
export const tracesIn = (text: string, { number, cvc, holder }: Secrets): string[] => [
  ...([number, ...groups(number)].flatMap(written).some((one) => text.includes(one)) ? ['number'] : []),
  ...(alone(cvc).test(text) ? ['cvc'] : []),
  ...(written(holder).some((one) => text.includes(one)) ? ['holder'] : []),
];

const FIRST_CODE = 8_317;

/** The tables of the store that hold a part of the card, with what they hold; every column of every row is read. */
export const tracesInStore = async (db: Kysely<Database>, secrets: Secrets): Promise<Record<string, string[]>> => {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  const { number, cvc, holder } = secrets;
  const parts = [...[number, ...groups(number), holder].flatMap(written), cvc].map((part) => `%${part}%`);
  const found: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where t::text like any(${parts}::text[])`.execute(db);
    const traces = [...new Set(rows.flatMap(({ row }) => tracesIn(row, secrets)))].sort();
    if (traces.length > 0) found[name] = traces;
  }
  return found;
};

/** A check code that is nowhere in the store as it is. */
export const unusedCode = async (db: Kysely<Database>): Promise<string> => {
  for (let code = FIRST_CODE; ; code += 1) {
    const found = await tracesInStore(db, { number: 'no number', cvc: String(code), holder: 'no holder' });
    if (Object.keys(found).length === 0) return String(code);
  }
};
