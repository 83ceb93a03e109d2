import { sql, type Transaction } from 'kysely';
import type { OfferedDay, OfferedPart, OfferedStart, PageRef } from '../../../contract/constants/door';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { OWN_WORKERS, type StoredExperience } from '../workers';

interface Phone {
  phone: string;
  countryCode: string;
}

/** The first key of the advisory lock below; the hash of the phone is the second. */
const PHONE_LOCK = 714_123;

/** Somebody who came by a public page before. */
export interface KnownWorker {
  id: number;
  externalId: string;
  firstName: string;
  lastName: string;
  experiences: StoredExperience[];
}

/**
 * Returns the worker who came by a public page with this phone, or undefined. Locks the phone until the transaction
 * ends, so that two applications at once make one worker.
 */
export const lockOwnWorker = async (
  trx: Transaction<Database>,
  { phone, countryCode }: Phone,
): Promise<KnownWorker | undefined> => {
  await sql`select pg_advisory_xact_lock(${PHONE_LOCK}::int, hashtext(${countryCode + phone}))`.execute(trx);
  return firstRow(trx)`
    select id, external_id as "externalId", first_name as "firstName", last_name as "lastName", experiences
    from workers
    where country_code = ${countryCode} and phone = ${phone} and external_id like ${OWN_WORKERS}`;
};

export interface NewSource {
  applicationId: number;
  userId: number;
  ref: PageRef;
  days: readonly OfferedDay[];
  parts: readonly OfferedPart[];
  start: OfferedStart | null;
  now: Date;
}

/** Stores what came with an application; a repeat changes nothing. */
export const insertSource = async (trx: Transaction<Database>, source: NewSource): Promise<void> => {
  const { applicationId, userId, ref, days, parts, start, now } = source;
  await sql`
    insert into application_sources (application_id, user_id, source, ref, days, parts, start, created_at)
    values (${applicationId}, ${userId}, ${ref === 'poster' || ref === 'roster' ? ref : 'web'}, ${ref}, ${[...days]}, ${[...parts]},
      ${start}, ${now})
    on conflict do nothing`.execute(trx);
};
