import { sql } from 'kysely';
import { RETENTION_MONTHS_DEFAULT } from '../../../contract/constants/privacy';
import { firstRow, rowsOf, run, onlyRow } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import type { Scope } from '../../platform/auth/guard';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { PageRef } from '../../../contract/constants/publicPage';
import type { PublicPage } from '../../../contract/schemas/publicPage';

/** The page of a branch or company, whether it is on or off. */
export interface StoredPage {
  userId: number;
  organisationId: number;
  companyName: string;
  address: string | null;
  code: string;
  isOn: boolean;
  intro: string | null;
  /** For how long the organisation keeps data of applicants. */
  retentionMonths: number;
}

const PAGE = sql`
  u.id as user_id, u.organisation_id, coalesce(u.company_name, '') as company_name,
  coalesce(u.company_address, u.location_name) as address, p.code, p.is_on, p.intro,
  coalesce((
    select s.retention_months from organisation_settings s where s.organisation_id = u.organisation_id
  ), ${RETENTION_MONTHS_DEFAULT}::int) as retention_months
  from branch_pages p join users u on u.id = p.user_id and u.deleted_at is null and u.user_type in ('branch', 'company')`;

export const findPageByCode = (db: Db, code: string): Promise<StoredPage | undefined> =>
  firstRow(db)`select ${PAGE} where p.code = ${code}`;

/** Returns the page of an account in the scope. */
export const findPage = (db: Db, { organisationId, userId }: Scope): Promise<StoredPage | undefined> => firstRow(db)`
    select ${PAGE} where p.user_id = ${userId} and u.organisation_id = ${organisationId}`;

/** Creates a missing page, switched off. Does nothing for an account that is not in the scope or has no jobs of its own. */
export const insertPage = (
  trx: Trx,
  { organisationId, userId }: Scope,
  { code, now }: { code: string; now: Date },
): Promise<void> => run(trx)`
    insert into branch_pages (user_id, organisation_id, code, is_on, created_at)
    select u.id, u.organisation_id, ${code}, false, ${now}::timestamptz from users u
    where u.id = ${userId} and u.organisation_id = ${organisationId} and u.deleted_at is null
      and u.user_type in ('branch', 'company')
    on conflict do nothing`;

/** Changes the given fields of a page. */
export const updatePage = async (
  trx: Trx,
  userId: number,
  { isOn, intro }: { isOn?: boolean; intro?: string | null },
): Promise<void> => {
  await trx
    .updateTable('branchPages')
    .set({ ...(isOn !== undefined && { isOn }), ...(intro !== undefined && { intro }) })
    .where('userId', '=', userId)
    .execute();
};

/** Returns the code of the oldest page that is on, which the demo shows at its start. */
export const findFirstCode = async (db: Db): Promise<string | null> => {
  const row = await firstRow(db)<{ code: string }>`
    select code from branch_pages where is_on order by user_id limit 1`;
  return row?.code ?? null;
};

/** A page with open jobs, for search engines. */
interface SitemapPage {
  code: string;
  jobId: number | null;
  /** When the job opened; for the page of a branch, when one of its jobs last opened or closed. */
  changedAt: Date;
}

/** Returns the addresses of all public pages: at most 50,000, the limit of one sitemap. */
export const listSitemap = (db: Db): Promise<SitemapPage[]> => rowsOf(db)`
    with shown as not materialized (
      select id, user_id, status, greatest(opened_at, closed_at) as at from jobs
      where is_public and status in ('active', 'closed')
    )
    select p.code, j.id as job_id, coalesce(j.at, p.created_at) as changed_at
    from branch_pages p
    join users u on u.id = p.user_id and u.deleted_at is null
    left join lateral (
      select null::bigint as id, (select max(s.at) from shown s where s.user_id = p.user_id) as at
      union all select s.id, s.at from shown s where s.user_id = p.user_id and s.status = 'active'
    ) j on true
    where p.is_on order by p.code, j.id nulls first limit 50000`;

interface PagePlace {
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
}

interface PageShift {
  workStartsAt: string | null;
  dailyTotalWorkHour: number | null;
}

/** A job as strangers see it: closed and without a title when its page does not show it. Money is in minor units. */
export interface PageJob {
  id: number;
  title: string;
  description: string;
  status: JobStatus;
  isPublic: boolean;
  positionId: number | null;
  positionName: string;
  openedAt: Date | null;
  salaryMin: number | null;
  salaryMax: number | null;
  isFullTime: boolean;
  isPartTime: boolean;
  isSeasonal: boolean;
  /** The youngest age in years that the job asks for. */
  ageMin: number | null;
  places: PagePlace[];
  shifts: PageShift[];
  /** The page of the other branch that has the job; null for a job of the branch itself. */
  elsewhere: { code: string; companyName: string } | null;
}

const FIELDS = sql`
  j.id, case when j.is_public then j.title else '' end as title, j.description, j.is_public,
  case when j.is_public then j.status else 'closed' end as status,
  j.position_id, coalesce(p.name, '') as position_name,
  j.opened_at, j.expected_salary_min_minor::float8 as salary_min,
  j.expected_salary_max_minor::float8 as salary_max, j.is_full_time, j.is_part_time,
  j.is_seasonal, j.birth_date_min as age_min,
  coalesce((
    select json_agg(json_build_object('name', l.name, 'address', l.address, 'latitude', l.latitude,
      'longitude', l.longitude) order by l.id)
    from job_locations x join company_locations l on l.id = x.company_location_id where x.job_id = j.id), '[]') as places,
  coalesce((
    select json_agg(json_build_object('workStartsAt', s.work_starts_at,
      'dailyTotalWorkHour', s.daily_total_work_hour::float8) order by s.place)
    from job_shifts s where s.job_id = j.id), '[]') as shifts`;

const JOB = sql`${FIELDS}, null as elsewhere from jobs j left join job_positions p on p.id = j.position_id`;

const TIMES = [
  ['isFullTime', 'full_time'],
  ['isPartTime', 'part_time'],
  ['isSeasonal', 'seasonal'],
] as const;

/** Returns the working times that a job offers. */
export const workTimesOf = (job: PageJob) => TIMES.filter(([field]) => job[field]).map(([, time]) => time);

/** Jobs that one page lists. */
const JOBS_MAX = 100;

/** Returns the open jobs of an account, newest first. */
export const listOpenJobs = (db: Db, userId: number): Promise<PageJob[]> => rowsOf(db)`
    select ${JOB} where j.user_id = ${userId} and j.status = 'active' and j.is_public
    order by j.opened_at desc nulls last, j.id desc limit ${JOBS_MAX}`;

/** Jobs of other branches that a closed job offers. */
const SISTERS_MAX = 10;

/** Returns open jobs on the pages of the organisation's other branches, those nearest to the closed job first. */
export const listSisterJobs = async (
  db: Db,
  { organisationId, userId }: { organisationId: number; userId: number },
  near: PageJob | null,
): Promise<PageJob[]> => {
  const { latitude, longitude } = near?.places[0] ?? { latitude: null, longitude: null };
  // Squares of degrees are enough for an order.
  return rowsOf(db)`
    select ${FIELDS}, json_build_object('code', b.code, 'companyName', coalesce(u.company_name, '')) as elsewhere
    from jobs j left join job_positions p on p.id = j.position_id
    join users u on u.id = j.user_id and u.deleted_at is null
    join branch_pages b on b.user_id = j.user_id and b.is_on
    where j.organisation_id = ${organisationId} and j.user_id <> ${userId} and j.status = 'active' and j.is_public
    order by (
      select min(power(l.latitude - ${latitude}::float8, 2)
        + power((l.longitude - ${longitude}::float8) * cos(radians(${latitude}::float8)), 2))
      from job_locations x join company_locations l on l.id = x.company_location_id where x.job_id = j.id
    ) nulls last, j.opened_at desc nulls last, j.id desc limit ${SISTERS_MAX}`;
};

/** Returns an open or closed job of an account. */
export const findJob = (
  db: Db,
  { userId, jobId }: { userId: number; jobId: number },
): Promise<PageJob | undefined> => firstRow(db)`
    select ${JOB} where j.id = ${jobId} and j.user_id = ${userId} and j.status in ('active', 'closed')`;

/** Counts a view of a page; a view of a job's page counts for the job too. `day` is in the marketplace's zone. */
export const countView = async (
  db: Db,
  { userId, jobId, day, ref }: { userId: number; jobId: number | null; day: string; ref: PageRef },
): Promise<void> => {
  await run(db)`
    insert into page_views (user_id, job_id, day, ref, views) values (${userId}, ${jobId}, ${day}, ${ref}, 1)
    on conflict (user_id, day, job_id, ref) do update set views = page_views.views + 1`;
  if (jobId !== null) await run(db)`update jobs set view_count = view_count + 1 where id = ${jobId}`;
};

type Figures = Pick<PublicPage, 'days' | 'refs'>;

/** Returns the views and applications of a page since a day, by day and by where they came from. */
export const listFigures = (
  db: Db,
  { userId, from, to, timeZone }: { userId: number; from: string; to: string; timeZone: string },
): Promise<Figures> => onlyRow(db)`
    with views as (
      select day, ref, sum(views)::int as n from page_views
      where user_id = ${userId} and day between ${from}::date and ${to}::date group by day, ref
    ), arrived as (
      select (created_at at time zone ${timeZone})::date as day, ref, count(*)::int as n from application_sources
      where user_id = ${userId} and created_at >= (${from}::date::timestamp at time zone ${timeZone}) group by 1, 2
    )
    select
      (select json_agg(json_build_object('day', to_char(d, 'YYYY-MM-DD'),
          'views', coalesce((select sum(n) from views where day = d::date), 0),
          'applications', coalesce((select sum(n) from arrived where day = d::date), 0)) order by d)
        from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') d) as days,
      (select json_agg(json_build_object('ref', r,
          'views', coalesce((select sum(n) from views where ref = r), 0),
          'applications', coalesce((select sum(n) from arrived where ref = r), 0)) order by place)
        from unnest(array['poster', 'link', 'search', 'roster']) with ordinality x (r, place)) as refs`;
