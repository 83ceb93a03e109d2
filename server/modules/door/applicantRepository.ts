import { sql, type Transaction } from 'kysely';
import type { OfferedDay, OfferedPart, OfferedStart, PageRef } from '../../../contract/constants/door';
import type { Database } from '../../platform/database/schema';

interface Phone {
  phone: string;
  countryCode: string;
}

/** The first key of the advisory lock below; the hash of the phone is the second. */
const PHONE_LOCK = 714_123;

/**
 * Returns the external id of the worker who came by a public page with this phone, or undefined. Locks the phone until
 * the transaction ends, so that two applications at once make one worker.
 */
export const lockOwnWorker = async (
  trx: Transaction<Database>,
  { phone, countryCode }: Phone,
): Promise<string | undefined> => {
  await sql`select pg_advisory_xact_lock(${PHONE_LOCK}::int, hashtext(${countryCode + phone}))`.execute(trx);
  const { rows } = await sql<{ externalId: string }>`
    select external_id as "externalId" from workers
    where country_code = ${countryCode} and phone = ${phone} and external_id like 'web:%'`.execute(trx);
  return rows[0]?.externalId;
};

export const setCountry = async (trx: Transaction<Database>, workerId: number, countryCode: string): Promise<void> => {
  await sql`
    update workers set country_code = ${countryCode} where id = ${workerId} and country_code <> ${countryCode}`.execute(
    trx,
  );
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
