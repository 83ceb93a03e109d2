import { sql, type Kysely, type Transaction } from 'kysely';
import type { OfferedDay, OfferedPart, OfferedStart, PageRef } from '../../../contract/constants/door';
import { firstRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { Told } from '../gateway';
import { FIRST_NAME, IS_ERASED, LAST_NAME, OWN_WORKERS, withTold } from '../workers';

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
  /** The applicant withdrew it. */
  isWithdrawn: boolean;
}

const EARLIER = sql`
  select a.id, a.job_id as "jobId", a.status = 'rejected' and not a.is_declined as "isWithdrawn", ${FIRST_NAME} as "firstName", ${LAST_NAME} as "lastName"
  from applications a join workers w on w.id = a.worker_id ${withTold()}`;

/** Returns the worker's applications in an organisation, newest first. Those elsewhere are none of its business. */
export const listEarlier = (
  trx: Transaction<Database>,
  { workerId, organisationId }: { workerId: number; organisationId: number },
): Promise<EarlierApplication[]> => rowsOf(trx)`
    ${EARLIER} where a.worker_id = ${workerId} and a.organisation_id = ${organisationId}
    order by a.created_at desc, a.id desc`;

/** Returns the applications by a phone in an organisation's public pages, newest first. */
export const listEarlierOf = (
  db: Kysely<Database>,
  { phone, countryCode }: Phone,
  organisationId: number,
): Promise<EarlierApplication[]> => rowsOf(db)`
    ${EARLIER} where w.country_code = ${countryCode} and w.phone = ${phone} and w.external_id like ${OWN_WORKERS}
      and a.organisation_id = ${organisationId}
    order by a.created_at desc, a.id desc`;

/** Returns whose an application is, and when it was made. */
export const findOwner = (
  trx: Transaction<Database>,
  { applicationId, organisationId }: { applicationId: number; organisationId: number },
): Promise<{ workerId: number; createdAt: Date } | undefined> => firstRow(trx)`
    select a.worker_id as "workerId", a.created_at as "createdAt" from applications a join workers w on w.id = a.worker_id
    where a.id = ${applicationId} and a.organisation_id = ${organisationId} and not (${IS_ERASED})`;

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
