import { sql, type Kysely, type Transaction } from 'kysely';
import type { AuthUser } from '../../platform/auth/authUser';
import { firstRow, hasRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** An announced cover. `begunAt` is the time when its bytes began to arrive. */
export interface Upload {
  key: string;
  contentType: string;
  contentLength: number;
  begunAt: Date | null;
}

export interface NewUpload {
  key: string;
  contentType: string;
  contentLength: number;
  expiresAt: Date;
}

export const insertUpload = async (trx: Transaction<Database>, user: AuthUser, upload: NewUpload, now: Date) => {
  await trx
    .insertInto('job_uploads')
    .values({
      key: upload.key,
      organisation_id: user.organisationId,
      user_id: user.id,
      content_type: upload.contentType,
      content_length: upload.contentLength,
      created_at: now,
      expires_at: upload.expiresAt,
      begun_at: null,
      stored_at: null,
      used_at: null,
    })
    .execute();
};

/** An announced upload with its user, whom the audit log names. */
export type AnnouncedUpload = Upload & { user: Pick<AuthUser, 'id' | 'organisationId' | 'name'> };

/** Returns an announced upload by its key alone. The signed address proves the sender. */
export const findUpload = (db: Kysely<Database>, key: string): Promise<AnnouncedUpload | undefined> => firstRow(db)`
    select p.key, p.content_type as "contentType", p.content_length as "contentLength", coalesce(p.begun_at, p.stored_at) as "begunAt",
      json_build_object('id', u.id, 'organisationId', p.organisation_id, 'name', u.first_name || ' ' || u.last_name) as user
    from job_uploads p join users u on u.id = p.user_id and u.organisation_id = p.organisation_id
    where p.key = ${key}`;

/** Marks an upload as begun. Returns false when another request began it first. */
export const markBegun = (db: Kysely<Database>, key: string, now: Date): Promise<boolean> => hasRow(db)`
    update job_uploads set begun_at = ${now} where key = ${key} and begun_at is null and stored_at is null
    returning 1`;

/**
 * Marks an upload as received. Returns false when another request finished first. The row stays locked until the
 * transaction ends.
 */
export const markStored = (trx: Transaction<Database>, key: string, now: Date, keptUntil: Date) => hasRow(trx)`
    update job_uploads set stored_at = ${now}, expires_at = ${keptUntil}
    where key = ${key} and stored_at is null returning 1`;

const usableUpload = (user: AuthUser, key: string, now: Date) => sql`
  key = ${key} and organisation_id = ${user.organisationId} and user_id = ${user.id} and stored_at is not null
  and used_at is null and expires_at > ${now}`;

/** Returns whether the upload belongs to the user and is received, unused and not expired. */
export const isUsable = (db: Kysely<Database>, user: AuthUser, key: string, now: Date): Promise<boolean> =>
  hasRow(db)`select 1 from job_uploads where ${usableUpload(user, key, now)}`;

/** Marks an upload as used. Returns false when it is no longer usable. */
export const markUsed = (trx: Transaction<Database>, user: AuthUser, key: string, now: Date) => hasRow(trx)`
    update job_uploads set used_at = ${now} where ${usableUpload(user, key, now)} returning 1`;

/** Returns the uploads that expired before the given time, oldest first. */
export const listEnded = (db: Kysely<Database>, before: Date, limit: number) => rowsOf(db)<{
  key: string;
  isUsed: boolean;
}>`
    select key, used_at is not null as "isUsed" from job_uploads
    where expires_at <= ${before} order by expires_at, key limit ${limit}`;

export const deleteUploads = async (db: Kysely<Database>, keys: readonly string[]) => {
  await sql`delete from job_uploads where key = any(${[...keys]}::text[])`.execute(db);
};
