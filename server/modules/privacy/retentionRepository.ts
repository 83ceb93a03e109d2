import { sql } from 'kysely';
import type { RetentionMonths } from '../../../contract/constants/privacy';
import { idsOf, onlyValue } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';
import { FIRST_NAME, LAST_NAME, TOMBSTONE, withNameIn } from '../workers';

export interface Retained {
  organisationId: number;
  months: RetentionMonths;
  /** Nobody is made anonymous before; null for no such time. */
  from: Date | null;
  /** The language of the organisation's head. */
  language: string;
}

const RETAINED = sql`
  select o.id as organisation_id, coalesce(s.retention_months, 12) as months, s.retention_from as "from",
    coalesce((
      select u.language_code from users u
      where u.organisation_id = o.id and u.user_type in ('root', 'company') order by u.id limit 1), 'en') as language
  from organisations o left join organisation_settings s on s.organisation_id = o.id`;

/** Returns how long each organisation keeps data of people. */
export const listRetained = async (db: Db): Promise<Retained[]> =>
  (await sql<Retained>`${RETAINED} order by o.id`.execute(db)).rows;

export const findRetained = async (db: Db, organisationId: number): Promise<Retained> =>
  (await sql<Retained>`${RETAINED} where o.id = ${organisationId}`.execute(db)).rows[0]!;

export interface DueQuery {
  organisationId: number;
  /** Nothing may have happened after this time; for people who were hired, after the other one. */
  cutoff: Date;
  hiredCutoff: Date;
  /** Answers to requests for the data that were given after this time are still on the workers' pages. */
  answeredAfter: Date;
  workerId?: number;
}

/** People of an organisation about whom nothing happened since the cutoff. */
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
    join workers w on w.id = c.worker_id and w.external_id not like ${`${TOMBSTONE}%`}
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
  /** When the last thing happened. */
  lastAt: Date;
  isHired: boolean;
}

/** Returns the people who are due, the longest untouched first. */
export const listDuePeople = async (db: Db, query: DueQuery, limit: number): Promise<DuePerson[]> => {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.worker_id`)} = c.worker_id and ${sql.ref(`${alias}.organisation_id`)} = ${query.organisationId}`;
  const { rows } = await sql<DuePerson>`
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
    order by x.last_at, x.worker_id`.execute(db);
  return rows;
};

export const countDue = (db: Db, query: DueQuery): Promise<number> =>
  onlyValue(db)`select count(*)::int as total ${dueOf(query)}`;
