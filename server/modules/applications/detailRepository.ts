import { sql, type Kysely } from 'kysely';
import type { ApplicationDetail } from '../../../contract/schemas/applications';
import type { ApplicationSource } from '../../../contract/schemas/door';
import type { Scope } from '../../platform/auth/scope';
import { firstRow, onlyValue, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

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

export const findWorkerDetails = (db: Kysely<Database>, id: number): Promise<WorkerDetails | undefined> => firstRow(db)`
    select email, phone, latitude, longitude, work_time_preferences as "workTimePreferences",
      disabled_status as "disabledStatus", university, university_status as "universityStatus",
      university_department as "universityDepartment", identity_number as "identityNumber", certificates,
      driving_licenses as "drivingLicenses", about, expected_salary_minor::float8 / 100 as "expectedSalary",
      work_category_preferences as "workCategoryPreferences", rating_score as "ratingScore",
      language_code as "languageCode", country_code as "countryCode"
    from workers where id = ${id}`;

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
  return rowsOf(db)<ApplicationDetail['otherApplications'][number]>`
    select a.id as "applicationId", a.job_id as "jobId", j.title as "jobTitle",
      coalesce(u.company_name, '') as "companyName", ${isOwn} as "canOpen"
    from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id
    where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and a.id <> ${exceptId}
    order by a.created_at desc, a.id desc`;
};

/** Returns what the applicant answered on the public page, or null for an application that came another way. */
export const findSource = async (db: Kysely<Database>, applicationId: number): Promise<ApplicationSource | null> => {
  const { rows } = await sql<ApplicationSource>`
    select ref, days, parts, start from application_sources where application_id = ${applicationId}`.execute(db);
  return rows[0] ?? null;
};

export const countRejected = (db: Kysely<Database>, jobId: number): Promise<number> =>
  onlyValue(db)`
    select coalesce(sum(total), 0)::int as total from application_counts
    where job_id = ${jobId} and status = 'rejected'`;
