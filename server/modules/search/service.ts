import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import { PERSONAL_FILTERS } from '../../../contract/constants/privacy';
import { STAGES } from '../../../contract/constants/statuses';
import { answerCutoff } from '../../../contract/rules/workingTime';
import type { ApplicationSearchQuery, StagesQuery } from '../../../contract/schemas/applicationSearch';
import type { StageCounts } from '../../../contract/schemas/applications';
import { dayStart, wallTime } from '../../../contract/zone';
import { audit, userActor } from '../../platform/audit';
import { type Scope, ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { invalid, notFound } from '../../platform/errors';
import { LIMITS } from '../../platform/limits';
import { applicationIsInScope, type ApplicationRecord, presentApplication, usesPersonalFilters } from '../applications';
import { branchIsInScope, jobIsInScope } from '../jobs';
import { holidaysAround } from '../reference';
import { countersSuffice, type FilterMoment } from './filterRepository';
import { positionOf, readCursor, writeCursor, type NeedCursor } from './needOrder';
import {
  countByCounters,
  countFiltered,
  countFilteredStages,
  countStages,
  listApplications,
  listByNeed,
  type PagePosition,
} from './repository';

/** Throws 400 for parameters that do not go with the order, and for a cursor that no list wrote. */
const cursorOf = ({ sort, page, before, after }: ApplicationSearchQuery): NeedCursor | undefined => {
  const wrong = {
    ...(sort === 'need' && page !== undefined && { page: ERROR_KEYS.fieldInvalid }),
    ...(sort === 'need' && before !== undefined && { before: ERROR_KEYS.fieldInvalid }),
    ...(sort !== 'need' && after !== undefined && { after: ERROR_KEYS.fieldInvalid }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const cursor = after === undefined ? undefined : readCursor(after);
  if (after !== undefined && !cursor) throw invalid({ after: ERROR_KEYS.fieldInvalid });
  return cursor;
};

interface NeedPage {
  rows: ApplicationRecord[];
  next: string | null;
}

/** Returns a page in the order of needs, and where the next one continues. */
const listNeeds = async (
  { db }: Pick<Deps, 'db'>,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { cursor, limit }: { cursor: NeedCursor | undefined; limit: number },
): Promise<NeedPage> => {
  const now = cursor?.now ?? moment.now;
  const rows = await listByNeed(db, scope, query, { ...moment, now }, { cursor, limit });
  const last = rows.at(-1);
  if (rows.length < limit || !last?.need) return { rows, next: null };
  return { rows, next: writeCursor({ now, ...positionOf(last.id, last.need, now) }) };
};

const usedIn = (query: ApplicationSearchQuery) => PERSONAL_FILTERS.filter((name) => query[name] !== undefined);

/** Returns whether a query filters by age, gender or military service. */
const usesPersonal = (query: ApplicationSearchQuery): boolean => usedIn(query).length > 0;

/**
 * Throws 400 on the filters by age, gender and military service where the organisation switched them off. See
 * docs/PRODUCT.md#filters.
 */
export const refusePersonalFilters = async (
  { db }: Pick<Deps, 'db'>,
  { organisationId }: AuthUser,
  query: ApplicationSearchQuery,
): Promise<void> => {
  const used = usedIn(query);
  if (used.length > 0 && !(await usesPersonalFilters(db, organisationId)))
    throw invalid(Object.fromEntries(used.map((name) => [name, ERROR_KEYS.filterOff])));
};

/** Records in the audit log that a query filters by age, gender or military service. */
export const notePersonalFilters = async (
  { db, clock, limiter }: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  { user, requestId }: Caller,
  query: ApplicationSearchQuery,
): Promise<void> => {
  const used = usedIn(query);
  if (used.length === 0) return;
  const { jobId } = query;
  const details = Object.fromEntries(used.map((name) => [name, query[name]]));
  const key = `${user.id} ${jobId ?? ''} ${JSON.stringify(details)}`;
  // Most requests are for a further page with the same filters, and reading costs less than counting.
  if ((await limiter.used(LIMITS.personalFilters, key)) >= LIMITS.personalFilters.points) return;
  if ((await limiter.count(LIMITS.personalFilters, key)).used > LIMITS.personalFilters.points) return;
  const subject = jobId === undefined ? (['organisation', user.organisationId] as const) : (['job', jobId] as const);
  await db
    .transaction()
    .execute((trx) => audit({ trx, clock }, userActor({ user, requestId }), 'applications.filtered', subject, details));
};

/**
 * No application is older than the first day or newer than the last. The limits keep out years that PostgreSQL rejects.
 */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '9000-01-01';

const clampDay = (day: string): string => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);

/** Returns the cutoff of the answer time at `sortedAt`, or now if that is invalid or later. */
const cutoffOf = ({ clock, settings }: Deps, sortedAt = ''): Date => {
  const now = clock.now().getTime();
  const wanted = Math.max(Date.parse(sortedAt), Date.parse(FIRST_DAY));
  const at = wanted < now ? wanted : now;
  const holidays = holidaysAround(settings.countryCode, new Date(at).getUTCFullYear());
  return new Date(answerCutoff(at, { holidays, timeZone: settings.timeZone }));
};

export const momentOf = (deps: Deps, { createdAt, sort, sortedAt }: ApplicationSearchQuery): FilterMoment => {
  const { timeZone } = deps.settings;
  return {
    now: deps.clock.now(),
    today: wallTime(deps.clock.now(), timeZone).slice(0, 10),
    createdFrom: createdAt === undefined ? undefined : new Date(dayStart(clampDay(createdAt), timeZone)),
    cutoff: sort === 'deadline' ? cutoffOf(deps, sortedAt) : undefined,
  };
};

/** Throws 404 when the query names a job, branch or application outside the caller's scope. */
export const checkScope = async ({ db }: Deps, caller: Scope, scope: Scope, query: ApplicationSearchQuery) => {
  const { branchId, jobId, before } = query;
  if (branchId !== undefined && !(await branchIsInScope(db, caller, branchId))) throw notFound();
  if (jobId !== undefined && !(await jobIsInScope(db, scope, jobId))) throw notFound();
  if (before !== undefined && !(await applicationIsInScope(db, scope, before))) throw notFound();
};

/** From this offset on, a count query costs less than walking from the wrong end. */
export const DEEP_OFFSET = 1_000;

/** Reads a deep page from the nearer end. The counters give the distance from the other end. */
const fromNearerEnd = async (
  db: Deps['db'],
  scope: Scope,
  query: ApplicationSearchQuery,
  page: PagePosition,
): Promise<PagePosition> => {
  const isNewest = (query.sort ?? 'newest') === 'newest';
  if (page.offset < DEEP_OFFSET || query.before !== undefined || !isNewest || !countersSuffice(query)) return page;
  const total = await countByCounters(db, scope, query);
  return page.offset * 2 > total ? { ...page, total } : page;
};

/**
 * Returns the caller's scope, the part of it that a query searches, and the moment of its filters. Refuses and records
 * personal filters.
 */
const searched = async (deps: Deps, { user, requestId }: Caller, query: ApplicationSearchQuery) => {
  const caller = ownerScope(user);
  await refusePersonalFilters(deps, user, query);
  const scope = scopeOfBranch(caller, query.branchId);
  if (usesPersonal(query)) {
    await checkScope(deps, caller, scope, query);
    await notePersonalFilters(deps, { user, requestId }, query);
  }
  return { caller, scope, moment: momentOf(deps, query) };
};

/**
 * Returns a page of applications in the order of `sort`, or the exact total when `limit` is 0, from the counters where
 * they suffice.
 */
export const searchApplications = async (deps: Deps, by: Caller, query: ApplicationSearchQuery) => {
  const { db } = deps;
  const { page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const cursor = cursorOf(query);
  const { caller, scope, moment } = await searched(deps, by, query);
  if (limit === 0) {
    const total = countersSuffice(query)
      ? await countByCounters(db, scope, query)
      : await countFiltered(db, scope, query, moment);
    if (total === 0 || query.before !== undefined) await checkScope(deps, caller, scope, query);
    return { payload: [], total, page, limit };
  }
  if (query.sort === 'need') {
    const { rows, next } = await listNeeds(deps, scope, query, moment, { cursor, limit });
    if (rows.length === 0) await checkScope(deps, caller, scope, query);
    return { payload: rows.map((row) => presentApplication(row, deps)), limit, next };
  }
  const at = await fromNearerEnd(db, scope, query, { limit, offset: (page - 1) * limit });
  const rows = await listApplications(db, scope, query, moment, at);
  // A page with rows proves that everything that the query names is in scope.
  if (rows.length === 0) await checkScope(deps, caller, scope, query);
  return { payload: rows.map((row) => presentApplication(row, deps)), page, limit };
};

/**
 * Counts the applications that match the filters in every stage, for the caller, a branch or a job, from the counters
 * where there is no filter. Throws 404 outside the caller's scope.
 */
export const getStages = async (deps: Deps, by: Caller, query: StagesQuery): Promise<StageCounts> => {
  const { caller, scope, moment } = await searched(deps, by, query);
  await checkScope(deps, caller, scope, query);
  const found =
    countersSuffice(query) && query.isSeen === undefined
      ? await countStages(deps.db, scope, query.jobId)
      : await countFilteredStages(deps.db, scope, query, moment);
  const counts = new Map(found.map(({ stage, total }) => [stage, total]));
  return Object.fromEntries(STAGES.map((key) => [key, counts.get(key) ?? 0])) as StageCounts;
};
