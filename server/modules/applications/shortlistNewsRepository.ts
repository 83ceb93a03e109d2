import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';

/**
 * Notes which of the applications are to be told that they are shortlisted: those of organisations that say so, unless
 * they were told before.
 */
export const insertNews = async (trx: Transaction<Database>, ids: readonly number[], dueAt: Date): Promise<void> => {
  await sql`
    insert into shortlist_tellings (application_id, due_at)
    select a.id, ${dueAt}::timestamptz
    from applications a join organisation_settings s on s.organisation_id = a.organisation_id and s.tell_shortlisted
    where a.id = any(${[...ids]}::bigint[])
    on conflict do nothing`.execute(trx);
};

/** Takes back what was not told yet. */
export const removeNews = async (trx: Transaction<Database>, ids: readonly number[]): Promise<void> => {
  await sql`
    delete from shortlist_tellings where application_id = any(${[...ids]}::bigint[]) and told_at is null`.execute(trx);
};

export interface DueNews {
  applicationId: number;
  workerId: number;
  organisationId: number;
  userId: number;
  /** Still shortlisted and neither invited nor decided, in an open job. */
  isWanted: boolean;
}

/** Marks the news that are due as told and returns them. Skips those that another process takes. */
export const takeDueNews = async (trx: Transaction<Database>, now: Date, limit: number): Promise<DueNews[]> => {
  const { rows } = await sql<DueNews>`
    with due as (
      update shortlist_tellings set told_at = ${now} where application_id in (
        select application_id from shortlist_tellings where due_at <= ${now} and told_at is null
        order by due_at, application_id limit ${limit} for update skip locked)
      returning application_id
    )
    select a.id as "applicationId", a.worker_id as "workerId", a.organisation_id as "organisationId",
      a.user_id as "userId",
      a.is_shortlisted and a.status = 'in_progress' and a.appointment_id is null and j.status = 'active' as "isWanted"
    from due join applications a on a.id = due.application_id join jobs j on j.id = a.job_id
    order by a.id`.execute(trx);
  return rows;
};
