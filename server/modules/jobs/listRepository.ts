import { sql, type RawBuilder } from 'kysely';
import { LAPSING_KINDS, lapses, NEED_KINDS, openSince } from '../../../contract/rules/need';
import type { JobChangeBody, Shift } from '../../../contract/schemas/jobForm';
import type { JobSortField } from '../../../contract/constants/options';
import type { JobCounts } from '../../../contract/schemas/jobs';
import type { Scope } from '../../platform/auth/guard';
import { onlyRow, onlyValue, rowsOf, instant, containing } from '../../platform/database/query';
import type { Db, Names, Row } from '../../platform/database/schema';
import type { RuledFields, UnknownReferences } from './rules';

/**
 * Returns the SQL condition that a row of `application_needs n`, of a kind that lapses and due at `now`, has not
 * lapsed. The index alone decides all but recently due `invite` needs.
 */
export const isOpen = (now: Date): RawBuilder<unknown> => {
  const since = new Date(openSince(now.getTime()));
  return sql`(n.due_from > ${since} and (n.need = 'decide' or coalesce((
    select m.snoozed_until from application_needs m where m.application_id = n.application_id) > ${since}, false)))`;
};

const KEPT_KINDS = NEED_KINDS.filter((kind) => !lapses(kind));

/** Returns the SQL number of the needs of the job `j` that are due at `now`. */
const countDue = (now: Date): RawBuilder<unknown> => sql`(
  (select count(*) from application_needs n
    where n.job_id = j.id and n.need = any(${KEPT_KINDS}) and n.due_from <= ${now})
  + (select count(*) from application_needs n
    where n.job_id = j.id and n.need = any(${[...LAPSING_KINDS]}) and n.due_from <= ${now} and ${isOpen(now)}))::int`;

/** The columns of `jobs` that a body may set. */
export type JobColumns = Record<string, unknown>;

/** Fields that go into the column of their name unchanged. */
const PLAIN = [
  'positionId',
  'categoryId',
  'hiresWanted',
  'gender',
  'birthDateMin',
  'birthDateMax',
  'minEducationStatus',
  'minEnglishLevel',
  'isFullTime',
  'isPartTime',
  'isSeasonal',
  'isPublic',
  'contactType',
] as const satisfies readonly (keyof JobChangeBody)[];

const minorOf = (amount: number | null): number | null => (amount === null ? null : Math.round(amount * 100));

/** Rounds to four decimals, the precision that the form shows and the column holds. */
const thresholdOf = (share: number | null): number | null => (share === null ? null : Math.round(share * 1e4) / 1e4);

/** Returns the codes without repeats. An empty text means no requirement. */
const codesOf = (list: string | null): number[] => (list === null ? [] : [...new Set(list.split(',').map(Number))]);

interface ColumnContext {
  isCompany: boolean;
  usesPeopleBox: boolean;
  /** The contact type after the change. */
  contactType: RuledFields['contactType'];
}

/** Returns the columns that a body sets, without the fields that the sender may not set. */
export const columnsOf = (
  body: JobChangeBody,
  { isCompany, usesPeopleBox, contactType }: ColumnContext,
): JobColumns => {
  const columns: JobColumns = {};
  for (const field of PLAIN) if (body[field] !== undefined) columns[field] = body[field];
  if (body.title !== undefined) columns.title = body.title.trim();
  if (body.description !== undefined) columns.description = body.description?.trim() ?? '';
  // Zero means that the job requires no experience.
  if (body.minExperienceDuration !== undefined) columns.minExperienceDuration = body.minExperienceDuration || null;
  if (body.expectedSalaryMin !== undefined) columns.expectedSalaryMinMinor = minorOf(body.expectedSalaryMin);
  if (body.expectedSalaryMax !== undefined) columns.expectedSalaryMaxMinor = minorOf(body.expectedSalaryMax);
  if (body.militaryRequirements !== undefined) columns.militaryRequirements = codesOf(body.militaryRequirements);
  if (contactType !== 'via_phone') columns.contactTypePhoneNumber = null;
  else if (body.contactTypePhoneNumber !== undefined) columns.contactTypePhoneNumber = body.contactTypePhoneNumber;
  // Companies have no auto-shortlist, so the server ignores their threshold. See docs/PRODUCT.md#auto-shortlist.
  if (!isCompany && body.autoShortlistThreshold !== undefined)
    columns.autoShortlistThreshold = thresholdOf(body.autoShortlistThreshold);
  if (usesPeopleBox && body.peopleBoxProject !== undefined) columns.peopleBoxProjectId = body.peopleBoxProject;
  return columns;
};

/** The lists of a job, each in its own table. An undefined list stays unchanged. */
export interface JobParts {
  shifts: Shift[] | undefined;
  tagIds: number[] | undefined;
  languageLevels: NonNullable<JobChangeBody['languageLevels']> | undefined;
  companyLocationIds: number[] | undefined;
}

const isSpecified = (shift: Shift): boolean => Object.values(shift).some((value) => value !== null);

/** Returns the lists that a body sets, without repeats and without empty shifts. */
export const partsOf = ({ shifts, tagIds, languageLevels, companyLocationIds }: JobChangeBody): JobParts => ({
  shifts: shifts?.filter(isSpecified),
  tagIds: tagIds && [...new Set(tagIds)],
  languageLevels,
  companyLocationIds: companyLocationIds && [...new Set(companyLocationIds)],
});

interface JobFilter {
  scope: Scope;
  q: string | undefined;
  statuses: readonly string[] | undefined;
}

export interface JobSort {
  field: JobSortField;
  direction: 'asc' | 'desc';
}

/** A job of the list. */
export interface JobRecord extends Row<'jobs', Names<'id title status positionId categoryId userId hiresWanted'>> {
  createdAt: string;
  openedAt: string | null;
  positionName: string;
  categoryName: string;
  companyName: string;
  applications: number;
  unreviewed: number;
  shortLists: number;
  jobViews: number;
  needs: number;
  hired: number;
}

const owned = ({ organisationId, userId }: Scope): RawBuilder<unknown> =>
  userId === null
    ? sql`j.organisation_id = ${organisationId}`
    : sql`j.user_id = ${userId} and j.organisation_id = ${organisationId}`;

const conditions = ({ scope, q, statuses }: JobFilter): RawBuilder<unknown> => {
  const parts = [owned(scope), statuses ? sql`j.status = any(${[...statuses]})` : sql`j.status <> 'deleted'`];
  const pattern = containing(q);
  if (pattern)
    parts.push(sql`(j.title_folded like ${pattern}
      or exists (select 1 from job_positions p where p.id = j.position_id and p.name_folded like ${pattern})
      or exists (select 1 from users u where u.id = j.user_id and u.company_name_folded like ${pattern}))`);
  return sql.join(parts, sql` and `);
};

/**
 * The counts of a job in the list. Rejected applications have a separate count, and an accepted offer makes an application
 * accepted. See docs/PRODUCT.md#job-list.
 */
export const COUNTS = sql`
  select coalesce(sum(x.total), 0)::int as applications, coalesce(sum(x.unseen), 0)::int as unreviewed,
    coalesce(sum(x.total) filter (where x.is_shortlisted), 0)::int as short_lists,
    coalesce(sum(x.total) filter (where x.status = 'accepted'), 0)::int as hired
  from application_counts x where x.job_id = j.id and x.status in ('in_progress', 'accepted')`;

const SORT_COLUMNS: Record<JobSortField, RawBuilder<unknown>> = {
  title: sql`j.title collate "tr-TR-x-icu"`,
  openedAt: sql`j.opened_at`,
  status: sql`j.status collate "C"`,
  applicationCount: sql`c.applications`,
  unseenCount: sql`c.unreviewed`,
  shortListCount: sql`c.short_lists`,
  viewCount: sql`j.view_count`,
  branchName: sql`(select u.company_name collate "tr-TR-x-icu" from users u where u.id = j.user_id)`,
};

const COUNTED: readonly JobSortField[] = ['applicationCount', 'unseenCount', 'shortListCount'];

/**
 * Returns the order of the list. Without a sort, the newest opened job is first and drafts are last. The id breaks
 * ties.
 */
const orderOf = (sort: JobSort | undefined): RawBuilder<unknown> => {
  if (!sort) return sql`j.opened_at desc nulls last, j.id desc`;
  return sql`${SORT_COLUMNS[sort.field]} ${sort.direction === 'asc' ? sql`asc` : sql`desc`} nulls last, j.id desc`;
};

/**
 * Selects the jobs of the page before any look-up for them. It computes the counts first only when they decide the
 * order.
 */
const pageOf = (filter: JobFilter, sort: JobSort | undefined, limit: number, offset: number): RawBuilder<unknown> => {
  const counts = sort && COUNTED.includes(sort.field) ? sql`cross join lateral (${COUNTS}) c` : sql``;
  return sql`
    select j.*, row_number() over (order by ${orderOf(sort)}) as place from jobs j ${counts}
    where ${conditions(filter)} order by ${orderOf(sort)} limit ${limit} offset ${offset}`;
};

export const listJobs = (
  db: Db,
  filter: JobFilter,
  page: { sort: JobSort | undefined; limit: number; offset: number; now: Date },
): Promise<JobRecord[]> => rowsOf(db)`
    select j.id, j.title, j.status, ${instant('j.created_at')} as created_at, ${instant('j.opened_at')} as opened_at,
      p.id as position_id, coalesce(p.name, '') as position_name, k.id as category_id,
      coalesce(k.name, '') as category_name, u.id as user_id, coalesce(u.company_name, '') as company_name,
      c.applications, c.unreviewed, c.short_lists, j.view_count as job_views, ${countDue(page.now)} as needs,
      j.hires_wanted, c.hired
    from (${pageOf(filter, page.sort, page.limit, page.offset)}) j
    left join job_positions p on p.id = j.position_id
    left join job_categories k on k.id = j.category_id
    join users u on u.id = j.user_id
    cross join lateral (${COUNTS}) c
    order by j.place`;

export const listTitles = (
  db: Db,
  filter: JobFilter,
  page: { sort: JobSort | undefined; limit: number; offset: number },
): Promise<{ id: number; title: string }[]> => rowsOf(db)`
    select j.id, j.title from (${pageOf(filter, page.sort, page.limit, page.offset)}) j order by j.place`;

type JobOption = Pick<JobRecord, 'id' | 'title' | 'status' | 'openedAt'> & {
  user: { id: number; companyName: string };
};

/** Returns the fields that distinguish jobs with the same title. */
export const listOptions = (
  db: Db,
  filter: JobFilter,
  page: { sort: JobSort | undefined; limit: number; offset: number },
): Promise<JobOption[]> => rowsOf(db)`
    select j.id, j.title, j.status, ${instant('j.opened_at')} as opened_at,
      json_build_object('id', u.id, 'companyName', coalesce(u.company_name, '')) as user
    from (${pageOf(filter, page.sort, page.limit, page.offset)}) j join users u on u.id = j.user_id
    order by j.place`;

export const countJobs = (db: Db, filter: JobFilter): Promise<number> =>
  onlyValue(db)`
    select count(*) as total from jobs j where ${conditions(filter)}`;

/** Returns the number of jobs in each status, without deleted jobs. */
export const countByStatus = (db: Db, scope: Scope): Promise<JobCounts> => onlyRow(db)`
    select (count(*) filter (where j.status = 'active'))::int as active,
      (count(*) filter (where j.status = 'closed'))::int as closed,
      (count(*) filter (where j.status = 'draft'))::int as draft, count(*)::int as total
    from jobs j where ${owned(scope)} and j.status <> 'deleted'`;

interface Owner {
  organisationId: number;
  userId: number;
}

/** Returns which fields name an unknown id, a tag of another organisation or a place of work of another owner. */
export const findUnknownReferences = async (
  trx: Db,
  { organisationId, userId }: Owner,
  body: JobChangeBody,
): Promise<UnknownReferences> => {
  const { positionId = null, categoryId = null, tagIds = [], companyLocationIds = [] } = body;
  const languageIds = body.languageLevels?.map(({ languageId }) => languageId) ?? [];
  return onlyRow(trx)`
    select
      ${positionId}::bigint is not null and not exists (select 1 from job_positions where id = ${positionId}) as position,
      ${categoryId}::bigint is not null and not exists (select 1 from job_categories where id = ${categoryId}) as category,
      exists (select 1 from unnest(${tagIds}::bigint[]) as named (id) where not exists (
        select 1 from tags t where t.id = named.id and (t.organisation_id = ${organisationId} or t.key is not null))) as tags,
      exists (select 1 from unnest(${languageIds}::bigint[]) as named (id) where not exists (
        select 1 from spoken_languages l where l.id = named.id)) as languages,
      exists (select 1 from unnest(${companyLocationIds}::bigint[]) as named (id) where not exists (
        select 1 from company_locations l
        where l.id = named.id and l.user_id = ${userId} and l.organisation_id = ${organisationId})) as locations`;
};
