import { sql, type Kysely, type Transaction } from 'kysely';
import { hasRow, onlyRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** Counts the cover of a job against the storage of its organisation. */
export const insertCover = async (
  trx: Transaction<Database>,
  { key, organisationId, bytes }: { key: string; organisationId: number; bytes: number },
  now: Date,
) => {
  await sql`
    insert into job_covers (key, organisation_id, bytes, created_at) values (${key}, ${organisationId}, ${bytes}, ${now})
    on conflict (key) do nothing`.execute(trx);
};

/** Returns whether a job that is not deleted shows the cover. */
export const isCoverUsed = (db: Kysely<Database>, key: string): Promise<boolean> => hasRow(db)`
    select 1 from jobs where image_key = ${key} and image_key like 'cover-%' and status <> 'deleted' limit 1`;

/** Stops counting a removed cover against its organisation's storage. */
export const deleteCover = async (db: Kysely<Database>, key: string) => {
  await sql`delete from job_covers where key = ${key}`.execute(db);
};

/** The files that an organisation stores. */
export interface StorageUse {
  /** Announced or received uploads that no job has taken. */
  parked: number;
  parkedBytes: number;
  coverBytes: number;
  /** The time when the next of those uploads expires. */
  nextEnd: Date | null;
}

/**
 * Returns what an organisation stores. The lock keeps its other users from announcing an upload until the transaction
 * ends.
 */
export const lockStorageUse = async (
  trx: Transaction<Database>,
  organisationId: number,
  now: Date,
): Promise<StorageUse> => {
  await sql`select 1 from organisations where id = ${organisationId} for no key update`.execute(trx);
  return onlyRow(trx)`
    select count(*)::int as parked, coalesce(sum(content_length), 0)::float8 as "parkedBytes",
      min(expires_at) as "nextEnd",
      (select coalesce(sum(bytes), 0)::float8 from job_covers where organisation_id = ${organisationId}) as "coverBytes"
    from job_uploads
    where organisation_id = ${organisationId} and used_at is null and expires_at > ${now}`;
};
