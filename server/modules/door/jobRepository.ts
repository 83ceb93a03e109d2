import { sql, type Kysely } from 'kysely';
import type { JobStatus } from '../../../contract/constants/statuses';
import { firstRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

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
  j.id, case when j.is_public then j.title else '' end as title, j.description, j.is_public as "isPublic",
  case when j.is_public then j.status else 'closed' end as status,
  j.position_id as "positionId", coalesce(p.name, '') as "positionName",
  j.opened_at as "openedAt", j.expected_salary_min_minor::float8 as "salaryMin",
  j.expected_salary_max_minor::float8 as "salaryMax", j.is_full_time as "isFullTime", j.is_part_time as "isPartTime",
  j.is_seasonal as "isSeasonal", j.birth_date_min as "ageMin",
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
export const listOpenJobs = (db: Kysely<Database>, userId: number): Promise<PageJob[]> => rowsOf(db)`
    select ${JOB} where j.user_id = ${userId} and j.status = 'active' and j.is_public
    order by j.opened_at desc nulls last, j.id desc limit ${JOBS_MAX}`;

/** Jobs of other branches that a closed job offers. */
const SISTERS_MAX = 10;

/** Returns open jobs on the pages of the organisation's other branches, those nearest to the closed job first. */
export const listSisterJobs = async (
  db: Kysely<Database>,
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
  db: Kysely<Database>,
  { userId, jobId }: { userId: number; jobId: number },
): Promise<PageJob | undefined> => firstRow(db)`
    select ${JOB} where j.id = ${jobId} and j.user_id = ${userId} and j.status in ('active', 'closed')`;
