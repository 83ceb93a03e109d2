import type { Row } from '../../platform/database/schema';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { ApplicationSearchQuery, StagesQuery } from '../../../contract/schemas/applicationSearch';
import { type Scope, ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { invalid, conflict, declinedMeanwhile, notFound } from '../../platform/errors';
import { countersSuffice, type FilterMoment } from './filterRepository';
import {
  listByNeed,
  countByCounters,
  countFiltered,
  countFilteredStages,
  countStages,
  listApplications,
  type PagePosition,
} from './listRepository';
import { positionOf, readCursor, writeCursor, type NeedCursor } from './needOrder';
import { presentApplication } from './presenter';
import * as repository from './repository';
import { changedRow } from './rowService';
import { type ApplicationRecord, usesPersonalFilters, updateShortlisted } from './repository';
import { type Change, inChange, recordFacts } from '../../platform/change';
import { PERSONAL_FILTERS } from '../../../contract/constants/privacy';
import { audit, auditAll, userActor, type Actor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { LIMITS } from '../../platform/limits';
import { STAGES, type ApplicationStatus, type JobStatus } from '../../../contract/constants/statuses';
import { insertShortlistings, OUTCOME_SMS_DELAY_MS, removeShortlistings } from '../workerLinks';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import { answerCutoff } from '../../../contract/rules/workingTime';
import type { ApplicationRow, StageCounts } from '../../../contract/schemas/applications';
import { dayStart, wallTime } from '../../../contract/zone';
import { isDeclined } from '../appointments';
import { branchIsInScope, jobIsInScope, lockApplication, type LockedApplication } from '../jobs';
import { holidaysAround } from '../reference';
import { isErased } from '../workers';

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

/** The most ids in one event for the dashboards. An event about more applications has none, and the lists reload. */
const IDS_MAX = 50;

interface Owned {
  id: number;
  organisationId: number;
  userId: number;
}

const notifyOwners =
  (reason: 'decided' | 'need' | 'stage') =>
  ({ notifyEmployer }: Change, applications: readonly Owned[]): void => {
    const owners = new Map(applications.map(({ userId, organisationId }) => [userId, organisationId]));
    for (const [userId, organisationId] of owners) {
      const owned = applications.filter((one) => one.userId === userId);
      const ids = owned.length > IDS_MAX ? [] : owned.map(({ id }) => id);
      notifyEmployer(organisationId, { type: 'applications', userId, ids, reason });
    }
  };

/** Notifies the open dashboards of decided applications, with one event for each owner. */
export const notifyDecided = notifyOwners('decided');

/** Notifies the open dashboards of changed needs, with one event for each owner. */
export const notifyNeeds = notifyOwners('need');

/** Notifies the open dashboards of changed stages, with one event for each owner. */
export const notifyStages = notifyOwners('stage');

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
  const count = await limiter.count(LIMITS.personalFilters, `${user.id} ${jobId ?? ''} ${JSON.stringify(details)}`);
  if (count.used > LIMITS.personalFilters.points) return;
  const subject = jobId === undefined ? (['organisation', user.organisationId] as const) : (['job', jobId] as const);
  await db
    .transaction()
    .execute((trx) => audit({ trx, clock }, userActor({ user, requestId }), 'applications.filtered', subject, details));
};

/** The facts that decide whether the shortlist mark of an application may change. */
interface ShortlistFacts {
  status: ApplicationStatus;
  jobStatus: JobStatus;
  isShortlisted: boolean;
  /** True for an application that the organisation declined, false for a rejected one that its worker withdrew. */
  isDeclined: boolean;
  isErased: boolean;
}

/** Returns why the shortlist mark must not change, or null. `application.already` means that it is as wanted. */
export const refusalOfShortlist = (facts: ShortlistFacts, isWanted: boolean): ErrorKey | null => {
  if (facts.jobStatus !== 'active') return ERROR_KEYS.jobNotActive;
  if (facts.status === 'rejected')
    return facts.isDeclined ? ERROR_KEYS.applicationDeclined : ERROR_KEYS.applicationWithdrawn;
  if (isWanted && facts.isErased) return ERROR_KEYS.applicationErased;
  return facts.isShortlisted === isWanted ? ERROR_KEYS.applicationAlready : null;
};

type Application = Row<'applications', 'id' | 'organisationId' | 'userId' | 'jobId' | 'workerId'>;

interface ShortlistChange {
  actor: Actor;
  isShortlisted: boolean;
  /** The shortlist times to set, by application id; now for applications that are not in the map. */
  shortlistedAt?: ReadonlyMap<number, Date>;
  /** The bulk action that changes them. */
  bulkId?: string;
}

/** Sets or clears the shortlist mark of locked applications for which the rules allow it. */
export const shortlistAll = async (
  change: Change,
  locked: readonly Application[],
  { actor, isShortlisted, shortlistedAt, bulkId }: ShortlistChange,
): Promise<void> => {
  if (locked.length === 0) return;
  const { trx, clock, now, emit } = change;
  const action = isShortlisted ? 'application.shortlisted' : 'application.unshortlisted';
  const details = bulkId === undefined ? {} : { bulkId };
  await auditAll(
    trx,
    clock,
    locked.map(({ id }) => ({ actor, action, subjectType: 'application', subjectId: id, details })),
  );
  const ids = locked.map(({ id }) => id);
  if (isShortlisted) await recordFacts(trx, 'shortlisted', ids, now);
  const timeOf = (id: number) => (isShortlisted ? (shortlistedAt?.get(id) ?? now) : null);
  // An undo restores old marks, so nobody is notified.
  const isNew = (id: number) => now.getTime() - (shortlistedAt?.get(id) ?? now).getTime() < OUTCOME_SMS_DELAY_MS;
  if (isShortlisted) await insertShortlistings(trx, ids.filter(isNew), new Date(now.getTime() + OUTCOME_SMS_DELAY_MS));
  else await removeShortlistings(trx, ids);
  // Comes last, because it locks the job's counters until the commit.
  await updateShortlisted(trx, new Map(locked.map(({ id }) => [id, timeOf(id)])));
  for (const { id: applicationId, jobId, workerId } of locked)
    emit({ type: 'shortlisted', workerId, data: { applicationId, jobId, isShortlisted } });
  notifyDecided(change, locked);
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
  if (before !== undefined && !(await repository.applicationIsInScope(db, scope, before))) throw notFound();
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

/** Locks one application in the caller's scope, runs `work` and returns the row after the change. */
const changeOne = (
  deps: Deps,
  user: AuthUser,
  id: number,
  work: (change: Change, application: LockedApplication) => Promise<void>,
): Promise<ApplicationRow> =>
  inChange(deps, async (change) => {
    const scope = ownerScope(user);
    const application = await lockApplication(change.trx, scope, id);
    if (!application) throw notFound();
    await work(change, application);
    return changedRow(change, deps, scope, id);
  });

/**
 * Sets or clears the shortlist mark of an application. A repeat changes nothing. Throws 409 unless the job is active,
 * for a rejected application, and for somebody who was erased.
 */
export const setShortlisted = (
  deps: Deps,
  { user, requestId, keep }: Caller & { keep: KeepAnswer },
  id: number,
  isShortlisted: boolean,
) =>
  changeOne(deps, user, id, async (change, application) => {
    await keep(change.trx, {});
    const declined = application.status === 'rejected' && (await isDeclined(change.trx, id));
    const facts = { ...application, isDeclined: declined, isErased: await isErased(change.trx, application.workerId) };
    const refusal = refusalOfShortlist(facts, isShortlisted);
    if (refusal === ERROR_KEYS.applicationAlready) return;
    if (refusal === ERROR_KEYS.applicationDeclined) throw declinedMeanwhile(id);
    if (refusal) throw conflict(refusal);
    await shortlistAll(change, [application], { actor: userActor({ user, requestId }), isShortlisted });
  });

/** Marks an application as seen. A repeat changes nothing. */
export const markSeen = (deps: Deps, user: AuthUser, requestId: string, id: number) =>
  changeOne(deps, user, id, async ({ trx, clock, now }, { isSeen }) => {
    if (isSeen) return;
    await repository.updateSeen(trx, id);
    await recordFacts(trx, 'opened', [id], now);
    await audit({ trx, clock }, userActor({ user, requestId }), 'application.seen', ['application', id], {});
  });
