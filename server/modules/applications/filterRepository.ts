import { sql, type RawBuilder } from 'kysely';
import type { DecisionFilter } from '../../../contract/constants/decisions';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applications';
import type { Scope } from '../../platform/auth/scope';
import { containing } from '../../platform/database/like';
import { ownedRows } from '../jobs';
import { statusesOf, type FilterMoment } from './filter';

type Condition = RawBuilder<unknown>;

/**
 * Builds a plain condition, so that the planner uses the partial indexes. An unanswered flag (null) matches neither
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

/** Returns the conditions on the worker. Military status applies to men only. See docs/PRODUCT.md#filters. */
const workerConditions = (query: ApplicationSearchQuery, today: string): Condition[] => [
  ...compare(containing(query.q), (like) => sql`a.worker_name_folded like ${like}`),
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
 * Rejected applications of one kind. The plain condition on the status lets the planner use the partial indexes, and the
 * owner of the decisions keeps it from reading those of all organisations for a count.
 */
const decided = (scope: Scope, decision: DecisionFilter | undefined): Condition[] => {
  if (decision === undefined) return [];
  const isDeclined = sql`exists (
    select 1 from application_decisions d where d.application_id = a.id and ${ownedRows('d', scope)})`;
  return [sql`a.status = 'rejected'`, decision === 'declined' ? isDeclined : sql`not ${isDeclined}`];
};

/** Hires whose first day has begun and is not recorded. The scope lets the planner begin with the first days. */
const firstDayDue = (scope: Scope, { firstDay, jobId }: ApplicationSearchQuery, { now }: FilterMoment): Condition[] => {
  if (firstDay === undefined) return [];
  return [
    sql`a.status = 'accepted'`,
    sql`a.id in (
      select h.application_id from hires h
      where ${ownedRows('h', scope, jobId)} and h.started is null and h.starts_at <= ${now})`,
  ];
};

/** Returns all conditions of the list query on `applications a`, the tenant first. */
export const conditionsOf = (scope: Scope, query: ApplicationSearchQuery, moment: FilterMoment): Condition => {
  const statuses = statusesOf(query);
  return sql.join(
    [
      ownedRows('a', scope, query.jobId),
      ...(statuses ? [sql`a.status = any(${statuses})`] : []),
      ...decided(scope, query.decision),
      ...firstDayDue(scope, query, moment),
      ...flag('a.is_shortlisted', query.isShortlisted),
      ...flag('a.is_seen', query.isSeen),
      ...(moment.createdFrom ? [sql`a.created_at >= ${moment.createdFrom}`] : []),
      ...workerConditions(query, moment.today),
      ...flag('a.came', query.came),
      ...flag('a.positive', query.positive),
      ...flag('a.offer_sent', query.offerSent),
      ...flag('a.offer_accepted', query.offerAccepted),
    ],
    sql` and `,
  );
};
