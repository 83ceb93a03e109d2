import { sql, type Transaction } from 'kysely';
import type { OfferedDay, OfferedPart, OfferedStart, PageRef } from '../../../contract/constants/door';
import { firstRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { Told } from '../gateway';
import { FIRST_NAME, LAST_NAME, OWN_WORKERS, withTold } from '../workers';

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
    select id, external_id as "externalId" from workers
    where country_code = ${countryCode} and phone = ${phone} and external_id like ${OWN_WORKERS}`;
};

/** An application by a public page with the name that was given. */
export interface EarlierApplication {
  id: number;
  jobId: number;
  firstName: string;
  lastName: string;
  createdAt: Date;
}

/** Returns the worker's applications in an organisation, newest first. Those elsewhere are none of its business. */
export const listEarlier = (
  trx: Transaction<Database>,
  { workerId, organisationId }: { workerId: number; organisationId: number },
): Promise<EarlierApplication[]> => rowsOf(trx)`
    select a.id, a.job_id as "jobId", ${FIRST_NAME} as "firstName", ${LAST_NAME} as "lastName", a.created_at as "createdAt"
    from applications a join workers w on w.id = a.worker_id ${withTold()}
    where a.worker_id = ${workerId} and a.organisation_id = ${organisationId}
    order by a.created_at desc, a.id desc`;

export interface NewSource extends Told {
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
  const { firstName, lastName, experiences, experienceMonths } = source;
  await sql`
    insert into application_sources (application_id, user_id, source, ref, days, parts, start, first_name,
      last_name, experiences, experience_months, created_at)
    values (${applicationId}, ${userId}, ${ref === 'poster' || ref === 'roster' ? ref : 'web'}, ${ref}, ${[...days]}, ${[...parts]},
      ${start}, ${firstName}, ${lastName}, ${JSON.stringify(experiences)}, ${experienceMonths}, ${now})
    on conflict do nothing`.execute(trx);
};
