import { sql } from 'kysely';
import { changesRow, firstRow, hasRow, onlyRow, onlyValue, rowsOf, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import type { LinkKey } from '../workerLinks';
import { OWN_WORKERS } from '../workers';

/** A worker on the roster of an account. */
interface Membership {
  workerId: number;
  userId: number;
  organisationId: number;
}

/** A membership with the name that was given for this roster. */
export interface NewMembership extends Membership {
  firstName: string;
  lastName: string;
}

export interface StoredMember extends LinkKey, Membership {
  isWithdrawn: boolean;
}

const MEMBER = sql`
  id, nonce, worker_id, user_id, organisation_id,
  withdrawn_at is not null as is_withdrawn`;

/** Stores a consent. It puts a person who withdrew an earlier one on the roster again. */
export const upsertMember = (
  trx: Trx,
  { workerId, userId, organisationId, firstName, lastName }: NewMembership,
  { nonce, textVersion, now }: { nonce: string; textVersion: number; now: Date },
): Promise<StoredMember> => onlyRow(trx)`
    insert into roster (worker_id, user_id, organisation_id, first_name, last_name, nonce, text_version, consented_at)
    values (${workerId}, ${userId}, ${organisationId}, ${firstName}, ${lastName}, ${nonce}, ${textVersion}, ${now})
    on conflict (user_id, worker_id) do update
      set first_name = excluded.first_name, last_name = excluded.last_name, text_version = excluded.text_version,
        consented_at = excluded.consented_at, withdrawn_at = null
    returning ${MEMBER}`;

/** Returns a person on the roster of an account, also one who withdrew. */
export const findMemberById = (
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<StoredMember | undefined> => firstRow(db)`
    select ${MEMBER} from roster where id = ${id} and user_id = ${userId}`;

/** Returns the members of the same account's roster who have the same phone, with the member, in the order of locks. */
export const listSharingPhone = (trx: Trx, { workerId, userId }: Membership): Promise<StoredMember[]> => rowsOf(trx)`
    select ${MEMBER} from roster
    where user_id = ${userId} and worker_id in (
      select o.id from workers w join workers o
        on o.id = w.id or (o.phone = w.phone and o.country_code = w.country_code and o.external_id like ${OWN_WORKERS})
      where w.id = ${workerId})
    order by worker_id`;

/** Returns whether the worker is still on a roster of the organisation. */
export const isListed = (
  trx: Trx,
  { workerId, organisationId }: Omit<Membership, 'userId'>,
): Promise<boolean> => hasRow(trx)`
    select 1 from roster
    where worker_id = ${workerId} and organisation_id = ${organisationId} and withdrawn_at is null limit 1`;

/** Ends a consent. Returns false when it had ended before. */
export const endMembership = (trx: Trx, id: number, now: Date): Promise<boolean> => changesRow(trx)`
    update roster set withdrawn_at = ${now} where id = ${id} and withdrawn_at is null`;

/** Returns how many people are on the roster of an account. */
export const countMembers = (db: Db, userId: number): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as count from roster where user_id = ${userId} and withdrawn_at is null`;

/** A newly opened job on a public page whose roster was not notified yet. */
export interface NewJob {
  jobId: number;
  userId: number;
  title: string;
  openedAt: Date;
  companyName: string;
  code: string;
}

/** Returns the jobs that opened since a time and whose rosters were not notified yet, oldest first. */
export const listNewJobs = (db: Db, since: Date): Promise<NewJob[]> => rowsOf(db)`
    select j.id as job_id, j.user_id, j.title, j.opened_at, coalesce(u.company_name, '') as company_name, p.code
    from branch_pages p
    join users u on u.id = p.user_id and u.deleted_at is null
    join jobs j on j.user_id = p.user_id and j.status = 'active' and j.is_public and j.opened_at > ${since}
    where p.is_on and p.user_id in (select user_id from roster where withdrawn_at is null)
      and not exists (select 1 from roster_news n where n.job_id = j.id)
    order by j.opened_at, j.id`;

/**
 * Claims the messages about a new job for this process. Returns false when another process has claimed them, or the job
 * is no longer on its page.
 */
export const claimJob = (trx: Trx, jobId: number, now: Date): Promise<boolean> => changesRow(trx)`
    insert into roster_news (job_id, created_at, told)
    select j.id, ${now}::timestamptz, 0 from jobs j join branch_pages p on p.user_id = j.user_id and p.is_on
    where j.id = ${jobId} and j.status = 'active' and j.is_public
    on conflict do nothing`;

export const noteTold = (trx: Trx, jobId: number, told: number): Promise<void> =>
  run(trx)`update roster_news set told = ${told} where job_id = ${jobId}`;

/** Somebody on a roster with a phone. */
export interface Recipient extends LinkKey {
  workerId: number;
  phone: string;
  countryCode: string;
}

/**
 * Locks and returns the people to notify of a new job, latest consents first: they joined before the job opened, have
 * not applied for it, and their phone got no message about a job of any account since `quietSince`. Several of them may
 * have the same phone.
 */
export const lockRecipients = (
  trx: Trx,
  { jobId, userId, openedAt }: NewJob,
  { quietSince, limit }: { quietSince: Date; limit: number },
): Promise<Recipient[]> => rowsOf(trx)`
    select r.id, r.nonce, r.worker_id, w.phone, w.country_code
    from roster r join workers w on w.id = r.worker_id
    where r.user_id = ${userId} and r.withdrawn_at is null and r.consented_at < ${openedAt} and w.phone is not null
      and not exists (select 1 from applications a where a.job_id = ${jobId} and a.worker_id = r.worker_id)
      and not exists (
        select 1 from workers p join roster o on o.worker_id = p.id
        where p.phone = w.phone and p.country_code = w.country_code and o.told_at > ${quietSince})
    order by r.consented_at desc, r.id desc limit ${limit} for update of r`;

export const markTold = (trx: Trx, id: number, now: Date): Promise<void> =>
  run(trx)`update roster set told_at = ${now} where id = ${id}`;
