import { sql, type Kysely } from 'kysely';
import type { ApplicationDetail } from '../../../contract/schemas/applications';
import type { ApplicationSource } from '../../../contract/schemas/door';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';

/** Applications of the same number that a page shows. */
const ALSO_APPLIED_MAX = 5;

/** The fields of a worker that only the detail page shows. */
export interface WorkerDetails {
  email: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  workTimePreferences: ApplicationDetail['user']['workTimePreferences'];
  disabledStatus: string | null;
  university: string | null;
  universityStatus: ApplicationDetail['user']['universityStatus'];
  universityDepartment: string | null;
  identityNumber: string | null;
  certificates: string[];
  drivingLicenses: string[];
  about: string | null;
  expectedSalary: number | null;
  workCategoryPreferences: string[];
  ratingScore: number | null;
  languageCode: string;
  countryCode: string;
}

export const findWorkerDetails = async (db: Kysely<Database>, id: number): Promise<WorkerDetails | undefined> => {
  const { rows } = await sql<WorkerDetails>`
    select email, phone, latitude, longitude, work_time_preferences as "workTimePreferences",
      disabled_status as "disabledStatus", university, university_status as "universityStatus",
      university_department as "universityDepartment", identity_number as "identityNumber", certificates,
      driving_licenses as "drivingLicenses", about, expected_salary_minor::float8 / 100 as "expectedSalary",
      work_category_preferences as "workCategoryPreferences", rating_score as "ratingScore",
      language_code as "languageCode", country_code as "countryCode"
    from workers where id = ${id}`.execute(db);
  return rows[0];
};

/**
 * Returns the worker's other applications in the whole organisation, newest first. Those of another branch have
 * `canOpen` false. See docs/API.md#scope.
 */
export const listOtherApplications = async (
  db: Kysely<Database>,
  { organisationId, userId }: Scope,
  workerId: number,
  exceptId: number,
): Promise<ApplicationDetail['otherApplications']> => {
  const isOwn = userId === null ? sql`true` : sql`a.user_id = ${userId}`;
  const { rows } = await sql<ApplicationDetail['otherApplications'][number]>`
    select a.id as "applicationId", a.job_id as "jobId", j.title as "jobTitle",
      coalesce(u.company_name, '') as "companyName", ${isOwn} as "canOpen"
    from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id
    where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and a.id <> ${exceptId}
    order by a.created_at desc, a.id desc`.execute(db);
  return rows;
};

/**
 * Returns the applications in the organisation whose worker has the same phone number and came the other way, newest first.
 * Those of another branch have `canOpen` false.
 */
export const listAlsoApplied = async (
  db: Kysely<Database>,
  { organisationId, userId }: Scope,
  { workerId, phone }: { workerId: number; phone: { national: string; dial: string; country: string } },
): Promise<ApplicationDetail['alsoApplied']> => {
  const isOwn = userId === null ? sql`true` : sql`a.user_id = ${userId}`;
  const { rows } = await sql<ApplicationDetail['alsoApplied'][number]>`
    select a.id as "applicationId", a.job_id as "jobId", j.title as "jobTitle",
      coalesce(u.company_name, '') as "companyName", ${isOwn} as "canOpen",
      case when w.external_id like 'web:%' then 'page' else 'app' end as by
    from workers me
    join workers w on w.phone in (${phone.national}, ${phone.dial}) and w.id <> me.id
      and (w.phone = ${phone.dial} or w.country_code = ${phone.country})
      and (w.external_id like 'web:%') <> (me.external_id like 'web:%')
    join applications a on a.worker_id = w.id and a.organisation_id = ${organisationId}
    join jobs j on j.id = a.job_id join users u on u.id = a.user_id
    where me.id = ${workerId}
    order by a.created_at desc, a.id desc limit ${ALSO_APPLIED_MAX}`.execute(db);
  return rows;
};

/** Returns what the applicant answered on the public page, or null for an application that came another way. */
export const findSource = async (db: Kysely<Database>, applicationId: number): Promise<ApplicationSource | null> => {
  const { rows } = await sql<ApplicationSource>`
    select ref, days, parts, start from application_sources where application_id = ${applicationId}`.execute(db);
  return rows[0] ?? null;
};

export const countRejected = async (db: Kysely<Database>, jobId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::int as total from application_counts
    where job_id = ${jobId} and status = 'rejected'`.execute(db);
  return rows[0]!.total;
};
