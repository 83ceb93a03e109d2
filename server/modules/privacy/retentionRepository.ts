import { sql } from 'kysely';
import { hasRow, idsOf, onlyValue, rowsOf, run, firstRow } from '../../platform/database/query';
import type { Trx, Db } from '../../platform/database/schema';
import type { Person, PersonKey } from './personRepository';
import { FIRST_NAME, IS_ERASED, LAST_NAME, TOMBSTONE, TOMBSTONE_NAME, withNameIn } from '../workers';
import type { RetentionMonths } from '../../../contract/constants/privacy';

/** The data that an erasure changes. The tombstone takes over the applications. */
export interface Erased extends PersonKey {
  tombstoneId: number;
  applicationIds: readonly number[];
  threadIds: readonly number[];
  now: Date;
}

export interface LockedApplication {
  id: number;
  organisationId: number;
  userId: number;
}

/** Locks the worker's applications in the organisation, in the order in which every change locks them. */
export const lockApplications = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
): Promise<LockedApplication[]> => rowsOf(trx)`
    select id, organisation_id, user_id from applications where worker_id = ${workerId} and organisation_id = ${organisationId}
    order by job_id, id for update`;

export const lockThreads = (trx: Trx, { organisationId, workerId }: PersonKey): Promise<number[]> => idsOf(trx)`
    select id from threads where worker_id = ${workerId} and organisation_id = ${organisationId}
    order by id for update`;

/**
 * Adds the nameless worker with the language of the erased one and returns its id. Each erasure has its own, because
 * two erased people may have applied for the same job.
 */
export const insertTombstone = (
  trx: Trx,
  workerId: number,
  { uuid, now }: { uuid: string; now: Date },
): Promise<number> =>
  onlyValue(trx)`
    insert into workers (external_id, first_name, last_name, language_code, created_at, updated_at)
    select ${TOMBSTONE + uuid}, ${TOMBSTONE_NAME.firstName}, ${TOMBSTONE_NAME.lastName}, language_code, ${now}::timestamptz, ${now}
    from workers where id = ${workerId} returning id`;

/** Ends open appointments without notifying anybody. */
export const endAppointments = (trx: Trx, { organisationId, workerId }: PersonKey, now: Date): Promise<void> => run(
  trx,
)`
    with ended as (
      update appointments set status = case status when 'WAITING' then 'EXPIRED' else 'CANCELLED' end
      where worker_id = ${workerId} and organisation_id = ${organisationId} and status in ('WAITING', 'ACTIVE')
      returning id, status
    )
    insert into appointment_status_log (appointment_id, status, changed_by, at)
    select id, status, 'clock', ${now} from ended`;

/** Moves the applications with their appointments and first days to the tombstone, without what people wrote. */
export const moveApplications = async (trx: Trx, erased: Erased): Promise<void> => {
  const { organisationId, workerId, tombstoneId, now } = erased;
  const ids = [...erased.applicationIds];
  await run(trx)`
    update applications a set worker_id = w.id, worker_name_folded = fold_text(w.first_name || ' ' || w.last_name),
      worker_gender = null, worker_birth_date = null, worker_military = null, worker_education = null,
      worker_english = null, worker_experience_months = 0, distance_km = null, reject_reason = null
    from workers w where w.id = ${tombstoneId} and a.id = any(${ids}::bigint[])`;
  await run(trx)`
    update appointments set worker_id = ${tombstoneId}, worker_feedback_text = null, address = null
    where worker_id = ${workerId} and organisation_id = ${organisationId}`;
  await run(trx)`
    update hires set worker_id = ${tombstoneId}, place = null, ask_for = null, bring = null
    where worker_id = ${workerId} and organisation_id = ${organisationId}`;
  await run(trx)`
    update application_decisions set note = null, telling = null, tell_at = null
    where application_id = any(${ids}::bigint[])`;
  await run(trx)`
    update application_sources set days = '{}', parts = '{}', start = null, first_name = null, last_name = null,
      experiences = '[]', experience_months = null
    where application_id = any(${ids}::bigint[])`;
  await run(trx)`
    update reminders set skipped = 'erased', due_at = ${now}
    where application_id = any(${ids}::bigint[]) and sent_at is null and skipped is null`;
};

/** Returns the SQL of the ids of the applications' appointments; the audit log knows those that were deleted. */
const appointmentsOf = (ids: number[]) => sql`
  select id from appointments where application_id = any(${ids}::bigint[])
  union select (details ->> 'appointmentId')::bigint from audit_log
  where subject_type = 'application' and subject_id = any(${ids}::bigint[]) and action = 'appointment.created'`;

/** Deletes typed texts from the audit log's entries about the applications and their appointments. */
export const emptyDetails = (trx: Trx, { applicationIds }: Erased): Promise<void> => {
  const ids = [...applicationIds];
  return run(trx)`
    with subjects (type, id) as (
      select 'application', unnest(${ids}::bigint[])
      union select 'appointment', id from (${appointmentsOf(ids)}) a
    )
    update audit_log l set details = l.details - 'correctionReason' - 'place'
    from subjects s
    where l.subject_type = s.type and l.subject_id = s.id and l.details ?| array['correctionReason', 'place']`;
};

/**
 * Empties the conversations and hides them from the employer. The rows stay, because reply times are computed from
 * them.
 */
export const emptyThreads = async (trx: Trx, { threadIds, tombstoneId }: Erased): Promise<void> => {
  const ids = [...threadIds];
  await run(trx)`
    update messages set body = null, payload = '{}', client_message_id = null
    where thread_id = any(${ids}::bigint[])`;
  await run(trx)`
    update threads t set worker_id = w.id, worker_name_folded = w.name_folded, hidden_to_number = last_number,
      employer_read_number = last_number, unread_by_employer = 0, unread_by_worker = 0, steered_at = null, awaiting_since = null
    from workers w where w.id = ${tombstoneId} and t.id = any(${ids}::bigint[])`;
};

/** Deletes what is only about the person: comments, consents, roster rows, drafts of applications. Closes requests. */
export const deleteNotes = async (
  trx: Trx,
  { organisationId, workerId, tombstoneId, applicationIds, now }: Erased,
  { phone, countryCode }: Person,
): Promise<void> => {
  await run(trx)`
    delete from worker_comments where worker_id = ${workerId} and organisation_id = ${organisationId}`;
  await run(trx)`delete from consents where worker_id = ${workerId} and organisation_id = ${organisationId}`;
  await run(trx)`delete from roster where worker_id = ${workerId} and organisation_id = ${organisationId}`;
  await run(trx)`
    delete from application_drafts d using users u
    where u.id = d.user_id and u.organisation_id = ${organisationId}
      and (d.application_id = any(${[...applicationIds]}::bigint[])
        or (d.phone = ${phone} and d.country_code = ${countryCode}))`;
  await run(trx)`
    update privacy_requests set worker_id = ${tombstoneId}, state = 'done', closed_at = coalesce(closed_at, ${now})
    where worker_id = ${workerId} and organisation_id = ${organisationId}`;
};

/** Empties the worker's events about the organisation; their numbers stay without gaps. */
export const emptyEvents = async (trx: Trx, { workerId, applicationIds, threadIds }: Erased): Promise<void> => {
  const ids = [...applicationIds];
  for (const table of ['event_outbox', 'worker_events'])
    await run(trx)`
      update ${sql.table(table)} set data = '{}'
      where worker_id = ${workerId} and ((data ->> 'applicationId')::bigint = any(${ids}::bigint[])
        or (data ->> 'threadId')::bigint = any(${[...threadIds]}::bigint[])
        or (data ->> 'appointmentId')::bigint in (${appointmentsOf(ids)}))`;
};

/**
 * Ends the organisation's workbooks, which may hold the person's row, and files of the person's own data. The task that
 * removes old exports removes their files.
 */
export const endExports = (trx: Trx, { organisationId, workerId }: Erased): Promise<void> => run(trx)`
    update exports set state = 'failed', query = '{}', recipient = null, leased_until = null, keep_until = null,
      created_at = 'epoch'
    where organisation_id = ${organisationId} and (worker_id is null or worker_id = ${workerId})`;

/** Deletes stored replies that name the person, and what bulk actions stored about the person. */
export const emptyCopies = async (trx: Trx, { organisationId, workerId, applicationIds }: Erased): Promise<void> => {
  const ids = [...applicationIds];
  const named = JSON.stringify({ ids, workerId });
  await run(trx)`
    delete from idempotency_keys k using users u
    where u.id = k.user_id and u.organisation_id = ${organisationId} and jsonb_path_exists(k.answer,
      '$.** ? (@.applicationId == $ids[*] || @.workerId == $workerId)', ${named}::jsonb)`;
  await run(trx)`
    update bulk_items set before = before || '{"note": null, "telling": null}'
    where application_id = any(${ids}::bigint[]) and before ? 'note'`;
  await run(trx)`
    update bulks b set options = options - 'note' - 'body'
    where b.organisation_id = ${organisationId} and b.total = 1 and b.state in ('done', 'failed')
      and exists (
        select from bulk_items i where i.bulk_id = b.id and i.application_id = any(${ids}::bigint[])
          and i.due_at is null)`;
};

/**
 * Empties the mails and text messages about the applications and the requests, which are the tombstone's by now, and
 * cancels the unsent ones. A row keeps the key of its file, by which the task that removes attachments finds it.
 */
export const emptyMessages = async (trx: Trx, { applicationIds, tombstoneId, now }: Erased): Promise<void> => {
  const requestIds = await idsOf(trx)`select id from privacy_requests where worker_id = ${tombstoneId}`;
  await run(trx)`
    update outgoing_messages set recipient = '', body_text = null, body_html = null,
      subject = case when subject is not null then '' end,
      attachment_name = case when attachment_key is not null then '' end,
      failed_at = case when sent_at is null then coalesce(failed_at, ${now}) end
    where application_id = any(${[...applicationIds]}::bigint[]) or privacy_request_id = any(${requestIds}::bigint[])`;
};

/** Returns the person's places on rosters of the organisation, whose links are in text messages. */
export const listMemberships = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
): Promise<{ id: number; nonce: string }[]> => rowsOf(trx)`
    select id, nonce from roster
    where worker_id = ${workerId} and organisation_id = ${organisationId} order by id`;

/** Returns whether any organisation still holds data about the worker. */
export const isKnown = (trx: Trx, workerId: number): Promise<boolean> => hasRow(trx)`
    select 1 from applications where worker_id = ${workerId}
    union all select 1 from threads where worker_id = ${workerId}
    union all select 1 from appointments where worker_id = ${workerId}
    union all select 1 from worker_comments where worker_id = ${workerId}
    union all select 1 from consents where worker_id = ${workerId}
    union all select 1 from roster where worker_id = ${workerId}
    union all select 1 from privacy_requests where worker_id = ${workerId}
    union all select 1 from privacy_holds where worker_id = ${workerId} limit 1`;

/**
 * Deletes the profile and, with a phone number, the rows that only the number ties to it. The tombstone takes over the
 * numbered events.
 */
export const deleteProfile = async (
  trx: Trx,
  { workerId, tombstoneId }: Pick<Erased, 'workerId' | 'tombstoneId'>,
  dialNumber: string | null,
): Promise<void> => {
  await run(trx)`
    update worker_events set worker_id = ${tombstoneId}, data = '{}' where worker_id = ${workerId}`;
  await run(trx)`delete from event_outbox where worker_id = ${workerId}`;
  await run(trx)`delete from phone_codes where phone = ${dialNumber} and user_id is null`;
  await run(trx)`
    delete from outgoing_messages where channel = 'sms' and recipient = ${dialNumber}`;
  await run(trx)`delete from workers where id = ${workerId}`;
};

/** Records the erasure; `imageKey` is a photo that still has to be removed. */
export const insertErasure = (
  trx: Trx,
  { organisationId, workerId, now }: Pick<Erased, 'workerId' | 'now'> & { organisationId: number | null },
  imageKey: string | null,
): Promise<void> => run(trx)`
    insert into erasures (organisation_id, worker_id, erased_at, image_key)
    values (${organisationId}, ${workerId}, ${now}, ${imageKey})
    on conflict (organisation_id, worker_id) do update set erased_at = excluded.erased_at,
      image_key = coalesce(excluded.image_key, erasures.image_key)`;

export interface Retained {
  organisationId: number;
  months: RetentionMonths;
  /** Nobody is made anonymous before; null for no such time. */
  from: Date | null;
}

const RETAINED = sql`
  select o.id as organisation_id, coalesce(s.retention_months, 12) as months, s.retention_from as "from"
  from organisations o left join organisation_settings s on s.organisation_id = o.id`;

/** Returns how long each organisation keeps data of people. */
export const listRetained = async (db: Db): Promise<Retained[]> =>
  await rowsOf(db)<Retained>`${RETAINED} order by o.id`;

export const findRetained = async (db: Db, organisationId: number): Promise<Retained> =>
  (await firstRow(db)<Retained>`${RETAINED} where o.id = ${organisationId}`)!;

export interface DueQuery {
  organisationId: number;
  /** Somebody with an action after this time is not due; for people who were hired, `hiredCutoff` counts. */
  cutoff: Date;
  hiredCutoff: Date;
  /** Files that answered requests after this time are still on the workers' pages. */
  answeredAfter: Date;
  workerId?: number;
}

/** Returns the SQL of the people of an organisation without any action since the cutoff. */
const dueOf = ({ organisationId, cutoff, hiredCutoff, answeredAfter, workerId }: DueQuery, joins = sql``) => {
  const one = workerId === undefined ? sql`` : sql`and worker_id = ${workerId}`;
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.worker_id`)} = c.worker_id and ${sql.ref(`${alias}.organisation_id`)} = ${organisationId}`;
  return sql`
    from (
      select worker_id, max(at) as newest from (
        select worker_id, created_at as at from applications where organisation_id = ${organisationId} ${one}
        union all select worker_id, coalesce(last_message_at, created_at) from threads
          where organisation_id = ${organisationId} ${one}
        union all select worker_id, given_at from consents
          where organisation_id = ${organisationId} and withdrawn_at is null ${one}
        union all select worker_id, coalesce(withdrawn_at, told_at, consented_at) from roster
          where organisation_id = ${organisationId} ${one}
      ) x group by worker_id having max(at) <= ${cutoff}
    ) c
    join workers w on w.id = c.worker_id and not ${IS_ERASED}
    cross join lateral (
      select case when exists (
        select from applications a join application_facts f on f.application_id = a.id
        where ${own('a')} and f.hired_at is not null
      ) then ${hiredCutoff}::timestamptz else ${cutoff}::timestamptz end as at
    ) l ${joins}
    where c.newest <= l.at
      and not exists (select from privacy_holds h where ${own('h')})
      and not exists (
        select from privacy_requests r where ${own('r')} and r.kind = 'data'
          and (r.state = 'open' or r.closed_at > ${answeredAfter}))
      and not exists (
        select from appointments p where ${own('p')} and (p.end_at > l.at or p.status in ('WAITING', 'ACTIVE')))
      and not exists (
        select from applications a join application_facts f on f.application_id = a.id
        where ${own('a')} and greatest(f.answered_at, f.shortlisted_at, f.offer_at, f.hired_at, f.started_at) > l.at)
      and not exists (
        select from applications a join application_decisions d on d.application_id = a.id
        where ${own('a')} and d.decided_at > l.at)
      and not exists (select from hires h where ${own('h')} and h.starts_at > l.at)
      and not exists (select from worker_comments m where ${own('m')} and m.created_at > l.at)`;
};

/** Returns the next people who are due, by id. */
export const listDue = (
  db: Db,
  query: DueQuery,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> => idsOf(db)`
    select c.worker_id as id ${dueOf(query)} and c.worker_id > ${after}
    order by c.worker_id limit ${limit}`;

export interface DuePerson {
  firstName: string;
  lastName: string;
  /** The job and the branch of the newest application; null without one. */
  jobTitle: string | null;
  companyName: string | null;
  /** The time of the last action. */
  lastAt: Date;
  isHired: boolean;
}

/** Returns the people who are due, those with the oldest last action first. */
export const listDuePeople = async (db: Db, query: DueQuery, limit: number): Promise<DuePerson[]> => {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.worker_id`)} = c.worker_id and ${sql.ref(`${alias}.organisation_id`)} = ${query.organisationId}`;
  return rowsOf(db)<DuePerson>`
    select x.*, n.job_title, n.company_name
    from (
      select c.worker_id, ${FIRST_NAME} as first_name, ${LAST_NAME} as last_name, greatest(
          c.newest, (select max(p.end_at) from appointments p where ${own('p')}),
          (select max(h.starts_at) from hires h where ${own('h')}),
          (select max(m.created_at) from worker_comments m where ${own('m')}), f.at) as last_at,
        coalesce(f.is_hired, false) as is_hired
      ${dueOf(
        query,
        sql`
        left join lateral (
          select bool_or(f.hired_at is not null) as is_hired, max(greatest(d.decided_at, f.answered_at, f.shortlisted_at,
            f.offer_at, f.hired_at, f.started_at)) as at
          from applications a left join application_facts f on f.application_id = a.id
            left join application_decisions d on d.application_id = a.id
          where ${own('a')}
        ) f on true ${withNameIn(query.organisationId)}`,
      )}
      order by last_at, c.worker_id limit ${limit}
    ) x
    left join lateral (
      select j.title as job_title, coalesce(u.company_name, '') as company_name
      from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id
      where a.worker_id = x.worker_id and a.organisation_id = ${query.organisationId}
      order by a.created_at desc, a.id desc limit 1
    ) n on true
    order by x.last_at, x.worker_id`;
};

export const countDue = (db: Db, query: DueQuery): Promise<number> =>
  onlyValue(db)`select count(*)::int as total ${dueOf(query)}`;
