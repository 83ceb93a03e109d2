import { sql } from 'kysely';
import type { BranchJobCount, OrganisationSettings } from '../../../contract/schemas/organisation';
import { endAllSessions } from '../../platform/auth/tokens';
import { firstRow, changesRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import { DECISION_NOTICE_MINUTES_DEFAULT } from '../../../contract/constants/decisions';
import { RETENTION_MONTHS_DEFAULT, RETENTION_NOTICE_DAYS } from '../../../contract/constants/privacy';

export type StaffType = 'branch' | 'hr_account';

export interface StaffRecord extends Row<
  'users',
  Names<
    | 'id companyName firstName lastName email taxOfficeId taxOfficeNumber commercialTitle website companyAddress'
    | 'latitude longitude imageKey countryCode languageCode'
  >
> {
  taxOfficeName: string | null;
  isActivated: boolean;
  /** The time of the last invitation, or of the account's creation when that invitation has been deleted. */
  invitedAt: Date;
}

/** The columns of `users` that the forms of branches and HR accounts set. */
export interface StaffColumns {
  companyName?: string;
  firstName: string;
  lastName: string;
  email: string;
  latitude?: number;
  longitude?: number;
  locationName?: string | null;
  taxOfficeId?: number | null;
  taxOfficeNumber?: string | null;
  commercialTitle?: string | null;
  website?: string | null;
  companyAddress?: string | null;
}

/** Sorts "Branch 2" before "Branch 10". PostgreSQL's built-in collations do not sort numbers by value. */
const order = new Intl.Collator('tr', { numeric: true });
const byName = (a: { companyName: string | null }, b: { companyName: string | null }): number =>
  order.compare(a.companyName ?? '', b.companyName ?? '');

/** Returns the branches of an organisation with their counts of active jobs, by name in Turkish order. */
export const listBranchJobCounts = async (db: Db, organisationId: number): Promise<BranchJobCount[]> =>
  (
    await rowsOf(db)<BranchJobCount>`
    select u.id as user_id, coalesce(u.company_name, '') as company_name, coalesce(j.active, 0)::int as active_job_count
    from users u
    left join (
      select user_id, count(*) as active from jobs
      where organisation_id = ${organisationId} and status = 'active' group by user_id
    ) j on j.user_id = u.id
    where u.organisation_id = ${organisationId} and u.user_type = 'branch' and u.deleted_at is null
    order by u.id`
  ).sort(byName);

const staff = (organisationId: number, type: StaffType) => sql`
  select u.id, u.company_name, u.first_name, u.last_name, u.email, u.tax_office_id, t.name as tax_office_name,
    u.tax_office_number, u.commercial_title, u.website, u.company_address, u.latitude, u.longitude, u.image_key,
    u.country_code, u.language_code, u.password_hash is not null as is_activated,
    coalesce((
      select max(c.created_at) from password_codes c where c.user_id = u.id and c.purpose = 'invitation'
    ), u.created_at) as invited_at
  from users u left join tax_offices t on t.id = u.tax_office_id
  where u.organisation_id = ${organisationId} and u.user_type = ${type} and u.deleted_at is null`;

/** Returns the live accounts of a kind, in Turkish order of the branch's or the person's name. */
export const listStaff = async (db: Db, organisationId: number, type: StaffType): Promise<StaffRecord[]> => {
  const rows = await rowsOf(db)<StaffRecord>`${staff(organisationId, type)} order by u.id`;
  const byPerson = (a: StaffRecord, b: StaffRecord) =>
    order.compare(a.firstName, b.firstName) || order.compare(a.lastName, b.lastName);
  // The sort is stable, so equal names stay in the order of their ids.
  return rows.sort(type === 'branch' ? byName : byPerson);
};

/** Returns a live account of the organisation and kind, else undefined. */
export const findStaff = (
  db: Db,
  organisationId: number,
  type: StaffType,
  id: number,
): Promise<StaffRecord | undefined> => firstRow(db)`${staff(organisationId, type)} and u.id = ${id}`;

/**
 * Finds an account like `findStaff` and locks it until the transaction ends. No other transaction can change it, and
 * because jobs refer to it, none can create a job for it. Activating a job locks the account too, so no job becomes
 * active meanwhile.
 */
export const lockStaff = (
  trx: Trx,
  organisationId: number,
  type: StaffType,
  id: number,
): Promise<StaffRecord | undefined> => firstRow(trx)`${staff(organisationId, type)} and u.id = ${id} for update of u`;

/**
 * Finds an account like `findStaff` and locks it for an edit or before its sessions end. Token rotation refers to the
 * account, and this weaker lock does not block it. Lock the account before its tokens.
 */
export const lockStaffToEdit = (
  trx: Trx,
  organisationId: number,
  type: StaffType,
  id: number,
): Promise<StaffRecord | undefined> =>
  firstRow(trx)`${staff(organisationId, type)} and u.id = ${id} for no key update of u`;

/** Returns the country that a new account gets from its creator, and the organisation's name for the mail. */
export const findFounder = (db: Db, userId: number) =>
  db
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisationId')
    .select(['u.countryCode', 'o.name as organisationName'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();

/** Stores a new account without a password and returns its id. Throws PostgreSQL's 23505 for a taken email. */
export const insertStaff = async (
  trx: Trx,
  columns: StaffColumns & {
    organisationId: number;
    userType: StaffType;
    countryCode: string;
    languageCode: string;
    createdAt: Date;
  },
): Promise<number> => {
  const { id } = await trx.insertInto('users').values(columns).returning('id').executeTakeFirstOrThrow();
  return id;
};

/** Runs a part of a transaction; when it throws, undoes only that part and rethrows the error. */
export const inSavepoint = async <T>(trx: Trx, work: () => Promise<T>): Promise<T> => {
  await run(trx)`savepoint part`;
  try {
    const result = await work();
    await run(trx)`release savepoint part`;
    return result;
  } catch (error) {
    await run(trx)`rollback to savepoint part`;
    throw error;
  }
};

/** Changes a locked account. Throws PostgreSQL's 23505 for a taken email. */
export const updateStaff = (trx: Trx, id: number, columns: StaffColumns) =>
  trx.updateTable('users').set(columns).where('id', '=', id).execute();

/**
 * Marks an account as deleted, because its history refers to it. Deletes its own saved views and keeps the shared ones.
 */
export const removeStaff = async (trx: Trx, id: number, now: Date): Promise<void> => {
  await trx.deleteFrom('savedViews').where('ownerUserId', '=', id).where('isShared', '=', false).execute();
  await trx.updateTable('users').set({ deletedAt: now }).where('id', '=', id).execute();
};

/**
 * Ends the sessions of an account and deletes its phone codes. Call it before the row is locked for deletion: token
 * rotation and code sending lock these rows first and then refer to the account's row.
 */
export const endAccess = async (trx: Trx, userId: number): Promise<void> => {
  await endAllSessions(trx, userId);
  await trx.deleteFrom('phoneCodes').where('userId', '=', userId).execute();
};

export const hasActiveJobs = async (trx: Trx, userId: number): Promise<boolean> => {
  const job = trx.selectFrom('jobs').select('id').where('userId', '=', userId).where('status', '=', 'active');
  return (await job.limit(1).executeTakeFirst()) !== undefined;
};

const DEFAULTS: OrganisationSettings = {
  tellingMinutes: DECISION_NOTICE_MINUTES_DEFAULT,
  reminders: true,
  retentionMonths: RETENTION_MONTHS_DEFAULT,
  tellShortlisted: false,
  personalFilters: true,
  offlineReading: true,
  version: 0,
};

/** Returns the settings of an organisation, the defaults until it changes them. */
export const findSettings = async (db: Db, organisationId: number): Promise<OrganisationSettings> =>
  (await firstRow(db)<OrganisationSettings>`
    select telling_minutes, reminders, tell_shortlisted, retention_months, personal_filters, offline_reading, version
    from organisation_settings
    where organisation_id = ${organisationId}`) ?? DEFAULTS;

/**
 * Stores the settings; a shorter period begins only after the days of notice. Returns false and changes nothing when
 * their version is no longer the current one.
 */
export const updateSettings = async (
  trx: Trx,
  organisationId: number,
  settings: OrganisationSettings,
  now: Date,
): Promise<boolean> => {
  const { tellingMinutes, reminders, tellShortlisted, retentionMonths, personalFilters, offlineReading, version } =
    settings;
  await run(trx)`
    insert into organisation_settings (organisation_id, telling_minutes, version)
    values (${organisationId}, ${DEFAULTS.tellingMinutes}, ${DEFAULTS.version})
    on conflict (organisation_id) do nothing`;
  return changesRow(trx)`
    update organisation_settings set telling_minutes = ${tellingMinutes}, reminders = ${reminders},
      tell_shortlisted = ${tellShortlisted}, retention_months = ${retentionMonths}, personal_filters = ${personalFilters},
      offline_reading = ${offlineReading}, version = version + 1,
      retention_from = case when ${retentionMonths} < retention_months
        then greatest(retention_from, ${now}::timestamptz + make_interval(days => ${RETENTION_NOTICE_DAYS}))
        else retention_from end
    where organisation_id = ${organisationId} and version = ${version}`;
};

/** Returns the organisation's accounts that decide about data of people: its root, or the company. */
export const listOwners = (trx: Trx, organisationId: number) => rowsOf(trx)<{
  email: string;
  firstName: string;
  language: string;
}>`
    select email, first_name, language_code as language from users
    where organisation_id = ${organisationId} and user_type in ('root', 'company') and deleted_at is null
    order by id`;
