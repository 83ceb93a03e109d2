import { sql, type Kysely, type Transaction } from 'kysely';
import type { PageRef } from '../../../contract/constants/door';
import type { Database } from '../../platform/database/schema';

/** An application whose phone is not proved yet. */
export interface Draft {
  userId: number;
  firstName: string;
  lastName: string;
  /** Without the country calling code. */
  phone: string;
  countryCode: string;
  ref: PageRef;
  isProved: boolean;
  applicationId: number | null;
}

interface NewDraft extends Omit<Draft, 'isProved' | 'applicationId'> {
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

export const insertDraft = async (db: Kysely<Database>, draft: NewDraft): Promise<void> => {
  const { tokenHash, userId, firstName, lastName, phone, countryCode, ref, now, expiresAt } = draft;
  await sql`
    insert into application_drafts (token_hash, user_id, first_name, last_name, phone, country_code, ref, created_at,
      expires_at)
    values (${tokenHash}, ${userId}, ${firstName}, ${lastName}, ${phone}, ${countryCode}, ${ref}, ${now}, ${expiresAt})`.execute(
    db,
  );
};

const DRAFT = sql`
  user_id as "userId", first_name as "firstName", last_name as "lastName", phone, country_code as "countryCode", ref,
  proved_at is not null as "isProved", application_id as "applicationId"`;

interface DraftKey {
  tokenHash: Buffer;
  userId: number;
  now: Date;
}

/** Returns a live draft for the page of this account. */
export const findDraft = async (
  db: Kysely<Database>,
  { tokenHash, userId, now }: DraftKey,
): Promise<Draft | undefined> => {
  const { rows } = await sql<Draft>`
    select ${DRAFT} from application_drafts
    where token_hash = ${tokenHash} and user_id = ${userId} and expires_at > ${now}`.execute(db);
  return rows[0];
};

/** Locks a live draft, so that two presses make one application. */
export const lockDraft = async (
  trx: Transaction<Database>,
  { tokenHash, userId, now }: DraftKey,
): Promise<Draft | undefined> => {
  const { rows } = await sql<Draft>`
    select ${DRAFT} from application_drafts
    where token_hash = ${tokenHash} and user_id = ${userId} and expires_at > ${now} for update`.execute(trx);
  return rows[0];
};

export const markProved = async (db: Kysely<Database>, tokenHash: Buffer, now: Date): Promise<void> => {
  await sql`update application_drafts set proved_at = ${now} where token_hash = ${tokenHash}`.execute(db);
};

export const markApplied = async (
  trx: Transaction<Database>,
  tokenHash: Buffer,
  applicationId: number,
): Promise<void> => {
  await sql`
    update application_drafts set application_id = ${applicationId} where token_hash = ${tokenHash}`.execute(trx);
};

export const removeOldDrafts = async (db: Kysely<Database>, now: Date): Promise<void> => {
  await sql`delete from application_drafts where expires_at <= ${now}`.execute(db);
};
