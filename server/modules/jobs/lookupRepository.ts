import { sql, type Kysely, type Transaction } from 'kysely';
import { onlyRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { Owner } from './ownerRepository';
import { containing } from '../../platform/database/like';

const POSITIONS_MAX = 20;
/** The most tags of an organisation, and the most places of an owner, in a list. */
const LIST_MAX = 1000;

/**
 * Returns at most 20 positions whose folded name contains the text. Names that begin with it come first, then Turkish
 * order.
 */
export const listPositions = async (db: Kysely<Database>, q: string | undefined) => {
  const pattern = containing(q);
  const starts = pattern?.slice(1) ?? '%';
  return rowsOf(db)<{ id: number; name: string }>`
    select id, name from job_positions where name_folded like ${pattern ?? '%'}
    order by name_folded like ${starts} desc, name collate "tr-TR-x-icu", id limit ${POSITIONS_MAX}`;
};

export const listLanguages = (db: Kysely<Database>) =>
  db.selectFrom('spoken_languages').select(['id', 'code']).orderBy('id').execute();

/** A tag. `key` names a benefit and is null for the organisation's own tags. */
export interface TagRecord {
  id: number;
  key: string | null;
  name: string;
}

/** Returns the benefits, then the organisation's own tags in Turkish order. */
export const listTags = (db: Kysely<Database>, organisationId: number): Promise<TagRecord[]> => rowsOf(db)`
    select id, key, name from tags where organisation_id = ${organisationId} or key is not null
    order by key is null, case when key is not null then id end, name collate "tr-TR-x-icu", id
    limit ${LIST_MAX}`;

export const findBenefit = async (db: Kysely<Database>, key: string): Promise<TagRecord | undefined> =>
  db.selectFrom('tags').select(['id', 'key', 'name']).where('key', '=', key).executeTakeFirst();

/** Returns the organisation's tag of that folded name and creates it when absent. */
export const findOrInsertTag = async (
  trx: Transaction<Database>,
  organisationId: number,
  name: string,
  now: Date,
): Promise<TagRecord & { isNew: boolean }> => {
  const { rows } = await sql<TagRecord & { isNew: boolean }>`
    insert into tags (organisation_id, name, created_at) values (${organisationId}, ${name}, ${now})
    on conflict (organisation_id, name_folded) do nothing
    returning id, key, name, true as "isNew"`.execute(trx);
  if (rows[0]) return rows[0];
  const found = await sql<TagRecord & { isNew: boolean }>`
    select id, key, name, false as "isNew" from tags
    where organisation_id = ${organisationId} and name_folded = fold_text(${name})`.execute(trx);
  return found.rows[0]!;
};

/** A place of work, in degrees. */
export interface LocationRecord {
  id: number;
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
}

export const listLocations = (
  db: Kysely<Database>,
  organisationId: number,
  userId: number,
): Promise<LocationRecord[]> => rowsOf(db)`
    select id, name, address, latitude, longitude from company_locations
    where user_id = ${userId} and organisation_id = ${organisationId}
    order by name collate "tr-TR-x-icu", id limit ${LIST_MAX}`;

export const insertLocation = (
  trx: Transaction<Database>,
  owner: Owner,
  { name, address, latitude, longitude }: Omit<LocationRecord, 'id'>,
  now: Date,
): Promise<LocationRecord> => onlyRow(trx)`
    insert into company_locations (organisation_id, user_id, name, address, latitude, longitude, created_at)
    values (${owner.organisationId}, ${owner.id}, ${name}, ${address}, ${latitude}, ${longitude}, ${now})
    returning id, name, address, latitude, longitude`;

export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');
