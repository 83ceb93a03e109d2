import { sql, type Kysely } from 'kysely';
import type { EmployerType } from '../../../contract/constants/roles';
import type { Database } from '../../platform/database/schema';

/** What sign-in needs of an account. */
export interface Credentials {
  id: number;
  organisationId: number | null;
  userType: string;
  passwordHash: string | null;
  dashboardAccess: boolean;
  firstName: string;
  lastName: string;
}

/** The live account of an email, whatever its case. */
export const findCredentials = async (db: Kysely<Database>, email: string): Promise<Credentials | undefined> =>
  db
    .selectFrom('users')
    .select([
      'id',
      'organisation_id as organisationId',
      'user_type as userType',
      'password_hash as passwordHash',
      'dashboard_access as dashboardAccess',
      'first_name as firstName',
      'last_name as lastName',
    ])
    .where(sql<string>`lower(email collate "C")`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** An account with all that the session user shows of it. */
export interface UserRecord {
  id: number;
  organisationId: number;
  userType: EmployerType;
  companyName: string | null;
  firstName: string;
  lastName: string;
  email: string;
  imageKey: string | null;
  about: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  locationName: string | null;
  companyAddress: string | null;
  taxOfficeNumber: string | null;
  website: string | null;
  commercialTitle: string | null;
  countryCode: string;
  languageCode: string;
  dashboardAccess: boolean;
  jobCreationBalance: number;
  peopleBoxStatus: string | null;
  jobs: number;
  activeJobs: number;
  applications: number;
  shortLists: number;
}

/** Reads the session user in one statement; the numbers are those of the user's own jobs. */
export const findUser = async (db: Kysely<Database>, id: number): Promise<UserRecord | undefined> => {
  const { rows } = await sql<UserRecord>`
    select u.id, u.organisation_id as "organisationId", u.user_type as "userType",
      coalesce(u.company_name, o.name) as "companyName", u.first_name as "firstName", u.last_name as "lastName",
      u.email, u.image_key as "imageKey", u.about, u.phone, u.latitude, u.longitude, u.location_name as "locationName",
      u.company_address as "companyAddress", u.tax_office_number as "taxOfficeNumber", u.website,
      u.commercial_title as "commercialTitle", u.country_code as "countryCode", u.language_code as "languageCode",
      u.dashboard_access as "dashboardAccess", u.job_creation_balance as "jobCreationBalance",
      u.people_box_status as "peopleBoxStatus", n.jobs, n."activeJobs", n.applications, n."shortLists"
    from users u join organisations o on o.id = u.organisation_id
    cross join lateral (
      select count(*)::int as jobs, (count(*) filter (where j.status = 'active'))::int as "activeJobs",
        coalesce(sum(c.total), 0)::int as applications, coalesce(sum(c.shortlisted), 0)::int as "shortLists"
      from jobs j
      left join lateral (
        select sum(total) as total, sum(total) filter (where is_shortlisted) as shortlisted
        from application_counts where job_id = j.id and status <> 'rejected'
      ) c on true
      where j.user_id = u.id and j.status <> 'deleted'
    ) n
    where u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0];
};
