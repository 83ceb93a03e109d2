import { sql, type RawBuilder } from 'kysely';
import {
  type ApplicationStatus,
  type AppointmentStatus,
  type JobStatus,
  APPOINTMENT_STATUSES,
} from '../../../contract/constants/statuses';
import type { Experience, Comment } from '../../../contract/schemas/applications';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { FirstDay } from '../../../contract/schemas/firstDay';
import type { Decision } from '../../../contract/schemas/decisions';
import type { Need } from '../../../contract/schemas/today';
import { type Scope, ownerScope } from '../../platform/auth/guard';
import { firstRow, hasRow, onlyValue, run, rowsOf, instant } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { conditionsOf, statusesOf, type FilterMoment } from './filterRepository';
import { inScope } from '../jobs';
import { EXPERIENCES, FIRST_NAME, GIVEN_EXPERIENCE, IS_ERASED, LAST_NAME, withTold } from '../workers';
import { withOtherWay, type OtherWay } from './detailRepository';
import type { AuthUser } from '../../platform/auth/tokens';
import { HISTORY_ACTIONS, HISTORY_PAGE } from '../../../contract/constants/history';
import type { HistoryEntry } from '../../../contract/schemas/history';

/** An application of the list, which `presenter.ts` turns into JSON. */
export interface ApplicationRecord {
  id: number;
  createdAt: string;
  status: ApplicationStatus;
  isSeen: boolean;
  isShortListed: boolean;
  /** Names of up to three other owners of the organisation that shortlisted the worker; empty for an unnamed one. */
  shortListedBy: string[];
  decision: Decision | null;
  /** `startsAt` is an instant. */
  firstDay: FirstDay | null;
  need: Need | null;
  matchScore: number;
  unread: number;
  jobId: number;
  jobTitle: string;
  jobStatus: JobStatus;
  companyName: string;
  userId: number;
  appointmentId: number | null;
  appointmentStatus: AppointmentStatus | null;
  came: boolean | null;
  positive: boolean | null;
  offerSent: boolean | null;
  offerAccepted: boolean | null;
  workerId: number;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  gender: 'male' | 'female' | null;
  military: 1 | 2 | 3 | null;
  english: 1 | 2 | 3 | 4 | null;
  education: 'elementary' | 'middle' | 'high_school' | 'university' | null;
  experiences: Experience[];
  experienceMonth: number | null;
  locationName: string | null;
  distanceKm: number | null;
  imageKey: string | null;
  isErased: boolean;
  phone: string | null;
  externalId: string;
  countryCode: string;
  otherWay: OtherWay | null;
}

const DECISION = sql`case when d.application_id is not null then json_build_object(
  'at', ${instant('d.decided_at')}, 'by', d.decided_by_name, 'reason', d.reason, 'note', d.note,
  'tellAt', ${instant('d.tell_at')}, 'toldBy', coalesce(d.told_by, case when d.told_at is not null then 'product' end),
  'toldAt', case when d.told_by is distinct from 'none' then ${instant('d.told_at')} end) end as decision`;

const FIRST_DAY = sql`case when h.application_id is not null then json_build_object(
  'startsAt', ${instant('h.starts_at')}, 'place', h.place, 'askFor', h.ask_for, 'bring', h.bring,
  'confirmedAt', ${instant('h.confirmed_at')}, 'started', h.started, 'recordedAt', ${instant('h.recorded_at')}) end
  as first_day`;

const NEED = sql`(
  select json_strip_nulls(json_build_object('kind', n.need, 'at', ${instant('n.need_at')},
    'number', case when n.need = 'answer' then t.last_number end))::jsonb
    || jsonb_build_object('snoozedUntil', ${instant('n.snoozed_until')})
  from application_needs n where n.application_id = a.id and n.need is not null) as need`;

const withDetails = (page: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Omit<ApplicationRecord, 'otherWay'>>`
  select a.id, ${instant('a.created_at')} as created_at, a.status, a.is_seen, a.is_shortlisted as is_short_listed,
    array(
      select distinct (select coalesce(u.company_name, '') from users u where u.id = x.user_id) from applications x
      where x.worker_id = a.worker_id and x.organisation_id = a.organisation_id
        and x.is_shortlisted and x.user_id <> a.user_id
      order by 1 limit 3
    ) as short_listed_by,
    a.match_score, coalesce(t.unread_by_employer, 0) as unread, a.job_id,
    j.title as job_title, j.status as job_status,
    coalesce((select o.company_name from users o where o.id = a.user_id), '') as company_name,
    a.user_id, p.id as appointment_id, p.status as appointment_status, a.came, a.positive, a.offer_sent,
    a.offer_accepted, a.worker_id, ${FIRST_NAME} as first_name,
    ${LAST_NAME} as last_name, w.birth_date, w.gender, w.military, w.english, w.education,
    ${EXPERIENCES} as experiences, ${GIVEN_EXPERIENCE} as experience_month, w.location_name,
    a.distance_km, w.image_key, ${IS_ERASED} as is_erased,
    w.phone, w.external_id, w.country_code, ${DECISION}, ${FIRST_DAY}, ${NEED}
  from (${page}) chosen
  join applications a on a.id = chosen.id
  join jobs j on j.id = a.job_id
  join workers w on w.id = a.worker_id
  left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
  left join appointments p on p.id = a.appointment_id
  left join application_decisions d on d.application_id = a.id
  left join hires h on h.application_id = a.id
  ${withTold()}
  order by ${order}`;

/**
 * Returns the rows of the applications in `page`, a select of ids in the scope. The query selects the page first, by one
 * index scan that covers the filters, and makes the look-ups only for its rows. The names are subqueries: as a join they
 * would double the time for planning.
 */
export const readRows = async (
  db: Db,
  scope: Scope,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`a.created_at desc, a.id desc`,
): Promise<ApplicationRecord[]> => withOtherWay(db, scope, (await withDetails(page, order).execute(db)).rows);

/** Returns one application in the caller's scope as a row of the list. */
export const findApplication = async (db: Db, scope: Scope, id: number): Promise<ApplicationRecord | undefined> => {
  const page = sql`select a.id from applications a where a.id = ${id} and ${inScope(scope)}`;
  return (await readRows(db, scope, page))[0];
};

export const applicationIsInScope = (db: Db, scope: Scope, id: number): Promise<boolean> =>
  hasRow(db)`select 1 from applications a where a.id = ${id} and ${inScope(scope)}`;

/** Returns the exact number of applications by owner, job, status, shortlist and seen flag, from the counters. */
export const countByCounters = async (db: Db, scope: Scope, query: ApplicationSearchQuery): Promise<number> => {
  const statuses = statusesOf(query);
  const jobs = [sql`j.organisation_id = ${scope.organisationId}`];
  if (scope.userId !== null) jobs.push(sql`j.user_id = ${scope.userId}`);
  if (query.jobId !== undefined) jobs.push(sql`j.id = ${query.jobId}`);
  const counts = [sql`x.job_id = j.id`];
  if (statuses) counts.push(sql`x.status = any(${statuses})`);
  if (query.isShortlisted !== undefined) counts.push(sql`x.is_shortlisted = ${query.isShortlisted}`);
  // Sums for each job separately. For a join, a planner with high costs for random reads would scan the counters of
  // all organisations.
  return onlyValue(db)<number>`
    select coalesce(sum(c.total), 0)::int as total from jobs j
    cross join lateral (
      select sum(${query.isSeen === false ? sql`x.unseen` : sql`x.total`}) as total from application_counts x where ${sql.join(counts, sql` and `)}
    ) c where ${sql.join(jobs, sql` and `)}`;
};

export const countFiltered = (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from applications a where ${conditionsOf(scope, query, moment)}`;

/** Shortlists locked applications at the given times; null removes them from the shortlist. */
export const updateShortlisted = (trx: Trx, times: ReadonlyMap<number, Date | null>): Promise<void> => run(trx)`
    update applications a set is_shortlisted = m.at is not null, shortlisted_at = m.at
    from unnest(${[...times.keys()]}::bigint[], ${[...times.values()]}::timestamptz[]) m (id, at)
    where a.id = m.id`;

export const updateSeen = async (trx: Trx, id: number) => {
  await sql`update applications set is_seen = true where id = ${id}`.execute(trx);
};

/** Returns whether an organisation filters applications by age, gender and military service. */
export const usesPersonalFilters = async (db: Db, organisationId: number): Promise<boolean> => {
  const row = await firstRow(db)<{ isOn: boolean }>`
    select personal_filters as is_on from organisation_settings where organisation_id = ${organisationId}`;
  return row?.isOn ?? true;
};

/** Returns whether the caller's scope holds an application of the worker. */
export const seesWorker = (trx: Trx, user: AuthUser, workerId: number) => hasRow(trx)`
    select 1 from applications a where a.worker_id = ${workerId} and ${inScope(ownerScope(user))} limit 1`;

export const insertComment = async (
  trx: Trx,
  user: AuthUser,
  { workerId, message, now }: { workerId: number; message: string; now: Date },
): Promise<number> => {
  const { id } = await trx
    .insertInto('workerComments')
    .values({
      organisationId: user.organisationId,
      workerId,
      userId: user.id,
      author: user.name,
      message,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const listComments = (db: Db, organisationId: number, workerId: number): Promise<Comment[]> => rowsOf(db)`
    select id, message, author, ${instant('created_at')} as created_at
    from worker_comments where organisation_id = ${organisationId} and worker_id = ${workerId}
    order by id desc`;

/** Statuses that the history already shows by the recorded answers. */
const STATUSES_OF_ANSWERS = APPOINTMENT_STATUSES.filter((status) => /^(APPOINTMENT|OFFER)_/.test(status));

interface HistoryFilter {
  organisationId: number;
  applicationId: number;
  workerId: number;
  before: number | undefined;
}

/** Returns the audit entries of the application, of its appointments (deleted ones too) and of its worker. */
export const listHistory = (
  db: Db,
  { organisationId, applicationId, workerId, before }: HistoryFilter,
): Promise<HistoryEntry[]> => rowsOf(db)`
    with subjects (type, id) as (
      values ('application', ${applicationId}::bigint), ('worker', ${workerId}::bigint)
      union
      select 'appointment', p.id from appointments p
      where p.application_id = ${applicationId} and p.organisation_id = ${organisationId}
      union
      select 'appointment', (l.details ->> 'appointmentId')::bigint from audit_log l
      where l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action = 'appointment.created'
    )
    select l.id, ${instant('l.at')} as at, l.actor, l.actor_name, l.actor_user_id as actor_id, l.action,
      case when l.action = 'appointment.status' then jsonb_build_object('status', l.details -> 'to') else l.details end as details
    from subjects s join audit_log l on l.subject_type = s.type and l.subject_id = s.id
    where l.organisation_id = ${organisationId} and l.action = any(${[...HISTORY_ACTIONS]})
      and (l.action <> 'appointment.status' or l.details ->> 'to' <> all(${STATUSES_OF_ANSWERS}))
      ${before === undefined ? sql`` : sql`and l.id < ${before}`}
    order by l.id desc limit ${HISTORY_PAGE}`;
