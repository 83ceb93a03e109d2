import { sql, type Kysely, type Transaction } from 'kysely';
import { firstRow, hasRow, idsOf, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { lockWorker, namesIn, TOMBSTONE } from '../workers';
import type { ListedErasure } from './erasureList';

/** A worker as one organisation knows him or her. */
export interface PersonKey {
  organisationId: number;
  workerId: number;
}

export interface Person {
  phone: string | null;
  countryCode: string;
  imageKey: string | null;
  createdAt: Date;
}

/** Where an organisation holds something about a worker. */
const heldBy = (organisationId: number) => sql`
  exists (select from applications x where x.worker_id = w.id and x.organisation_id = ${organisationId})
  or exists (select from threads x where x.worker_id = w.id and x.organisation_id = ${organisationId})
  or exists (select from worker_comments x where x.worker_id = w.id and x.organisation_id = ${organisationId})
  or exists (select from consents x where x.worker_id = w.id and x.organisation_id = ${organisationId})
  or exists (select from roster x where x.worker_id = w.id and x.organisation_id = ${organisationId})`;

const PERSON = sql`
  w.phone, w.country_code as "countryCode", w.image_key as "imageKey", w.created_at as "createdAt"`;

/** Returns a worker of the organisation with all names, or undefined for a stranger and for somebody who was erased. */
export const findPerson = (
  db: Kysely<Database>,
  { organisationId, workerId }: PersonKey,
): Promise<(Person & { names: string[] }) | undefined> => firstRow(db)`
    select ${PERSON}, ${namesIn(organisationId)} as names from workers w
    where w.id = ${workerId} and w.external_id not like ${`${TOMBSTONE}%`} and (${heldBy(organisationId)})`;

/** Locks a worker and returns the profile, or undefined for an unknown worker and for somebody who was erased. */
export const lockProfile = async (trx: Transaction<Database>, workerId: number): Promise<Person | undefined> => {
  // A weaker lock would let an application in, and the deletion fail.
  await lockWorker(trx, workerId);
  return firstRow(trx)`
    select ${PERSON} from workers w
    where w.id = ${workerId} and w.external_id not like ${`${TOMBSTONE}%`}`;
};

/**
 * Locks a worker of the organisation until the transaction ends. A changed profile locks the same row before it locks
 * the applications.
 */
export const lockPerson = async (trx: Transaction<Database>, key: PersonKey) => {
  await lockWorker(trx, key.workerId);
  // A statement of its own, because the one before may have waited for another erasure to commit.
  return findPerson(trx, key);
};

/** Returns the organisations that hold something about a worker; none for somebody who was erased. */
export const listOrganisations = (db: Kysely<Database>, workerId: number): Promise<number[]> => idsOf(db)`
    select distinct x.id from (
      select organisation_id as id from applications where worker_id = ${workerId}
      union all select organisation_id from threads where worker_id = ${workerId}
      union all select organisation_id from worker_comments where worker_id = ${workerId}
      union all select organisation_id from consents where worker_id = ${workerId}
      union all select organisation_id from roster where worker_id = ${workerId}
    ) x
    where exists (select from workers where id = ${workerId} and external_id not like ${`${TOMBSTONE}%`})
    order by x.id`;

/** Returns when the organisation erased the worker, or undefined. */
export const findErasure = async (
  db: Kysely<Database>,
  { organisationId, workerId }: PersonKey,
): Promise<Date | undefined> => {
  const row = await firstRow(db)<{ at: Date }>`
    select erased_at as at from erasures
    where organisation_id = ${organisationId} and worker_id = ${workerId}`;
  return row?.at;
};

/** Returns whether any organisation erased the worker. */
export const wasErased = async (db: Kysely<Database>, workerId: number): Promise<boolean> =>
  (await sql`select 1 from erasures where worker_id = ${workerId} limit 1`.execute(db)).rows.length > 0;

/** Returns the erasures of a list that the store does not have, though it has the worker. */
export const listMissing = async (
  db: Kysely<Database>,
  listed: readonly ListedErasure[],
): Promise<Pick<ListedErasure, 'organisationId' | 'workerId'>[]> =>
  listed.length === 0
    ? []
    : rowsOf(db)`
    select x."organisationId", x."workerId"
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      as x ("organisationId" bigint, "workerId" bigint, "createdAt" timestamptz, "erasedAt" timestamptz)
    join workers w on w.id = x."workerId" and date_trunc('milliseconds', w.created_at) = x."createdAt"
    where not exists (
      select from erasures e
      where e.organisation_id is not distinct from x."organisationId" and e.worker_id = x."workerId"
        and date_trunc('milliseconds', e.erased_at) >= x."erasedAt")
    order by x."erasedAt"`;

export const hasOpenAppointment = (
  db: Kysely<Database>,
  { organisationId, workerId }: PersonKey,
): Promise<boolean> => hasRow(db)`
    select 1 from appointments
    where worker_id = ${workerId} and organisation_id = ${organisationId} and status in ('WAITING', 'ACTIVE')
    limit 1`;

export const isOnHold = (db: Kysely<Database>, { organisationId, workerId }: PersonKey): Promise<boolean> => hasRow(db)`
    select 1 from privacy_holds where organisation_id = ${organisationId} and worker_id = ${workerId}`;
