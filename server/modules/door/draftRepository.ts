import { sql, type Kysely, type Transaction } from 'kysely';
import type { PageRef } from '../../../contract/constants/door';
import { firstRow, run } from '../../platform/database/query';
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
  /** Where it began; null for a draft of a release before. */
  address: string | null;
  isProved: boolean;
  applicationId: number | null;
}

interface NewDraft extends Omit<Draft, 'isProved' | 'applicationId'> {
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

export const insertDraft = async (db: Kysely<Database>, draft: NewDraft): Promise<void> => {
  const { tokenHash, userId, firstName, lastName, phone, countryCode, ref, address, now, expiresAt } = draft;
  await sql`
    insert into application_drafts (token_hash, user_id, first_name, last_name, phone, country_code, ref, address,
      created_at, expires_at)
    values (${tokenHash}, ${userId}, ${firstName}, ${lastName}, ${phone}, ${countryCode}, ${ref}, ${address}, ${now},
      ${expiresAt})`.execute(db);
};

const DRAFT = sql`
  user_id as "userId", first_name as "firstName", last_name as "lastName", phone, country_code as "countryCode", ref, address,
  proved_at is not null as "isProved", application_id as "applicationId"`;

interface DraftKey {
  tokenHash: Buffer;
  organisationId: number;
  now: Date;
}

/** Whether a draft is live and began on a page of the organisation: its job may have closed for another branch's. */
const isLive = ({ tokenHash, organisationId, now }: DraftKey) => sql`
  token_hash = ${tokenHash} and expires_at > ${now}
  and user_id in (select id from users where organisation_id = ${organisationId})`;

/** Returns a live draft for the pages of the organisation. */
export const findDraft = (db: Kysely<Database>, key: DraftKey): Promise<Draft | undefined> =>
  firstRow(db)`select ${DRAFT} from application_drafts where ${isLive(key)}`;

/** Locks a live draft, so that two presses make one application. */
export const lockDraft = (trx: Transaction<Database>, key: DraftKey): Promise<Draft | undefined> => firstRow(trx)`
    select ${DRAFT} from application_drafts where ${isLive(key)} for update`;

export const markProved = (db: Kysely<Database>, tokenHash: Buffer, now: Date): Promise<void> =>
  run(db)`update application_drafts set proved_at = ${now} where token_hash = ${tokenHash}`;

export const markApplied = (trx: Transaction<Database>, tokenHash: Buffer, applicationId: number) => run(trx)`
    update application_drafts set application_id = ${applicationId} where token_hash = ${tokenHash}`;

export const removeOldDrafts = (db: Kysely<Database>, now: Date): Promise<void> =>
  run(db)`delete from application_drafts where expires_at <= ${now}`;
