import { sql, type Transaction } from 'kysely';
import { rowsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** What applicants hear about the outcome of their application. */
export type OutcomeKind = 'positive' | 'offer' | 'declined';

/** Schedules shortlist notifications, for organisations that send them and once for each application. */
export const insertShortlistings = (
  trx: Transaction<Database>,
  ids: readonly number[],
  dueAt: Date,
): Promise<void> => run(trx)`
    insert into shortlist_tellings (application_id, due_at)
    select a.id, ${dueAt}::timestamptz
    from applications a join organisation_settings s on s.organisation_id = a.organisation_id and s.tell_shortlisted
    where a.id = any(${[...ids]}::bigint[])
    on conflict do nothing`;

/** Cancels those that were not sent yet. */
export const removeShortlistings = (trx: Transaction<Database>, ids: readonly number[]): Promise<void> => run(trx)`
    delete from shortlist_tellings where application_id = any(${[...ids]}::bigint[]) and told_at is null`;

/** Notes the applications of workers with a phone whose outcome is to be told, unless it was told before. */
export const insertOutcome = (
  trx: Transaction<Database>,
  ids: readonly number[],
  kind: OutcomeKind,
  dueAt: Date,
): Promise<void> => run(trx)`
    insert into outcome_tellings (application_id, kind, due_at)
    select a.id, ${kind}, ${dueAt}::timestamptz
    from applications a join workers w on w.id = a.worker_id and w.phone is not null
    where a.id = any(${[...ids]}::bigint[])
    on conflict do nothing`;

/** Cancels the unsent interview outcomes of an application, except the given one. */
export const removeOutcomesExcept = (
  trx: Transaction<Database>,
  id: number,
  kept: OutcomeKind | null,
): Promise<void> => run(trx)`
    delete from outcome_tellings
    where application_id = ${id} and kind in ('positive', 'offer') and kind is distinct from ${kept}
      and told_at is null`;

/** Deletes the decline notifications of applications. */
export const removeDeclined = (trx: Transaction<Database>, ids: readonly number[]): Promise<void> => run(trx)`
    delete from outcome_tellings where application_id = any(${[...ids]}::bigint[]) and kind = 'declined'`;

export interface DueSms {
  name: 'shortlisted' | OutcomeKind;
  applicationId: number;
  workerId: number;
  organisationId: number;
  userId: number;
  /** Whether it is still true. */
  isWanted: boolean;
}

const OWNER = sql`
  a.id as "applicationId", a.worker_id as "workerId", a.organisation_id as "organisationId", a.user_id as "userId"`;

/**
 * Marks due shortlist notifications as sent and returns them; `isWanted` is false for an application that left the
 * shortlist, was invited or decided, or whose job closed. Skips rows that another process has locked.
 */
export const takeDueShortlistings = (trx: Transaction<Database>, now: Date, limit: number) => rowsOf(trx)<DueSms>`
    with due as (
      update shortlist_tellings set told_at = ${now} where application_id in (
        select application_id from shortlist_tellings where due_at <= ${now} and told_at is null
        order by due_at, application_id limit ${limit} for update skip locked)
      returning application_id
    )
    select 'shortlisted' as name, ${OWNER},
      a.is_shortlisted and a.status = 'in_progress' and a.appointment_id is null and j.status = 'active' as "isWanted"
    from due join applications a on a.id = due.application_id join jobs j on j.id = a.job_id
    order by a.id`;

/**
 * Marks due outcome notifications as sent, or deletes those that no longer hold, and returns them. A later outcome
 * replaces a good interview or an offer, and an undo cancels a decline. Skips rows that another process has locked.
 */
export const takeDueOutcomes = (trx: Transaction<Database>, now: Date, limit: number): Promise<DueSms[]> => rowsOf(trx)`
    with picked as (
      select application_id, kind from outcome_tellings where due_at <= ${now} and told_at is null
      order by due_at, application_id limit ${limit} for update skip locked
    ), due as (
      select picked.application_id, picked.kind, case picked.kind
          when 'declined' then a.status = 'rejected' and d.told_at is not null
          when 'offer' then a.status = 'in_progress' and a.offer_sent is true and a.offer_accepted is null
          else a.status = 'in_progress' and a.positive is true and a.offer_sent is null
        end as wanted
      from picked join applications a on a.id = picked.application_id
      left join application_decisions d on d.application_id = a.id
    ), told as (
      update outcome_tellings o set told_at = ${now} from due
      where o.application_id = due.application_id and o.kind = due.kind and due.wanted
    ), gone as (
      delete from outcome_tellings o using due
      where o.application_id = due.application_id and o.kind = due.kind and not due.wanted
    )
    select due.kind as name, ${OWNER}, due.wanted as "isWanted"
    from due join applications a on a.id = due.application_id
    order by a.id, due.kind`;
