import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';

/** Counts a cover that a job takes for the storage of its organisation. */
export const noteCover = async (
  trx: Transaction<Database>,
  { key, organisationId, bytes }: { key: string; organisationId: number; bytes: number },
  now: Date,
) => {
  await sql`
    insert into job_covers (key, organisation_id, bytes, created_at) values (${key}, ${organisationId}, ${bytes}, ${now})
    on conflict (key) do nothing`.execute(trx);
};

/** Whether any job that was not deleted shows the cover. */
export const coverIsShown = async (db: Kysely<Database>, key: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from jobs where image_key = ${key} and image_key like 'cover-%' and status <> 'deleted' limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** A removed cover counts no longer. */
export const forgetCover = async (db: Kysely<Database>, key: string) => {
  await sql`delete from job_covers where key = ${key}`.execute(db);
};

/** What an organisation keeps in the store of files. */
export interface Kept {
  /** Uploads that were announced or have come, and that no job has taken. */
  parked: number;
  parkedBytes: number;
  coverBytes: number;
  /** When the next of those uploads ends by itself. */
  nextEnd: Date | null;
}

/** What an organisation keeps; nobody else of it announces an upload until the transaction ends. */
export const lockKept = async (trx: Transaction<Database>, organisationId: number, now: Date): Promise<Kept> => {
  await sql`select 1 from organisations where id = ${organisationId} for no key update`.execute(trx);
  const { rows } = await sql<Kept>`
    select count(*)::int as parked, coalesce(sum(content_length), 0)::float8 as "parkedBytes",
      min(expires_at) as "nextEnd",
      (select coalesce(sum(bytes), 0)::float8 from job_covers where organisation_id = ${organisationId}) as "coverBytes"
    from job_uploads
    where organisation_id = ${organisationId} and used_at is null and expires_at > ${now}`.execute(trx);
  return rows[0]!;
};
