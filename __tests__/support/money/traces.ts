import { sql } from 'kysely';
import type { Db } from '../../../server/platform/database/schema';

/** A card as typed. Its security code has four digits, so that a match is no coincidence. */
export interface Secrets {
  number: string;
  cvc: string;
  holder: string;
}

const written = (text: string): string[] => [
  text,
  Buffer.from(text).toString('hex'),
  // The text before shifts base64, so the middle of the text has three possible encodings.
  ...[0, 1, 2].map((shift) =>
    Buffer.from('\0'.repeat(shift) + text)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  ),
  encodeURIComponent(text),
];

const groups = (number: string): string[] => ['-', ' ', '.'].map((sign) => number.replace(/(.{4})(?=.)/g, `$1${sign}`));

/** Matches digits that are not part of an id, a hash or a fraction of a second. */
const alone = (digits: string): RegExp => new RegExp(`(?<![\\w.+/-])${digits}(?![\\w+/-])`);

/** Lists the parts of a card in a text, in any encoding. */
export const tracesIn = (text: string, { number, cvc, holder }: Secrets): string[] => [
  ...([number, ...groups(number)].flatMap(written).some((one) => text.includes(one)) ? ['number'] : []),
  ...(alone(cvc).test(text) ? ['cvc'] : []),
  ...(written(holder).some((one) => text.includes(one)) ? ['holder'] : []),
];

const FIRST_CODE = 8_317;

/** Returns the tables that hold a part of the card, with the parts, after reading every column of every row. */
export const tracesInStore = async (db: Db, secrets: Secrets): Promise<Record<string, string[]>> => {
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

/** Returns a security code that does not occur in the store. */
export const unusedCode = async (db: Db): Promise<string> => {
  for (let code = FIRST_CODE; ; code += 1) {
    const found = await tracesInStore(db, { number: 'no number', cvc: String(code), holder: 'no holder' });
    if (Object.keys(found).length === 0) return String(code);
  }
};
