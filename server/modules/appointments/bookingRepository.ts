import { sql, type Transaction } from 'kysely';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import { hasRow, onlyValue } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { LockedApplication } from './applicationRepository';

/**
 * Keeps other transactions from booking this worker in this organisation. It is a separate lock, taken after the
 * application's. A lock on the worker's row could deadlock: a profile change locks that row before the applications.
 */
export const lockBookings = async (trx: Transaction<Database>, organisationId: number, workerId: number) => {
  const name = `appointments of worker ${workerId} in organisation ${organisationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
};

export interface Times {
  startAt: Date;
  endAt: Date;
}

/**
 * Returns whether the worker has an open appointment in the organisation that overlaps the half-open interval. An
 * appointment whose time is up does not count, even before the scheduled task updates its status.
 */
export const isBooked = async (
  trx: Transaction<Database>,
  { organisationId, workerId }: Pick<LockedApplication, 'organisationId' | 'workerId'>,
  { startAt, endAt }: Times,
  now: Date,
): Promise<boolean> => {
  const expired = new Date(now.getTime() - APPOINTMENT_EXPIRY_HOURS * 3_600_000);
  return hasRow(trx)`
    select 1 from appointments
    where worker_id = ${workerId} and organisation_id = ${organisationId} and status in ('WAITING', 'ACTIVE')
      and start_at < ${endAt} and end_at > ${startAt}
      and not (status = 'WAITING' and (created_at <= ${expired} or start_at <= ${now}))
    limit 1`;
};

export interface NewAppointment extends Times {
  application: LockedApplication;
  latitude: number;
  longitude: number;
  address: string | null;
  /** The missed appointment that this one follows. */
  rebookOf: number | null;
}

/** Stores an invitation with the first line of its log and returns its id. */
export const insertAppointment = async (
  trx: Transaction<Database>,
  { application, startAt, endAt, latitude, longitude, address, rebookOf }: NewAppointment,
  now: Date,
): Promise<number> => {
  const { id, organisationId, userId, jobId, workerId } = application;
  return onlyValue(trx)<number>`
    with made as (
      insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
        latitude, longitude, address, created_at, rebook_of)
      values (${organisationId}, ${userId}, ${id}, ${jobId}, ${workerId}, 'WAITING', ${startAt}, ${endAt},
        ${latitude}, ${longitude}, ${address}, ${now}, ${rebookOf})
      returning id
    ), logged as (
      insert into appointment_status_log (appointment_id, status, changed_by, at)
      select id, 'WAITING', 'employer', ${now}::timestamptz from made
    )
    select id from made`;
};
