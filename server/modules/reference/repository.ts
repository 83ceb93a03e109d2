import { sql } from 'kysely';
import { fold } from '../../../contract/constants/text';
import { rowsOf } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';

interface NamedRow {
  id: number;
  name: string;
}

/** Returns every job category in Turkish order. */
export const listCategories = (db: Db): Promise<NamedRow[]> =>
  db
    .selectFrom('jobCategories')
    .select(['id', 'name'])
    .orderBy(sql`name collate "tr-TR-x-icu"`)
    .orderBy('id')
    .execute();

const TAX_OFFICES_MAX = 20;

/** Escapes the wildcards of `like`. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Returns at most 20 tax offices whose name or province has every word of the folded text. Names that start with the
 * text come first, then Turkish order. Offices of the same name carry their province.
 */
export const listTaxOffices = async (db: Db, q: string): Promise<NamedRow[]> => {
  const wanted = fold(q);
  const patterns = wanted.split(' ').map((word) => `%${literal(word)}%`);
  return rowsOf(db)`
    select o.id, case when exists (select from tax_offices s where s.name = o.name and s.id <> o.id)
      then o.name || ' (' || o.province || ')' else o.name end as name
    from tax_offices o
    where o.name_folded like all (${patterns}::text[])
    order by o.name_folded like ${`${literal(wanted)}%`} desc, o.name collate "tr-TR-x-icu", o.id
    limit ${TAX_OFFICES_MAX}`;
};

/** Returns the country (ISO alpha-2) of an account. */
export const findCountryCode = async (db: Db, userId: number): Promise<string | undefined> =>
  (await db.selectFrom('users').select('countryCode').where('id', '=', userId).executeTakeFirst())?.countryCode;
