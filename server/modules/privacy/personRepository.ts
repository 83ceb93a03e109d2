import { sql } from 'kysely';
import { firstRow, hasRow, idsOf, rowsOf, changesRow, onlyValue, run, instant } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { lockWorker, namesIn, TOMBSTONE, FIRST_NAME, LAST_NAME, withNameIn } from '../workers';
import type { ListedErasure } from './erasureList';
import type { Hold } from '../../../contract/schemas/privacy';
import { newestApplication } from './requestRepository';
import type { ConsentPurpose } from '../../../contract/constants/privacy';

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
  w.phone, w.country_code, w.image_key, w.created_at`;

/** Returns a worker of the organisation with all names, or undefined for a stranger and for somebody who was erased. */
export const findPerson = (
  db: Db,
  { organisationId, workerId }: PersonKey,
): Promise<(Person & { names: string[] }) | undefined> => firstRow(db)`
    select ${PERSON}, ${namesIn(organisationId)} as names from workers w
    where w.id = ${workerId} and w.external_id not like ${`${TOMBSTONE}%`} and (${heldBy(organisationId)})`;

/** Locks a worker and returns the profile, or undefined for an unknown worker and for somebody who was erased. */
export const lockProfile = async (trx: Trx, workerId: number): Promise<Person | undefined> => {
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
export const lockPerson = async (trx: Trx, key: PersonKey) => {
  await lockWorker(trx, key.workerId);
  // A statement of its own, because the one before may have waited for another erasure to commit.
  return findPerson(trx, key);
};

/** Returns the organisations that hold something about a worker; none for somebody who was erased. */
export const listOrganisations = (db: Db, workerId: number): Promise<number[]> => idsOf(db)`
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
export const findErasure = async (db: Db, { organisationId, workerId }: PersonKey): Promise<Date | undefined> => {
  const row = await firstRow(db)<{ at: Date }>`
    select erased_at as at from erasures
    where organisation_id = ${organisationId} and worker_id = ${workerId}`;
  return row?.at;
};

/** Returns whether any organisation erased the worker. */
export const wasErased = async (db: Db, workerId: number): Promise<boolean> =>
  (await sql`select 1 from erasures where worker_id = ${workerId} limit 1`.execute(db)).rows.length > 0;

/** Returns the erasures of a list that the store does not have, though it has the worker. */
export const listMissing = async (
  db: Db,
  listed: readonly ListedErasure[],
): Promise<Pick<ListedErasure, 'organisationId' | 'workerId'>[]> =>
  listed.length === 0
    ? []
    : rowsOf(db)`
    select x."organisationId" as organisation_id, x."workerId" as worker_id
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      as x ("organisationId" bigint, "workerId" bigint, "createdAt" timestamptz, "erasedAt" timestamptz)
    join workers w on w.id = x."workerId" and date_trunc('milliseconds', w.created_at) = x."createdAt"
    where not exists (
      select from erasures e
      where e.organisation_id is not distinct from x."organisationId" and e.worker_id = x."workerId"
        and date_trunc('milliseconds', e.erased_at) >= x."erasedAt")
    order by x."erasedAt"`;

export const hasOpenAppointment = (db: Db, { organisationId, workerId }: PersonKey): Promise<boolean> => hasRow(db)`
    select 1 from appointments
    where worker_id = ${workerId} and organisation_id = ${organisationId} and status in ('WAITING', 'ACTIVE')
    limit 1`;

export const isOnHold = (db: Db, { organisationId, workerId }: PersonKey): Promise<boolean> => hasRow(db)`
    select 1 from privacy_holds where organisation_id = ${organisationId} and worker_id = ${workerId}`;

/** Puts data on hold. Returns false when they were already; the first reason stays. */
export const insertHold = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
  { userId, reason, now }: { userId: number; reason: string | null; now: Date },
): Promise<boolean> => changesRow(trx)`
    insert into privacy_holds (organisation_id, worker_id, user_id, reason, created_at)
    values (${organisationId}, ${workerId}, ${userId}, ${reason}, ${now}) on conflict do nothing`;

export const deleteHold = (trx: Trx, { organisationId, workerId }: PersonKey): Promise<boolean> => changesRow(trx)`
    delete from privacy_holds where organisation_id = ${organisationId} and worker_id = ${workerId}`;

type HoldRecord = Omit<Hold, 'worker'> & {
  worker: Omit<Hold['worker'], 'imageUrl'> & { imageKey: string | null };
};

interface HoldFilter {
  organisationId: number;
  /** Everybody when it is left out. */
  workerId?: number | undefined;
}

const chosen = ({ organisationId, workerId }: HoldFilter) =>
  sql`h.organisation_id = ${organisationId} ${workerId === undefined ? sql`` : sql`and h.worker_id = ${workerId}`}`;

/** Returns holds of the organisation, newest first. */
export const listHolds = (
  db: Db,
  filter: HoldFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<HoldRecord[]> => rowsOf(db)`
    select json_build_object('id', w.id, 'firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'imageKey', w.image_key)
        as worker,
      ${newestApplication('h')} as application, trim(u.first_name || ' ' || u.last_name) as held_by, h.reason as note,
      ${instant('h.created_at')} as created_at
    from privacy_holds h join workers w on w.id = h.worker_id join users u on u.id = h.user_id
      ${withNameIn(sql.ref('h.organisation_id'))}
    where ${chosen(filter)}
    order by h.created_at desc, h.worker_id limit ${limit} offset ${offset}`;

export const countHolds = (db: Db, filter: HoldFilter): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from privacy_holds h where ${chosen(filter)}`;

interface Photo {
  organisationId: number;
  workerId: number;
  imageKey: string;
}

/** Photos in one run. */
const BATCH = 100;

/** Returns photos of deleted profiles that are still in the file store. */
export const listPhotos = (db: Db): Promise<Photo[]> => rowsOf(db)`
    select organisation_id, worker_id, image_key from erasures
    where image_key is not null limit ${BATCH}`;

export const clearPhoto = (db: Db, { organisationId, workerId }: Photo): Promise<void> => run(db)`
    update erasures set image_key = null
    where organisation_id = ${organisationId} and worker_id = ${workerId}`;

/** An account that decides about data of people. */
interface Owner {
  email: string;
  firstName: string;
  language: string;
}

/** Returns the organisation's accounts that decide about data of people: its root, or the company. */
export const listOwners = (trx: Trx, organisationId: number): Promise<Owner[]> => rowsOf(trx)`
    select email, first_name, language_code as language from users
    where organisation_id = ${organisationId} and user_type in ('root', 'company') and deleted_at is null
    order by id`;

/** Notes what a worker agreed to. The same consent again changes nothing unless the text changed. */
export const insertConsent = async (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
  { purpose, textVersion, now }: { purpose: ConsentPurpose; textVersion: string; now: Date },
): Promise<void> => {
  await sql`
    update consents set withdrawn_at = ${now}
    where organisation_id = ${organisationId} and worker_id = ${workerId} and purpose = ${purpose}
      and withdrawn_at is null and text_version <> ${textVersion}`.execute(trx);
  await sql`
    insert into consents (organisation_id, worker_id, purpose, text_version, given_at)
    values (${organisationId}, ${workerId}, ${purpose}, ${textVersion}, ${now})
    on conflict (organisation_id, worker_id, purpose) where withdrawn_at is null do nothing`.execute(trx);
};

/** Ends a consent; one that has ended stays as it is. */
export const endConsent = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
  { purpose, now }: { purpose: ConsentPurpose; now: Date },
): Promise<void> => run(trx)`
    update consents set withdrawn_at = ${now}
    where organisation_id = ${organisationId} and worker_id = ${workerId} and purpose = ${purpose}
      and withdrawn_at is null`;
