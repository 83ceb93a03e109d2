import { sql, type RawBuilder } from 'kysely';
import type { FeedbackAnswers } from '../../../contract/rules/feedback';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { Job, LanguageLevel, Shift } from '../../../contract/schemas/jobForm';
import type { Scope } from '../../platform/auth/guard';
import { containing, firstRow, hasRow, instant, onlyRow, onlyValue, rowsOf, run } from '../../platform/database/query';
import type { Db, Row, Trx } from '../../platform/database/schema';
import { type JobColumns, type JobParts, COUNTS } from './listRepository';
import type { RuledJob } from './rules';
import type { AuthUser } from '../../platform/auth/tokens';

const owned = ({ organisationId, userId }: Scope): RawBuilder<unknown> =>
  userId === null
    ? sql`j.organisation_id = ${organisationId} and j.status <> 'deleted'`
    : sql`j.organisation_id = ${organisationId} and j.user_id = ${userId} and j.status <> 'deleted'`;

/** The fields of a stored job that a change needs. */
type StoredJob = RuledJob & {
  id: number;
  organisationId: number;
  userId: number;
  isCompany: boolean;
  imageKey: string | null;
};

const STORED = sql`
  j.id, j.organisation_id, j.user_id, j.status, j.image_key,
  (select u.user_type = 'company' from users u where u.id = j.user_id) as is_company, j.birth_date_min,
  j.birth_date_max, j.expected_salary_min_minor::float8 / 100 as expected_salary_min,
  j.expected_salary_max_minor::float8 / 100 as expected_salary_max, j.is_full_time, j.is_part_time, j.is_seasonal,
  j.contact_type, j.contact_type_phone_number, j.position_id, j.category_id, j.description,
  j.people_box_project_id as people_box_project,
  coalesce((select json_agg(x.company_location_id) from job_locations x where x.job_id = j.id), '[]') as company_location_ids`;

/** Returns a job in the caller's scope, or undefined when it is absent, deleted or outside the scope. */
export const findStored = (db: Db, scope: Scope, id: number): Promise<StoredJob | undefined> =>
  firstRow(db)`select ${STORED} from jobs j where j.id = ${id} and ${owned(scope)}`;

/**
 * Returns the job as `findStored` does and locks it until the transaction ends, against changes and new applications.
 */
export const lockStored = (trx: Trx, scope: Scope, id: number): Promise<StoredJob | undefined> => firstRow(trx)`
    select ${STORED} from jobs j where j.id = ${id} and ${owned(scope)} for no key update of j`;

export const insertJob = async (trx: Trx, columns: JobColumns): Promise<number> => {
  const names = Object.keys(columns);
  return onlyValue(trx)<number>`
    insert into jobs (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(Object.values(columns))})
    returning id`;
};

export const updateJob = async (trx: Trx, id: number, columns: JobColumns): Promise<void> => {
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (set.length > 0) await run(trx)`update jobs set ${sql.join(set)} where id = ${id}`;
};

export const replaceParts = async (trx: Trx, id: number, parts: JobParts): Promise<void> => {
  const { shifts, tagIds, languageLevels, companyLocationIds } = parts;
  if (shifts) {
    await run(trx)`delete from job_shifts where job_id = ${id}`;
    await run(trx)`
      insert into job_shifts (job_id, place, work_starts_at, daily_total_work_hour, weekly_off_day_count, off_time)
      select ${id}, s.place, s.item ->> 'workStartsAt', (s.item ->> 'dailyTotalWorkHour')::numeric,
        (s.item ->> 'weeklyOffDayCount')::smallint, s.item ->> 'offTime'
      from jsonb_array_elements(${JSON.stringify(shifts)}::jsonb) with ordinality s (item, place)`;
  }
  if (tagIds) {
    await run(trx)`delete from job_tags where job_id = ${id}`;
    await run(trx)`insert into job_tags (job_id, tag_id) select ${id}, unnest(${tagIds}::bigint[])`;
  }
  if (languageLevels) {
    await run(trx)`delete from job_language_levels where job_id = ${id}`;
    await run(trx)`
      insert into job_language_levels (job_id, language_id, min_level)
      select ${id}, l."languageId", l."minLanguageLevel"
      from jsonb_to_recordset(${JSON.stringify(languageLevels)}::jsonb) as l ("languageId" bigint, "minLanguageLevel" smallint)`;
  }
  if (companyLocationIds) {
    await run(trx)`delete from job_locations where job_id = ${id}`;
    await run(trx)`
      insert into job_locations (job_id, company_location_id) select ${id}, unnest(${companyLocationIds}::bigint[])`;
  }
};

/** Stores a draft copy of a locked job, without its applicants, views and times. The copy shares the cover file. */
export const copyJob = async (trx: Trx, id: number, now: Date) => {
  const row = await firstRow(trx)<{ id: number }>`
    insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status, gender,
      birth_date_min, birth_date_max, min_experience_duration, min_education_status, min_english_level,
      military_requirements, is_full_time, is_part_time, is_seasonal, is_public, expected_salary_min_minor,
      expected_salary_max_minor, contact_type, contact_type_phone_number, auto_shortlist_threshold,
      people_box_project_id, number_of_hire, hires_wanted, image_key, created_at)
    select organisation_id, user_id, title, description, position_id, category_id, 'draft', gender,
      birth_date_min, birth_date_max, min_experience_duration, min_education_status, min_english_level,
      military_requirements, is_full_time, is_part_time, is_seasonal, is_public, expected_salary_min_minor,
      expected_salary_max_minor, contact_type, contact_type_phone_number, auto_shortlist_threshold,
      people_box_project_id, number_of_hire, hires_wanted, image_key, ${now}
    from jobs where id = ${id} returning id`;
  const copy = row!.id;
  await run(trx)`
    with s as (insert into job_shifts (job_id, place, work_starts_at, daily_total_work_hour, weekly_off_day_count, off_time)
        select ${copy}, place, work_starts_at, daily_total_work_hour, weekly_off_day_count, off_time
        from job_shifts where job_id = ${id}),
      t as (insert into job_tags (job_id, tag_id) select ${copy}, tag_id from job_tags where job_id = ${id}),
      l as (insert into job_language_levels (job_id, language_id, min_level)
        select ${copy}, language_id, min_level from job_language_levels where job_id = ${id})
    insert into job_locations (job_id, company_location_id)
    select ${copy}, company_location_id from job_locations where job_id = ${id}`;
  return copy;
};

/** A whole job. */
export type FullJob = Omit<
  Job,
  | 'user'
  | 'image'
  | 'counts'
  | 'currency'
  | 'autoShortlistEnabled'
  | 'selectedCompanyLocations'
  | 'selectedTags'
  | 'languageLevels'
> & {
  userId: number;
  companyName: string;
  userType: 'branch' | 'company';
  imageKey: string | null;
  applications: number;
  unreviewed: number;
  shortLists: number;
  jobViews: number;
  shifts: Shift[];
  locations: { id: number; name: string; address: string | null; latitude: number; longitude: number }[];
  tags: { id: number; key: string | null; name: string }[];
  languages: (LanguageLevel & { code: string })[];
};

/** Returns a whole job in the caller's scope, or undefined when it is absent, deleted or outside the scope. */
export const findJob = (db: Db, scope: Scope, id: number): Promise<FullJob | undefined> => firstRow(db)`
    select ${STORED}, ${instant('j.created_at')} as created_at, ${instant('j.opened_at')} as opened_at, j.title,
      j.close_reason, case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as position,
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as category, coalesce(u.company_name, '') as company_name,
      u.user_type, j.number_of_hire, j.hires_wanted, c.hired, j.gender,
      j.is_public,
      j.min_experience_duration, j.min_education_status,
      j.min_english_level, j.military_requirements,
      round(j.auto_shortlist_threshold::numeric, 4)::float8 as auto_shortlist_threshold,
      j.people_box_project_id, c.applications, c.unreviewed, c.short_lists,
      j.view_count as job_views,
      coalesce((select json_agg(json_build_object('workStartsAt', s.work_starts_at,
          'dailyTotalWorkHour', s.daily_total_work_hour::float8, 'weeklyOffDayCount', s.weekly_off_day_count,
          'offTime', s.off_time) order by s.place)
        from job_shifts s where s.job_id = j.id), '[]') as shifts,
      coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'address', l.address,
          'latitude', l.latitude, 'longitude', l.longitude) order by l.name collate "tr-TR-x-icu", l.id)
        from job_locations x join company_locations l on l.id = x.company_location_id where x.job_id = j.id), '[]') as locations,
      coalesce((select json_agg(json_build_object('id', t.id, 'key', t.key, 'name', t.name)
          order by t.key is null, case when t.key is not null then t.id end, t.name collate "tr-TR-x-icu", t.id)
        from job_tags x join tags t on t.id = x.tag_id where x.job_id = j.id), '[]') as tags,
      coalesce((select json_agg(json_build_object('languageId', l.id, 'code', l.code, 'minLanguageLevel', x.min_level) order by l.id)
        from job_language_levels x join spoken_languages l on l.id = x.language_id where x.job_id = j.id), '[]') as languages
    from jobs j
    left join job_positions p on p.id = j.position_id
    left join job_categories k on k.id = j.category_id
    join users u on u.id = j.user_id
    cross join lateral (${COUNTS}) c
    where j.id = ${id} and ${owned(scope)}`;

/** Returns whether the caller owns the job, in any status: the applications of a deleted job stay readable. */
export const jobIsInScope = async (db: Db, scope: Scope, jobId: number): Promise<boolean> => {
  const owner = scope.userId === null ? sql`` : sql`and user_id = ${scope.userId}`;
  return hasRow(db)`
    select 1 from jobs where id = ${jobId} and organisation_id = ${scope.organisationId} ${owner}`;
};

/** Returns whether the scope covers the branch. The history of a closed branch stays readable. */
export const branchIsInScope = async (db: Db, scope: Scope, branchId: number): Promise<boolean> => {
  if (scope.userId !== null) return scope.userId === branchId;
  return hasRow(db)`
    select 1 from users
    where id = ${branchId} and organisation_id = ${scope.organisationId} and user_type = 'branch'`;
};

/** Returns the SQL condition that a single row of `table`, found by its id, is in the scope. */
export const inScope = ({ organisationId, userId }: Scope, table = 'a'): RawBuilder<unknown> => {
  const tenant = sql`${sql.ref(`${table}.organisation_id`)} = ${organisationId}`;
  return userId === null ? tenant : sql`${tenant} and ${sql.ref(`${table}.user_id`)} = ${userId}`;
};

/**
 * Returns the SQL condition that the rows of a list are in the scope. It compares only the narrowest owner: `job_id`,
 * `user_id` or `organisation_id` of `table`. The tenant is checked once, on the job or the account: a second condition
 * on each row, always true with the first, would make the planner expect few rows and scan a whole organisation.
 */
export const ownedRows = (table: string, { organisationId, userId }: Scope, jobId?: number): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const owner = userId === null ? sql`` : sql`and own.user_id = ${userId}`;
  if (jobId !== undefined)
    return sql`${column('job_id')} = (
      select own.id from jobs own where own.id = ${jobId} and own.organisation_id = ${organisationId} ${owner})`;
  if (userId === null) return sql`${column('organisation_id')} = ${organisationId}`;
  return sql`${column('user_id')} = (
    select own.id from users own where own.id = ${userId} and own.organisation_id = ${organisationId})`;
};

/** The stage of the application `a`. */
export const STAGE = sql`(
  select json_build_object('key', s.stage, 'at', ${instant('s.stage_at')})
  from application_stages s where s.application_id = a.id) as stage`;

/** Whether the worker withdrew the application `a`: a rejected one that the organisation did not decline. */
export const IS_WITHDRAWN = sql`a.status = 'rejected' and not a.is_declined`;

/** A locked application. Its job cannot change status meanwhile. */
export interface LockedApplication extends Row<
  'applications',
  'id' | 'organisationId' | 'userId' | 'jobId' | 'workerId' | 'status' | 'isSeen' | 'isShortlisted' | 'appointmentId'
> {
  answers: FeedbackAnswers;
  jobStatus: JobStatus;
}

/** Locks the jobs by id, then their applications in the scope by job and id. Every change locks in this order. */
export const lockApplications = (trx: Trx, scope: Scope, ids: readonly number[]): Promise<LockedApplication[]> => {
  const chosen = sql`a.id = any(${[...ids]}::bigint[]) and ${inScope(scope)}`;
  return rowsOf(trx)`
    with j as materialized (
      select id, status from jobs where id in (select a.job_id from applications a where ${chosen}) order by id for share
    )
    select a.id, a.organisation_id, a.user_id, a.job_id, a.worker_id, a.status, a.is_seen, a.is_shortlisted,
      a.appointment_id, json_build_object('isApplicantCameToAppointment', a.came, 'isAppointmentPositive', a.positive,
        'isOfferSentToApplicant', a.offer_sent, 'isApplicantAcceptTheOffer', a.offer_accepted) as answers, j.status as job_status
    from j join applications a on a.job_id = j.id
    where ${chosen} order by a.job_id, a.id for no key update of a`;
};

/** Locks one application as `lockApplications` does; undefined outside the scope. */
export const lockApplication = async (trx: Trx, scope: Scope, id: number): Promise<LockedApplication | undefined> =>
  (await lockApplications(trx, scope, [id]))[0];

/** The branch or company that owns jobs and places of work. */
export interface Owner {
  id: number;
  organisationId: number;
  userType: 'branch' | 'company';
  isDeleted: boolean;
}

/** Locks an account until the transaction ends, against deletion and credit changes. */
export const lockOwner = (trx: Trx, organisationId: number, id: number): Promise<Owner | undefined> => firstRow(trx)`
    select id, organisation_id, user_type, deleted_at is not null as is_deleted
    from users where id = ${id} and organisation_id = ${organisationId} and user_type in ('branch', 'company')
    for no key update`;

export const hasCredit = (trx: Trx, ownerId: number): Promise<boolean> =>
  hasRow(trx)`select 1 from users where id = ${ownerId} and job_creation_balance > 0`;

/** Returns the caller's credits and whether the job form requires a peopleBox project. */
export const findCallerFacts = async (db: Db, user: AuthUser) =>
  (await firstRow(db)<{ jobCreationBalance: number; usesPeopleBox: boolean }>`
    select job_creation_balance, people_box_status is not distinct from 'active' as uses_people_box
    from users where id = ${user.id} and organisation_id = ${user.organisationId}`) ?? {
    jobCreationBalance: 0,
    usesPeopleBox: false,
  };

const POSITIONS_MAX = 20;
/** The most tags of an organisation, and the most places of an owner, in a list. */
const LIST_MAX = 1000;

/**
 * Returns at most 20 positions whose folded name contains the text. Names that begin with it come first, then Turkish
 * order.
 */
export const listPositions = async (db: Db, q: string | undefined) => {
  const pattern = containing(q);
  const starts = pattern?.slice(1) ?? '%';
  return rowsOf(db)<{ id: number; name: string }>`
    select id, name from job_positions where name_folded like ${pattern ?? '%'}
    order by name_folded like ${starts} desc, name collate "tr-TR-x-icu", id limit ${POSITIONS_MAX}`;
};

export const listLanguages = (db: Db) =>
  db.selectFrom('spokenLanguages').select(['id', 'code']).orderBy('id').execute();

/** A tag. `key` names a benefit and is null for the organisation's own tags. */
interface TagRecord {
  id: number;
  key: string | null;
  name: string;
}

/** Returns the benefits, then the organisation's own tags in Turkish order. */
export const listTags = (db: Db, organisationId: number): Promise<TagRecord[]> => rowsOf(db)`
    select id, key, name from tags where organisation_id = ${organisationId} or key is not null
    order by key is null, case when key is not null then id end, name collate "tr-TR-x-icu", id
    limit ${LIST_MAX}`;

export const findBenefit = async (db: Db, key: string): Promise<TagRecord | undefined> =>
  db.selectFrom('tags').select(['id', 'key', 'name']).where('key', '=', key).executeTakeFirst();

/** Returns the organisation's tag of that folded name and creates it when absent. */
export const findOrInsertTag = async (
  trx: Trx,
  organisationId: number,
  name: string,
  now: Date,
): Promise<TagRecord & { isNew: boolean }> => {
  const row = await firstRow(trx)<TagRecord & { isNew: boolean }>`
    insert into tags (organisation_id, name, created_at) values (${organisationId}, ${name}, ${now})
    on conflict (organisation_id, name_folded) do nothing
    returning id, key, name, true as is_new`;
  if (row) return row;
  return onlyRow(trx)`
    select id, key, name, false as is_new from tags
    where organisation_id = ${organisationId} and name_folded = fold_text(${name})`;
};

/** A place of work, in degrees. */
type LocationRecord = Row<'companyLocations', 'id' | 'name' | 'address' | 'latitude' | 'longitude'>;

export const listLocations = (db: Db, organisationId: number, userId: number): Promise<LocationRecord[]> => rowsOf(db)`
    select id, name, address, latitude, longitude from company_locations
    where user_id = ${userId} and organisation_id = ${organisationId}
    order by name collate "tr-TR-x-icu", id limit ${LIST_MAX}`;

export const insertLocation = (
  trx: Trx,
  owner: Owner,
  { name, address, latitude, longitude }: Omit<LocationRecord, 'id'>,
  now: Date,
): Promise<LocationRecord> => onlyRow(trx)`
    insert into company_locations (organisation_id, user_id, name, address, latitude, longitude, created_at)
    values (${owner.organisationId}, ${owner.id}, ${name}, ${address}, ${latitude}, ${longitude}, ${now})
    returning id, name, address, latitude, longitude`;
