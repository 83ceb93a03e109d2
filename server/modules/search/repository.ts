import { sql, type RawBuilder } from 'kysely';
import { STAGES, stagesIn, type ApplicationStatus, type StageKey } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery, StagesQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import { onlyValue, rowsOf } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';
import { readRows, type ApplicationRecord } from '../applications';
import { inScope, isOpen, ownedRows } from '../jobs';
import {
  conditionsOf,
  countersSuffice,
  filtersOf,
  idsInStages,
  kindsOf,
  statusesOf,
  withNeed,
  type FilterMoment,
} from './filterRepository';
import { segmentsOf, type NeedCursor } from './needOrder';

type Sql = RawBuilder<unknown>;

type Counted = Pick<ApplicationSearchQuery, 'status' | 'op' | 'jobId' | 'isShortlisted' | 'isSeen'>;

/** Returns the exact number of applications by owner, job, status, shortlist and seen flag, from the counters. */
const sumOfCounters = (scope: Scope, query: Counted): Sql => {
  const statuses = statusesOf(query);
  const jobs = [sql`j.organisation_id = ${scope.organisationId}`];
  if (scope.userId !== null) jobs.push(sql`j.user_id = ${scope.userId}`);
  if (query.jobId !== undefined) jobs.push(sql`j.id = ${query.jobId}`);
  // The jobs are one array, so that a single scan of the counters' index reads them. With a join, a planner with high
  // costs for random reads would scan the counters of all organisations.
  const counts = [sql`x.job_id = any(array(select j.id from jobs j where ${sql.join(jobs, sql` and `)}))`];
  if (statuses) counts.push(sql`x.status = any(${statuses})`);
  if (query.isShortlisted !== undefined) counts.push(sql`x.is_shortlisted = ${query.isShortlisted}`);
  return sql`
    select coalesce(sum(${query.isSeen === false ? sql`x.unseen` : sql`x.total`}), 0)::int as total
    from application_counts x where ${sql.join(counts, sql` and `)}`;
};

export const countByCounters = (db: Db, scope: Scope, query: Counted): Promise<number> =>
  onlyValue(db)<number>`${sumOfCounters(scope, query)}`;

/**
 * The most frequent stages. Their numbers are computed from the counters and the other stages, without reading rows.
 */
const LARGE_STAGES: readonly StageKey[] = ['new', 'declined'];

const SMALL_STAGES = STAGES.filter((key) => !LARGE_STAGES.includes(key));

/** Returns how many applications of a scope are in each stage that has any. */
export const countStages = (
  db: Db,
  scope: Scope,
  jobId: number | undefined,
): Promise<{ stage: StageKey; total: number }[]> => {
  const sumOf = (status: ApplicationStatus[]) =>
    sumOfCounters(scope, { status: status.join(), ...(jobId !== undefined && { jobId }) });
  return rowsOf(db)`
    with counted as (
      select s.stage, count(*)::int as total from application_stages s
      where ${ownedRows('s', scope, jobId)} and s.stage = any(${SMALL_STAGES}) group by s.stage)
    select stage, total from counted
    union all select 'new', (${sumOf(['in_progress', 'accepted'])}) - coalesce(sum(total), 0)::int from counted where stage <> 'withdrew'
    union all select 'declined', (${sumOf(['rejected'])}) - coalesce(sum(total), 0)::int from counted where stage = 'withdrew'`;
};

/**
 * Returns how many applications that match the filters are in each stage that has any. It looks up no row of a large
 * stage: an application in none of the small ones is new, or declined if its status says so.
 */
export const countFilteredStages = (
  db: Db,
  scope: Scope,
  query: StagesQuery,
  moment: FilterMoment,
): Promise<{ stage: StageKey; total: number }[]> =>
  rowsOf(db)`
    select coalesce(s.stage, case a.status when 'rejected' then 'declined' else 'new' end) as stage,
      count(*)::int as total
    from applications a left join application_stages s
      on s.application_id = a.id and ${ownedRows('s', scope, query.jobId)} and s.stage = any(${SMALL_STAGES})
    where ${conditionsOf(scope, query, moment)} group by 1`;

export const countFiltered = (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from applications a where ${conditionsOf(scope, query, moment)}`;

export interface PagePosition {
  limit: number;
  offset: number;
  /** The exact number of rows. When given, the query reads from the oldest row, which is nearer. */
  total?: number;
}

/** Returns the condition that a row follows the application `before`, by its `values`; true for a page by number. */
const continues = (scope: Scope, { before }: ApplicationSearchQuery, comparison: Sql, values: Sql): Sql =>
  before === undefined
    ? sql`true`
    : sql`${comparison} (select ${values} from applications b where b.id = ${before} and ${inScope(scope, 'b')})`;

/**
 * Returns a limit with its numbers in the SQL text: PostgreSQL plans a prepared statement with parameters there for a
 * tenth of all rows.
 */
const limited = (limit: number, offset: number) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Returns a page of these applications, newest first, by one index scan. */
const newestOf = (conditions: Sql, { limit, offset, total }: PagePosition, isPlain: boolean): Sql => {
  // With further filters PostgreSQL reuses a prepared plan only if it was made for many rows.
  if (total === undefined)
    return sql`
      select a.id from applications a where ${conditions}
      order by a.created_at desc, a.id desc ${isPlain ? limited(limit, offset) : sql`limit ${limit} offset ${offset}`}`;
  const rows = Math.max(0, Math.min(limit, total - offset));
  return sql`
    select x.id from (
      select a.id, a.created_at from applications a where ${conditions}
      order by a.created_at, a.id limit ${rows} offset ${Math.max(0, total - offset - rows)}
    ) x order by x.created_at desc, x.id desc`;
};

const listNewest = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  page: PagePosition,
): Promise<ApplicationRecord[]> => {
  const after = continues(scope, query, sql`(a.created_at, a.id) <`, sql`b.created_at, b.id`);
  const conditions = sql`${conditionsOf(scope, query, moment)} and ${after}`;
  return readRows(db, scope, newestOf(conditions, page, countersSuffice(query)));
};

/** Returns whether the query names the open statuses, as every list of open stages does. */
const saysOpen = ({ op, status }: ApplicationSearchQuery): boolean =>
  op === undefined && ['in_progress', 'accepted'].every((one) => status?.split(',').includes(one));

/**
 * Returns a page of the applications in some stages, newest first. Each stage is one scan of the owner's index, so that
 * a rare stage costs no more than a frequent one.
 */
const listByStage = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery & { stage: string },
  moment: FilterMoment,
  { limit, offset }: PagePosition,
): Promise<ApplicationRecord[]> => {
  const { status: _status, ...withoutStatus } = query;
  const stages = stagesIn(query.stage);
  const isOpenStage = stages.every((key) => key !== 'declined' && key !== 'withdrew');
  const filters = filtersOf(scope, isOpenStage && saysOpen(query) ? withoutStatus : query, moment);
  const conditions = [...withNeed(scope, query, moment.now), ...filters];
  // With the owner as a condition, a filter that matches few rows is read from the owner's index.
  const owned = ownedRows('a', scope, query.jobId);
  const filtered =
    conditions.length === 0
      ? sql`true`
      : sql`exists (
          select from applications a where a.id = s.application_id and ${sql.join([owned, ...conditions], sql` and `)})`;
  const after = continues(scope, query, sql`(s.created_at, s.application_id) <`, sql`b.created_at, b.id`);
  const order = sql`s.created_at desc, s.application_id desc`;
  const walks = stages.map(
    (key) => sql`
      (select s.application_id, s.created_at from application_stages s
       where ${ownedRows('s', scope, query.jobId)} and s.stage = ${key} and ${after} and ${filtered}
       order by ${order} ${limited(limit + offset, 0)})`,
  );
  return readRows(
    db,
    scope,
    sql`
      select s.application_id as id from (${sql.join(walks, sql` union all `)}) s
      order by ${order} ${limited(limit, offset)}`,
  );
};

/** Returns a page, highest match score first. */
const listByScore = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { limit, offset }: PagePosition,
): Promise<ApplicationRecord[]> => {
  const order = sql`a.match_score desc, a.id desc`;
  const after = continues(scope, query, sql`(a.match_score, a.id) <`, sql`b.match_score, b.id`);
  return readRows(
    db,
    scope,
    sql`
      select a.id from applications a where ${conditionsOf(scope, query, moment)} and ${after}
      order by ${order} ${limited(limit, offset)}`,
  );
};

/**
 * Returns a page by the time left to answer: first the arrivals after `cutoff`, oldest first, then the others, newest
 * first. Each half is one scan of the index by arrival; the second one only fills the rest of the page.
 */
const listByDeadline = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { limit, offset }: PagePosition,
): Promise<ApplicationRecord[]> => {
  const { cutoff } = moment;
  const isRunning = sql`a.created_at > ${cutoff}`;
  const order = sql`
    ${isRunning} desc, case when ${isRunning} then a.created_at end, case when ${isRunning} then a.id end,
    a.created_at desc, a.id desc`;
  // An application with time left never follows one whose time is over.
  const afterRunning = continues(
    scope,
    query,
    sql`(a.created_at, a.id) >`,
    sql`case when b.created_at > ${cutoff} then b.created_at else 'infinity' end, b.id`,
  );
  const afterOthers = continues(scope, query, sql`(a.created_at, a.id) <`, sql`b.created_at, b.id`);
  const half = (which: Sql, direction: Sql) => sql`
    (select a.id, a.created_at from applications a where ${conditionsOf(scope, query, moment)} and ${which}
     order by a.created_at ${direction}, a.id ${direction} ${limited(limit + offset, 0)})`;
  // Constant inner limits make the planner use the index.
  return readRows(
    db,
    scope,
    sql`
      with running as materialized ${half(sql`${isRunning} and ${afterRunning}`, sql`asc`)}
      select a.id from (
        select * from running
        union all
        (select * from ${half(sql`not ${isRunning} and ${afterOthers}`, sql`desc`)} others
         limit ${limit + offset} - (select count(*) from running))
      ) a order by ${order} ${limited(limit, offset)}`,
  );
};

const LISTS = { score: listByScore, deadline: listByDeadline };

/** Returns a page in the order of `sort`, by offset or after the application `before`. */
export const listApplications = (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  page: PagePosition,
): Promise<ApplicationRecord[]> => {
  const { stage, sort } = query;
  const at = query.before === undefined ? page : { ...page, offset: 0 };
  if (sort !== undefined && sort !== 'need' && sort !== 'newest') return LISTS[sort](db, scope, query, moment, at);
  return stage === undefined
    ? listNewest(db, scope, query, moment, at)
    : listByStage(db, scope, { ...query, stage }, moment, at);
};

const timeText = (at: Date | null, otherwise: string): string => at?.toISOString() ?? otherwise;

/**
 * Returns a page in the order of needs. Each segment is one scan of the owner's index, so that a pile of old
 * applications costs nothing. `moment.now` is that of the first page.
 */
export const listByNeed = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { cursor, limit }: { cursor: NeedCursor | undefined; limit: number },
): Promise<ApplicationRecord[]> => {
  const segments = segmentsOf(kindsOf(query), query.needState, moment.now).filter(
    ({ place }) => cursor === undefined || place >= cursor.place,
  );
  if (segments.length === 0) return [];
  const filters = filtersOf(scope, query, moment);
  const filtered =
    filters.length === 0
      ? sql``
      : sql`and exists (select from applications a where a.id = n.application_id and ${sql.join(filters, sql` and `)})`;
  // Read once: PostgreSQL expects few needs of a kind, and would look up the stage of each of them.
  const [staged, isStaged] =
    query.stage === undefined
      ? [sql``, sql``]
      : [
          sql`with staged as materialized (${idsInStages(scope, query.stage, query.jobId)})`,
          sql`and n.application_id in (select staged.application_id from staged)`,
        ];
  const isCursor = (place: number) => cursor?.place === place;
  return readRows(
    db,
    scope,
    sql`
      ${staged} select x.application_id as id, s.place, x.due_from
      from unnest(
        ${segments.map(({ place }) => place)}::int[], ${segments.map(({ kind }) => kind)}::text[],
        ${segments.map(({ above }) => timeText(above, '-infinity'))}::timestamptz[],
        ${segments.map(({ upTo }) => timeText(upTo, 'infinity'))}::timestamptz[],
        ${segments.map((segment) => segment.isOpen)}::boolean[],
        ${segments.map(({ place }) => timeText(isCursor(place) ? cursor!.dueFrom : null, '-infinity'))}::timestamptz[],
        ${segments.map(({ place }) => (isCursor(place) ? cursor!.id : 0))}::bigint[]
      ) s (place, kind, above, up_to, is_open, after_due, after_id)
      cross join lateral (
        select n.application_id, n.due_from from application_needs n
        where ${ownedRows('n', scope, query.jobId)} and n.need = s.kind
          and n.due_from > s.above and n.due_from <= s.up_to and (n.due_from, n.application_id) > (s.after_due, s.after_id)
          and (s.is_open is null or s.is_open = ${isOpen(moment.now)}) ${isStaged} ${filtered}
        order by n.due_from, n.application_id ${limited(limit, 0)}
      ) x
      order by s.place, x.due_from, x.application_id ${limited(limit, 0)}`,
  );
};
