import { sql, type RawBuilder } from 'kysely';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import type { Db } from '../../platform/database/schema';
import { inScope, isOpen, ownedRows } from '../jobs';
import type { FilterMoment } from './filterRepository';
import { conditionsOf, filtersOf, kindsOf } from './filterRepository';
import { readRows, type ApplicationRecord } from './repository';
import { segmentsOf, type NeedCursor } from './needOrder';

type Sql = RawBuilder<unknown>;

export interface PagePosition {
  limit: number;
  offset: number;
  /** The exact number of rows. When given, the query counts from the oldest row, which is nearer. */
  total?: number;
}

/** Returns the condition that a row follows the application `before`, by its `values`; true for a page by number. */
const continues = (scope: Scope, { before }: ApplicationSearchQuery, comparison: Sql, values: Sql): Sql =>
  before === undefined
    ? sql`true`
    : sql`${comparison} (select ${values} from applications b where b.id = ${before} and ${inScope(scope, 'b')})`;

/** Returns the order and limit of a page's index scan. */
const pageClause = ({ limit, offset, total }: PagePosition): RawBuilder<unknown> => {
  if (total === undefined) return sql`order by a.created_at desc, a.id desc limit ${limit} offset ${offset}`;
  const rows = Math.max(0, Math.min(limit, total - offset));
  return sql`order by a.created_at, a.id limit ${rows} offset ${Math.max(0, total - offset - rows)}`;
};

const listNewest = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  page: PagePosition,
): Promise<ApplicationRecord[]> => {
  const after = continues(scope, query, sql`(a.created_at, a.id) <`, sql`b.created_at, b.id`);
  return readRows(
    db,
    scope,
    sql`
    select a.id from applications a where ${conditionsOf(scope, query, moment)} and ${after}
    ${pageClause(page)}`,
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
      order by ${order} limit ${limit} offset ${offset}`,
    order,
  );
};

/**
 * Returns a page by the time left to answer: first the arrivals after `cutoff`, oldest first, then the others, newest
 * first. Each half is one walk along the index of the newest, and the second one only fills up what the first one lacks.
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
  // After an application whose time is over no running one follows.
  const afterRunning = continues(
    scope,
    query,
    sql`(a.created_at, a.id) >`,
    sql`case when b.created_at > ${cutoff} then b.created_at else 'infinity' end, b.id`,
  );
  const afterOthers = continues(scope, query, sql`(a.created_at, a.id) <`, sql`b.created_at, b.id`);
  const half = (which: Sql, direction: Sql) => sql`
    (select a.id, a.created_at from applications a where ${conditionsOf(scope, query, moment)} and ${which}
     order by a.created_at ${direction}, a.id ${direction} limit ${limit + offset})`;
  // The inner limits are constants, which keep the planner at the index.
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
      ) a order by ${order} limit ${limit} offset ${offset}`,
    order,
  );
};

const LISTS = { newest: listNewest, score: listByScore, deadline: listByDeadline };

/** Returns a page in the order of `sort`, by offset or after the application `before`. */
export const listApplications = (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  page: PagePosition,
): Promise<ApplicationRecord[]> =>
  LISTS[query.sort === undefined || query.sort === 'need' ? 'newest' : query.sort](
    db,
    scope,
    query,
    moment,
    query.before === undefined ? page : { ...page, offset: 0 },
  );

const timeText = (at: Date | null, otherwise: string): string => at?.toISOString() ?? otherwise;

/**
 * Returns a page in the order of needs. Each segment is one walk along the index of the owner, so that a pile of old
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
  const isCursor = (place: number) => cursor?.place === place;
  return readRows(
    db,
    scope,
    sql`
      select x.application_id as id, s.place, x.due_from
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
          and (s.is_open is null or s.is_open = ${isOpen(moment.now)}) ${filtered}
        order by n.due_from, n.application_id limit ${limit}
      ) x
      order by s.place, x.due_from, x.application_id limit ${limit}`,
    sql`chosen.place, chosen.due_from, a.id`,
  );
};
