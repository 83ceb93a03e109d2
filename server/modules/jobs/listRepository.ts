import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { JobSortField } from '../../../contract/constants/options';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { JobCounts } from '../../../contract/schemas/jobs';
import type { Scope } from '../../platform/auth/scope';
import { containing } from '../../platform/database/like';
import { onlyRow, onlyValue, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { countDue } from './needRepository';

export interface JobFilter {
  scope: Scope;
  q: string | undefined;
  statuses: readonly string[] | undefined;
}

export interface JobSort {
  field: JobSortField;
  direction: 'asc' | 'desc';
}

/** A job of the list, which `presenter.ts` turns into JSON. */
export interface JobRecord {
  id: number;
  title: string;
  createdAt: string;
  openedAt: string | null;
  status: JobStatus;
  positionId: number | null;
  positionName: string;
  categoryId: number | null;
  categoryName: string;
  userId: number;
  companyName: string;
  applications: number;
  unreviewed: number;
  shortLists: number;
  jobViews: number;
  needs: number;
  hiresWanted: number | null;
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
  db: Kysely<Database>,
  filter: JobFilter,
  page: { sort: JobSort | undefined; limit: number; offset: number; now: Date },
): Promise<JobRecord[]> => rowsOf(db)`
    select j.id, j.title, j.status, to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      to_char(j.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "openedAt",
      p.id as "positionId", coalesce(p.name, '') as "positionName", k.id as "categoryId", coalesce(k.name, '') as "categoryName",
      u.id as "userId", coalesce(u.company_name, '') as "companyName", c.applications, c.unreviewed,
      c.short_lists as "shortLists", j.view_count as "jobViews", ${countDue(page.now)} as needs,
      j.hires_wanted as "hiresWanted", c.hired
    from (${pageOf(filter, page.sort, page.limit, page.offset)}) j
    left join job_positions p on p.id = j.position_id
    left join job_categories k on k.id = j.category_id
    join users u on u.id = j.user_id
    cross join lateral (${COUNTS}) c
    order by j.place`;

export const listTitles = (
  db: Kysely<Database>,
  filter: JobFilter,
  page: { sort: JobSort | undefined; limit: number; offset: number },
): Promise<{ id: number; title: string }[]> => rowsOf(db)`
    select j.id, j.title from (${pageOf(filter, page.sort, page.limit, page.offset)}) j order by j.place`;

type JobOption = Pick<JobRecord, 'id' | 'title' | 'status' | 'openedAt'> & {
  user: { id: number; companyName: string };
};

/** Returns the fields that tell jobs of the same title apart. */
export const listOptions = (
  db: Kysely<Database>,
  filter: JobFilter,
  page: { sort: JobSort | undefined; limit: number; offset: number },
): Promise<JobOption[]> => rowsOf(db)`
    select j.id, j.title, j.status, to_char(j.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "openedAt",
      json_build_object('id', u.id, 'companyName', coalesce(u.company_name, '')) as user
    from (${pageOf(filter, page.sort, page.limit, page.offset)}) j join users u on u.id = j.user_id
    order by j.place`;

export const countJobs = (db: Kysely<Database>, filter: JobFilter): Promise<number> =>
  onlyValue(db)`
    select count(*) as total from jobs j where ${conditions(filter)}`;

/** Returns the number of jobs in each status, without deleted jobs. */
export const countByStatus = (db: Kysely<Database>, scope: Scope): Promise<JobCounts> => onlyRow(db)`
    select (count(*) filter (where j.status = 'active'))::int as active,
      (count(*) filter (where j.status = 'closed'))::int as closed,
      (count(*) filter (where j.status = 'draft'))::int as draft, count(*)::int as total
    from jobs j where ${owned(scope)} and j.status <> 'deleted'`;
