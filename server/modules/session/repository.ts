import { sql, type Kysely, type Transaction } from 'kysely';
import type { EmployerType } from '../../../contract/constants/roles';
import { firstRow, hasRow, rowsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

export interface Credentials {
  id: number;
  organisationId: number | null;
  userType: string;
  passwordHash: string | null;
  dashboardAccess: boolean;
  firstName: string;
  lastName: string;
}

/** Returns the live account of an email; upper and lower case are equal. */
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

/**
 * Whether the account still has the checked password and the same access. If so, the row stays locked against changes
 * until the transaction ends.
 */
export const lockPassword = (
  trx: Transaction<Database>,
  { id, passwordHash, dashboardAccess }: Credentials,
): Promise<boolean> => hasRow(trx)`
    select 1 from users
    where id = ${id} and password_hash = ${passwordHash} and dashboard_access = ${dashboardAccess} and deleted_at is null
    for share`;

/** The fields that the session user needs. */
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
  taxOfficeId: number | null;
  taxOfficeName: string | null;
  taxOfficeNumber: string | null;
  website: string | null;
  commercialTitle: string | null;
  countryCode: string;
  languageCode: string;
  dashboardAccess: boolean;
  jobCreationBalance: number;
  peopleBoxStatus: string | null;
  personalFilters: boolean;
  jobs: number;
  activeJobs: number;
  applications: number;
  shortLists: number;
}

/** Reads the session user in one statement. The counts cover the user's own jobs. */
export const findUser = (db: Kysely<Database>, id: number): Promise<UserRecord | undefined> => firstRow(db)`
    select u.id, u.organisation_id as "organisationId", u.user_type as "userType",
      coalesce(u.company_name, o.name) as "companyName", u.first_name as "firstName", u.last_name as "lastName",
      u.email, u.image_key as "imageKey", u.about, u.phone, u.latitude, u.longitude, u.location_name as "locationName",
      u.company_address as "companyAddress", u.tax_office_id as "taxOfficeId", f.name as "taxOfficeName",
      u.tax_office_number as "taxOfficeNumber", u.website,
      u.commercial_title as "commercialTitle", u.country_code as "countryCode", u.language_code as "languageCode",
      u.dashboard_access as "dashboardAccess", u.job_creation_balance as "jobCreationBalance",
      u.people_box_status as "peopleBoxStatus", coalesce(s.personal_filters, true) as "personalFilters", n.jobs, n."activeJobs", n.applications, n."shortLists"
    from users u join organisations o on o.id = u.organisation_id
    left join tax_offices f on f.id = u.tax_office_id
    left join organisation_settings s on s.organisation_id = u.organisation_id
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
    where u.id = ${id} and u.deleted_at is null`;

export interface SignInRecord {
  id: number;
  sessionId: string;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string | null;
  address: string | null;
}

/** Returns up to 100 sessions of an account with a live token, last used first. */
export const listSessions = (db: Kysely<Database>, userId: number, now: Date): Promise<SignInRecord[]> => rowsOf(db)`
    select s.id, s.session_id as "sessionId", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
      s.user_agent as "userAgent", s.address
    from user_sessions s
    where s.user_id = ${userId}
      and exists (select 1 from access_tokens t where t.session_id = s.session_id and t.expires_at > ${now})
    order by s.last_seen_at desc, s.id desc limit 100`;

export const findOwnSession = (db: Kysely<Database>, userId: number, id: number) =>
  db
    .selectFrom('user_sessions')
    .select('session_id as sessionId')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Removes a push token from every session that has it. */
export const clearPushToken = (trx: Transaction<Database>, token: string): Promise<void> => run(trx)`
    update access_tokens set fcm_token = null where md5(fcm_token) = md5(${token}) and fcm_token = ${token}`;

export const setPushToken = (trx: Transaction<Database>, sessionId: string, token: string | null) =>
  trx.updateTable('access_tokens').set({ fcm_token: token }).where('session_id', '=', sessionId).execute();

/** Returns when the user last gave the password in a session, at sign-in or later; undefined for an ended session. */
export const findPasswordProof = async (db: Kysely<Database>, sessionId: string): Promise<Date | undefined> => {
  const query = db.selectFrom('user_sessions').select(['created_at', 'password_proved_at']);
  const found = await query.where('session_id', '=', sessionId).executeTakeFirst();
  return found && (found.password_proved_at ?? found.created_at);
};

export const setPasswordProof = (trx: Transaction<Database>, sessionId: string, now: Date) =>
  trx.updateTable('user_sessions').set({ password_proved_at: now }).where('session_id', '=', sessionId).execute();

export const findPasswordHash = async (db: Kysely<Database>, userId: number): Promise<string | null> => {
  const found = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return found?.password_hash ?? null;
};

export const otherSessions = async (db: Kysely<Database>, userId: number, sessionId: string): Promise<string[]> => {
  const query = db.selectFrom('user_sessions').select('session_id as sessionId').where('user_id', '=', userId);
  return (await query.where('session_id', '<>', sessionId).orderBy('id').execute()).map((row) => row.sessionId);
};

export const findUserAgent = async (db: Kysely<Database>, sessionId: string): Promise<string | null> => {
  const query = db.selectFrom('user_sessions').select('user_agent').where('session_id', '=', sessionId);
  return (await query.executeTakeFirst())?.user_agent ?? null;
};
