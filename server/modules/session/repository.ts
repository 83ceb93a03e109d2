import { sql } from 'kysely';
import type { EmployerType } from '../../../contract/constants/roles';
import { firstRow, hasRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';

export type Credentials = Row<
  'users',
  'id' | 'organisationId' | 'userType' | 'passwordHash' | 'dashboardAccess' | 'firstName' | 'lastName'
>;

/** Returns the live account of an email; upper and lower case are equal. */
export const findCredentials = async (db: Db, email: string): Promise<Credentials | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'organisationId', 'userType', 'passwordHash', 'dashboardAccess', 'firstName', 'lastName'])
    .where(sql<string>`lower(email collate "C")`, '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/**
 * Whether the account still has the checked password and the same access. If so, the row stays locked against changes
 * until the transaction ends.
 */
export const lockPassword = (trx: Trx, { id, passwordHash, dashboardAccess }: Credentials): Promise<boolean> => hasRow(
  trx,
)`
    select 1 from users
    where id = ${id} and password_hash = ${passwordHash} and dashboard_access = ${dashboardAccess} and deleted_at is null
    for share`;

/** The fields that the session user needs. */
export interface UserRecord extends Row<
  'users',
  Names<
    | 'id companyName firstName lastName email imageKey about phone latitude longitude locationName companyAddress'
    | 'taxOfficeId taxOfficeNumber website commercialTitle countryCode languageCode dashboardAccess'
    | 'jobCreationBalance peopleBoxStatus'
  >
> {
  organisationId: number;
  userType: EmployerType;
  taxOfficeName: string | null;
  personalFilters: boolean;
  offlineReading: boolean;
  jobs: number;
  activeJobs: number;
  applications: number;
  shortLists: number;
}

/** Reads the session user in one statement. The counts cover the user's own jobs. */
export const findUser = (db: Db, id: number): Promise<UserRecord | undefined> => firstRow(db)`
    select u.id, u.organisation_id, u.user_type, coalesce(u.company_name, o.name) as company_name, u.first_name,
      u.last_name, u.email, u.image_key, u.about, u.phone, u.latitude, u.longitude, u.location_name, u.company_address,
      u.tax_office_id, f.name as tax_office_name, u.tax_office_number, u.website, u.commercial_title, u.country_code,
      u.language_code, u.dashboard_access, u.job_creation_balance, u.people_box_status,
      coalesce(s.personal_filters, true) as personal_filters,
      coalesce(s.offline_reading, true) as offline_reading, n.jobs, n.active_jobs, n.applications, n.short_lists
    from users u join organisations o on o.id = u.organisation_id
    left join tax_offices f on f.id = u.tax_office_id
    left join organisation_settings s on s.organisation_id = u.organisation_id
    cross join lateral (
      select count(*)::int as jobs, (count(*) filter (where j.status = 'active'))::int as active_jobs,
        coalesce(sum(c.total), 0)::int as applications, coalesce(sum(c.shortlisted), 0)::int as short_lists
      from jobs j
      left join lateral (
        select sum(total) as total, sum(total) filter (where is_shortlisted) as shortlisted
        from application_counts where job_id = j.id and status <> 'rejected'
      ) c on true
      where j.user_id = u.id and j.status <> 'deleted'
    ) n
    where u.id = ${id} and u.deleted_at is null`;

export type SignInRecord = Row<'userSessions', Names<'id sessionId createdAt lastSeenAt userAgent address'>>;

/** Returns up to 100 sessions of an account with a live token, last used first. */
export const listSessions = (db: Db, userId: number, now: Date): Promise<SignInRecord[]> => rowsOf(db)`
    select s.id, s.session_id, s.created_at, s.last_seen_at, s.user_agent, s.address
    from user_sessions s
    where s.user_id = ${userId}
      and exists (select 1 from access_tokens t where t.session_id = s.session_id and t.expires_at > ${now})
    order by s.last_seen_at desc, s.id desc limit 100`;

export const findOwnSession = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('userSessions')
    .select('sessionId')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Removes a push token from every session that has it. */
export const clearPushToken = (trx: Trx, token: string): Promise<void> => run(trx)`
    update access_tokens set fcm_token = null where md5(fcm_token) = md5(${token}) and fcm_token = ${token}`;

export const setPushToken = (trx: Trx, sessionId: string, token: string | null) =>
  trx.updateTable('accessTokens').set({ fcmToken: token }).where('sessionId', '=', sessionId).execute();

/** Returns when the user last gave the password in a session, at sign-in or later; undefined for an ended session. */
export const findPasswordProof = async (db: Db, sessionId: string): Promise<Date | undefined> => {
  const query = db.selectFrom('userSessions').select(['createdAt', 'passwordProvedAt']);
  const found = await query.where('sessionId', '=', sessionId).executeTakeFirst();
  return found && (found.passwordProvedAt ?? found.createdAt);
};

export const setPasswordProof = (trx: Trx, sessionId: string, now: Date) =>
  trx.updateTable('userSessions').set({ passwordProvedAt: now }).where('sessionId', '=', sessionId).execute();

export const findPasswordHash = async (db: Db, userId: number): Promise<string | null> => {
  const found = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst();
  return found?.passwordHash ?? null;
};

export const otherSessions = async (db: Db, userId: number, sessionId: string): Promise<string[]> => {
  const query = db.selectFrom('userSessions').select('sessionId').where('userId', '=', userId);
  return (await query.where('sessionId', '<>', sessionId).orderBy('id').execute()).map((row) => row.sessionId);
};

export const findUserAgent = async (db: Db, sessionId: string): Promise<string | null> => {
  const query = db.selectFrom('userSessions').select('userAgent').where('sessionId', '=', sessionId);
  return (await query.executeTakeFirst())?.userAgent ?? null;
};
