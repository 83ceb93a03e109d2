import { sql, type RawBuilder } from 'kysely';
import type { DecisionFilter } from '../../../contract/constants/decisions';
import { LAPSING_KINDS, NEED_KINDS, type NeedKind, type NeedState } from '../../../contract/rules/need';
import { APPLICATION_STATUSES, stagesIn, type ApplicationStatus } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import { containing, NEVER_PREPARED } from '../../platform/database/query';
import { IS_WITHDRAWN, isOpen, ownedRows } from '../jobs';

/** The dates that the filters need, from the clock and the time zone. */
export interface FilterMoment {
  now: Date;
  /** Today in the marketplace's zone, `YYYY-MM-DD`: ages count calendar years. */
  today: string;
  /** The start of the `createdAt` day in that zone. */
  createdFrom: Date | undefined;
  /** Applications that arrived later still have time to be answered. Set for `sort=deadline`. */
  cutoff: Date | undefined;
}

/** Returns the statuses that `status` and `op` select, or undefined for all of them. */
export const statusesOf = ({ status, op }: ApplicationSearchQuery): ApplicationStatus[] | undefined => {
  if (status === undefined) return undefined;
  const named = new Set(status.split(','));
  const left = APPLICATION_STATUSES.filter((one) => named.has(one) !== (op === 'must_not'));
  return left.length === APPLICATION_STATUSES.length ? undefined : left;
};

/** Returns whether the counters alone can count the query's rows. */
export const countersSuffice = (query: ApplicationSearchQuery): boolean =>
  Object.entries(query).every(
    ([name, value]) =>
      ['status', 'op', 'limit', 'page', 'jobId', 'branchId', 'isShortlisted', 'isSeen', 'sort', 'sortedAt'].includes(
        name,
      ) ||
      value === undefined ||
      (name === 'q' && containing(String(value)) === undefined),
  );

type Condition = RawBuilder<unknown>;

/**
 * Builds a plain condition, so that the planner uses the partial indexes. A flag that is not set (null) matches neither
 * value.
 */
const flag = (column: string, value: boolean | undefined): Condition[] => {
  if (value === undefined) return [];
  return [value ? sql.ref(column) : sql`not ${sql.ref(column)}`];
};

const compare = (value: string | number | undefined, condition: (value: string | number) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)];

/** Distances are shown to 0.1 km, so "12.0 KM" must count as within 12. */
const HALF_STEP_KM = 0.05;

/** The index of names holds parts of three characters: for a shorter text it would return every row of the owner. */
const INDEXED_LENGTH = '%abc%'.length;

const named = (like: string): Condition =>
  like.length < INDEXED_LENGTH
    ? sql`(a.worker_name_folded || '') like ${like}`
    : sql`a.worker_name_folded like ${like}`;

/** Returns the conditions on the worker. Military status applies to men only. See docs/PRODUCT.md#filters. */
const workerConditions = (query: ApplicationSearchQuery, today: string): Condition[] => [
  ...compare(containing(query.q), (like) => named(String(like))),
  ...compare(query.gender, (gender) => sql`a.worker_gender = ${gender}`),
  ...compare(query.military, (code) => sql`a.worker_military = ${code} and a.worker_gender = 'male'`),
  ...compare(
    query.ageMin,
    (years) => sql`a.worker_birth_date <= (${today}::date - make_interval(years => ${years}::int))::date`,
  ),
  ...compare(
    query.ageMax,
    (years) => sql`a.worker_birth_date > (${today}::date - make_interval(years => ${years}::int + 1))::date`,
  ),
  ...compare(query.distanceMax, (km) => sql`a.distance_km < ${Number(km) + HALF_STEP_KM}::real`),
  ...compare(query.experienceMin, (months) => sql`a.worker_experience_months >= ${months}`),
  ...compare(query.education, (education) => sql`a.worker_education = ${education}`),
  ...compare(query.english, (level) => sql`a.worker_english = ${level}`),
];

/**
 * Rejected applications of one kind. Every declined one is rejected, so its condition leaves the status out: the
 * indexes of declined applications do not hold it, and the query would have to read the rows.
 */
const decided = (decision: DecisionFilter | undefined): Condition[] => {
  if (decision === undefined) return [];
  return decision === 'declined' ? [sql`a.is_declined`] : [IS_WITHDRAWN];
};

/** Hires whose first day has begun and has no outcome. The scope lets the planner begin with the first days. */
const firstDayDue = (scope: Scope, { firstDay, jobId }: ApplicationSearchQuery, { now }: FilterMoment): Condition[] => {
  if (firstDay === undefined) return [];
  return [
    sql`a.status = 'accepted'`,
    sql`a.id in (
      select h.application_id from hires h
      where ${ownedRows('h', scope, jobId)} and h.started is null and h.starts_at <= ${now})`,
  ];
};

/** Returns the kinds of needs that a query names, or all kinds when it names none. */
export const kindsOf = ({ need }: ApplicationSearchQuery): readonly NeedKind[] => {
  const named = need?.split(',');
  return named ? NEED_KINDS.filter((kind) => named.includes(kind)) : NEED_KINDS;
};

const NEED_CONDITIONS: Record<NeedState, (now: Date) => Condition> = {
  coming: (now) => sql`n.due_from > ${now}`,
  due: (now) => sql`n.due_from <= ${now} and (n.need <> all(${[...LAPSING_KINDS]}) or ${isOpen(now)})`,
  lapsed: (now) => sql`n.due_from <= ${now} and n.need = any(${[...LAPSING_KINDS]}) and not ${isOpen(now)}`,
};

/** Applications with a need, by kind and state. The scope lets the planner begin with the needs. */
export const withNeed = (scope: Scope, query: ApplicationSearchQuery, now: Date): Condition[] => {
  const { need, needState, jobId } = query;
  if (need === undefined && needState === undefined) return [];
  const state = needState === undefined ? sql`true` : NEED_CONDITIONS[needState](now);
  return [
    sql`a.id in (
      select n.application_id from application_needs n
      where ${ownedRows('n', scope, jobId)} and n.need = any(${[...kindsOf(query)]}) and ${state})`,
  ];
};

/**
 * Returns the ids of an owner's applications in some stages. The largest stage has a hundred times the rows of the
 * smallest, so PostgreSQL plans it each time.
 */
export const idsInStages = (scope: Scope, stage: string, jobId: number | undefined): Condition => sql`
  select s.application_id from application_stages s
  where ${ownedRows('s', scope, jobId)} and s.stage = any(${stagesIn(stage)}) ${sql.raw(NEVER_PREPARED)}`;

const inStage = (scope: Scope, { stage, jobId }: ApplicationSearchQuery): Condition[] =>
  stage === undefined ? [] : [sql`a.id in (${idsInStages(scope, stage, jobId)})`];

/** Returns all conditions of the list query on `applications a`, the tenant first. */
export const conditionsOf = (scope: Scope, query: ApplicationSearchQuery, moment: FilterMoment): Condition =>
  sql.join(
    [
      ownedRows('a', scope, query.jobId),
      ...withNeed(scope, query, moment.now),
      ...inStage(scope, query),
      ...filtersOf(scope, query, moment),
    ],
    sql` and `,
  );

/** Returns the conditions of the list query without its owner, its needs and stages; none for a plain list. */
export const filtersOf = (scope: Scope, query: ApplicationSearchQuery, moment: FilterMoment): Condition[] => {
  const statuses = statusesOf(query);
  return [
    ...(statuses ? [sql`a.status = any(${statuses})`] : []),
    ...decided(query.decision),
    ...firstDayDue(scope, query, moment),
    ...flag('a.is_shortlisted', query.isShortlisted),
    ...flag('a.is_seen', query.isSeen),
    ...(moment.createdFrom ? [sql`a.created_at >= ${moment.createdFrom}`] : []),
    ...workerConditions(query, moment.today),
    ...flag('a.came', query.came),
    ...flag('a.positive', query.positive),
    ...flag('a.offer_sent', query.offerSent),
    ...flag('a.offer_accepted', query.offerAccepted),
  ];
};
