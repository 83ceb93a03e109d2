import { sql } from 'kysely';
import type { Reach } from '../../../contract/constants/decisions';
import { rowsOf, run, firstRow, instant } from '../../platform/database/query';
import type { Trx } from '../../platform/database/schema';
import { RECIPIENT, RECIPIENT_JOINS, type Recipient } from './repository';
import type { ApplicationStatus } from '../../../contract/constants/statuses';

/** An application whose applicant is due to be told, with the text for the applicant. */
export interface DueTelling extends Recipient {
  telling: string | null;
}

export interface DueLimits {
  limit: number;
  /** Only this application. */
  id?: number;
  /** Applications that are left out. */
  except?: readonly number[];
}

/**
 * Locks decisions whose applicants are due and skips those that another transaction has locked. A server of the release
 * before may accept an application after its decision: such an applicant is not told.
 */
export const lockDue = async (trx: Trx, now: Date, { limit, id, except = [] }: DueLimits): Promise<DueTelling[]> => {
  const only = id === undefined ? sql`` : sql`and d.application_id = ${id}`;
  return rowsOf(trx)`
    select ${RECIPIENT}, d.telling
    from application_decisions d join applications a on a.id = d.application_id ${RECIPIENT_JOINS}
    where d.tell_at <= ${now} and a.status = 'rejected' ${only} and d.application_id <> all(${[...except]}::bigint[])
    order by d.tell_at, d.application_id limit ${limit}
    for no key update of d skip locked`;
};

/** Ends the tellings of applications with the channel of each. */
export const markTold = (trx: Trx, channels: ReadonlyMap<number, Reach>, now: Date): Promise<void> => run(trx)`
    update application_decisions d set told_at = ${now}, tell_at = null, told_by = m.channel
    from unnest(${[...channels.keys()]}::bigint[], ${[...channels.values()]}::text[]) m (id, channel)
    where d.application_id = m.id`;

export const postpone = (trx: Trx, ids: readonly number[], tellAt: Date): Promise<void> => run(trx)`
    update application_decisions set tell_at = ${tellAt} where application_id = any(${[...ids]}::bigint[])`;

/** The status of application `a` as the worker was told it: a declined application is in progress until then. */
export const TOLD_STATUS = sql`
  case when exists (select 1 from application_decisions d where d.application_id = a.id and d.told_at is null)
    then 'in_progress' else a.status end`;

interface LockedForWorker {
  id: number;
  jobId: number;
  workerId: number;
  /** As told. */
  status: ApplicationStatus;
  /** ISO 8601, UTC. */
  createdAt: string;
  organisationId: number;
  userId: number;
  appointmentId: number | null;
}

/** Locks an application and its decision, and then reads what the transactions that held the locks have written. */
export const lockApplicationOfWorker = async (
  trx: Trx,
  id: number,
  workerId: number,
): Promise<LockedForWorker | undefined> => {
  const mine = sql`a.id = ${id} and a.worker_id = ${workerId}`;
  await sql`select 1 from applications a where ${mine} for no key update`.execute(trx);
  await sql`
    select 1 from application_decisions d where d.application_id = (select a.id from applications a where ${mine})
    for update`.execute(trx);
  return firstRow(trx)`
    select a.id, a.job_id, a.worker_id, ${TOLD_STATUS} as status, ${instant('a.created_at')} as created_at,
      a.organisation_id, a.user_id, a.appointment_id
    from applications a where ${mine}`;
};

/** Rejects a locked application for its worker, which drops the organisation's decision. */
export const rejectApplication = async (trx: Trx, id: number, reason: string | null) => {
  await sql`delete from application_decisions where application_id = ${id}`.execute(trx);
  await sql`update applications set status = 'rejected', reject_reason = ${reason} where id = ${id}`.execute(trx);
};
