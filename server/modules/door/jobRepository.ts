import { sql, type Kysely } from 'kysely';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { Database } from '../../platform/database/schema';

export interface PagePlace {
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
}

export interface PageShift {
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
}

const JOB = sql`
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
    from job_shifts s where s.job_id = j.id), '[]') as shifts
  from jobs j left join job_positions p on p.id = j.position_id`;

/** Jobs that one page lists. */
const JOBS_MAX = 100;

/** Returns the open jobs of an account, newest first. */
export const listOpenJobs = async (db: Kysely<Database>, userId: number): Promise<PageJob[]> => {
  const { rows } = await sql<PageJob>`
    select ${JOB} where j.user_id = ${userId} and j.status = 'active' and j.is_public
    order by j.opened_at desc nulls last, j.id desc limit ${JOBS_MAX}`.execute(db);
  return rows;
};

/** Returns an open or closed job of an account. */
export const findJob = async (
  db: Kysely<Database>,
  { userId, jobId }: { userId: number; jobId: number },
): Promise<PageJob | undefined> => {
  const { rows } = await sql<PageJob>`
    select ${JOB} where j.id = ${jobId} and j.user_id = ${userId} and j.status in ('active', 'closed')`.execute(db);
  return rows[0];
};
