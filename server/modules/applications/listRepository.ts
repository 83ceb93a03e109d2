import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { inScope } from '../jobs';
import type { FilterMoment } from './filter';
import { conditionsOf } from './filterRepository';
import { readRows, type ApplicationRecord } from './repository';

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
  db: Kysely<Database>,
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
  db: Kysely<Database>,
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
  db: Kysely<Database>,
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
  db: Kysely<Database>,
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
