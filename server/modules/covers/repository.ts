import { sql } from 'kysely';
import type { AuthUser } from '../../platform/auth/tokens';
import { firstRow, hasRow, onlyRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';

/** An announced cover. `begunAt` is the time when its bytes began to arrive. */
export interface Upload {
  key: string;
  contentType: string;
  contentLength: number;
  begunAt: Date | null;
}

interface NewUpload {
  key: string;
  contentType: string;
  contentLength: number;
  expiresAt: Date;
}

export const insertUpload = (trx: Trx, { id: userId, organisationId }: AuthUser, upload: NewUpload, now: Date) => {
  const { key, contentType, contentLength, expiresAt } = upload;
  const row = { key, organisationId, userId, contentType, contentLength, createdAt: now, expiresAt };
  return trx.insertInto('jobUploads').values(row).execute();
};

/** An announced upload with its user, whom the audit log names. */
export type AnnouncedUpload = Upload & { user: Pick<AuthUser, 'id' | 'organisationId' | 'name'> };

/** Returns an announced upload by its key alone. The signed address proves the sender. */
export const findUpload = (db: Db, key: string): Promise<AnnouncedUpload | undefined> => firstRow(db)`
    select p.key, p.content_type, p.content_length, coalesce(p.begun_at, p.stored_at) as begun_at,
      json_build_object('id', u.id, 'organisationId', p.organisation_id, 'name', u.first_name || ' ' || u.last_name) as user
    from job_uploads p join users u on u.id = p.user_id and u.organisation_id = p.organisation_id
    where p.key = ${key}`;

/** Marks an upload as begun. Returns false when another request began it first. */
export const markBegun = (db: Db, key: string, now: Date): Promise<boolean> => hasRow(db)`
    update job_uploads set begun_at = ${now} where key = ${key} and begun_at is null and stored_at is null
    returning 1`;

/**
 * Marks an upload as received. Returns false when another request finished first. The row stays locked until the
 * transaction ends.
 */
export const markStored = (trx: Trx, key: string, now: Date, keptUntil: Date) => hasRow(trx)`
    update job_uploads set stored_at = ${now}, expires_at = ${keptUntil}
    where key = ${key} and stored_at is null returning 1`;

const usableUpload = (user: AuthUser, key: string, now: Date) => sql`
  key = ${key} and organisation_id = ${user.organisationId} and user_id = ${user.id} and stored_at is not null
  and used_at is null and expires_at > ${now}`;

/** Returns whether the upload belongs to the user and is received, unused and not expired. */
export const isUsable = (db: Db, user: AuthUser, key: string, now: Date): Promise<boolean> =>
  hasRow(db)`select 1 from job_uploads where ${usableUpload(user, key, now)}`;

/** Marks an upload as used. Returns false when it is no longer usable. */
export const markUsed = (trx: Trx, user: AuthUser, key: string, now: Date) => hasRow(trx)`
    update job_uploads set used_at = ${now} where ${usableUpload(user, key, now)} returning 1`;

/** Returns the uploads that expired before the given time, oldest first. */
export const listEnded = (db: Db, before: Date, limit: number) => rowsOf(db)<{
  key: string;
  isUsed: boolean;
}>`
    select key, used_at is not null as is_used from job_uploads
    where expires_at <= ${before} order by expires_at, key limit ${limit}`;

export const deleteUploads = (db: Db, keys: readonly string[]): Promise<void> =>
  run(db)`delete from job_uploads where key = any(${[...keys]}::text[])`;

/** Counts the cover of a job against the storage of its organisation. */
export const insertCover = (
  trx: Trx,
  { key, organisationId, bytes }: { key: string; organisationId: number; bytes: number },
  now: Date,
): Promise<void> => run(trx)`
    insert into job_covers (key, organisation_id, bytes, created_at) values (${key}, ${organisationId}, ${bytes}, ${now})
    on conflict (key) do nothing`;

/** Returns whether a job that is not deleted shows the cover. */
export const isCoverUsed = (db: Db, key: string): Promise<boolean> => hasRow(db)`
    select 1 from jobs where image_key = ${key} and image_key like 'cover-%' and status <> 'deleted' limit 1`;

/** Stops counting a removed cover against its organisation's storage. */
export const deleteCover = (db: Db, key: string): Promise<void> => run(db)`delete from job_covers where key = ${key}`;

/** The files that an organisation stores. */
interface StorageUse {
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
export const lockStorageUse = async (trx: Trx, organisationId: number, now: Date): Promise<StorageUse> => {
  await run(trx)`select 1 from organisations where id = ${organisationId} for no key update`;
  return onlyRow(trx)`
    select count(*)::int as parked, coalesce(sum(content_length), 0)::float8 as parked_bytes,
      min(expires_at) as next_end,
      (select coalesce(sum(bytes), 0)::float8 from job_covers where organisation_id = ${organisationId}) as cover_bytes
    from job_uploads
    where organisation_id = ${organisationId} and used_at is null and expires_at > ${now}`;
};
