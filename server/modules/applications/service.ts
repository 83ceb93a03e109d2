import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { ApplicationRow, ApplicationSearchQuery } from '../../../contract/schemas/applications';
import { dayStart, wallTime } from '../../../contract/zone';
import { audit, type Actor } from '../../platform/audit';
import { ownerScope, type Scope, scopeOfBranch } from '../../platform/auth/scope';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { branchIsInScope, jobIsInScope } from '../jobs';
import { inChange, type Change } from '../../platform/change';
import { countersSuffice, type FilterMoment } from './filter';
import { presentApplication } from './presenter';
import * as repository from './repository';

/** Nothing arrived before the one or will after the other: years that no store knows stay out of the SQL. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '9000-01-01';

const clampDay = (day: string): string => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);

/** What of the clock and the zone a query's filters need. */
export const momentOf = ({ clock, settings }: Deps, { createdAt }: ApplicationSearchQuery): FilterMoment => ({
  today: wallTime(clock.now(), settings.timeZone).slice(0, 10),
  createdFrom: createdAt === undefined ? undefined : new Date(dayStart(clampDay(createdAt), settings.timeZone)),
});

/** 404 for a job, a branch or an application in the query that is not the caller's. */
export const refuseForeign = async ({ db }: Deps, caller: Scope, scope: Scope, query: ApplicationSearchQuery) => {
  const { branchId, jobId, before } = query;
  if (branchId !== undefined && !(await branchIsInScope(db, caller, branchId))) throw notFound();
  if (jobId !== undefined && !(await jobIsInScope(db, scope, jobId))) throw notFound();
  if (before !== undefined && !(await repository.applicationIsInScope(db, scope, before))) throw notFound();
};

/** From here on it is worth a statement to know from which end a page is nearer. */
export const DEEP = 2_000;

/** Deep pages are reached from the nearer end, where the counters tell how far the other one is. */
const nearerEnd = async (
  db: Deps['db'],
  scope: Scope,
  query: ApplicationSearchQuery,
  page: repository.PageAt,
): Promise<repository.PageAt> => {
  if (page.offset < DEEP || query.before !== undefined || !countersSuffice(query)) return page;
  const total = await repository.countByCounters(db, scope, query);
  return page.offset * 2 > total ? { ...page, total } : page;
};

/** A page of applications, newest first; `limit` 0 answers the exact total, from the counters where they suffice. */
export const searchApplications = async (deps: Deps, user: AuthUser, query: ApplicationSearchQuery) => {
  const { db, files } = deps;
  const { page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const caller = ownerScope(user);
  const scope = scopeOfBranch(caller, query.branchId);
  const moment = momentOf(deps, query);
  if (limit === 0) {
    const total = countersSuffice(query)
      ? await repository.countByCounters(db, scope, query)
      : await repository.countFiltered(db, scope, query, moment);
    if (total === 0 || query.before !== undefined) await refuseForeign(deps, caller, scope, query);
    return { payload: [], total, page, limit };
  }
  const at = await nearerEnd(db, scope, query, { limit, offset: (page - 1) * limit });
  const rows = await repository.listApplications(db, scope, query, moment, at);
  // A page with rows has shown that all that the query names is theirs.
  if (rows.length === 0) await refuseForeign(deps, caller, scope, query);
  return { payload: rows.map((row) => presentApplication(row, files)), page, limit };
};

/** One change of one application of the caller's: locked, changed, answered as it stands then. */
const changeOne = (
  deps: Deps,
  user: AuthUser,
  id: number,
  work: (change: Change, application: repository.LockedApplication) => Promise<void>,
): Promise<ApplicationRow> =>
  inChange(deps, async (change) => {
    const scope = ownerScope(user);
    const application = await repository.lockApplication(change.trx, scope, id);
    if (!application) throw notFound();
    await work(change, application);
    const row = await repository.findApplication(change.trx, scope, id);
    if (!row) throw notFound();
    return presentApplication(row, deps.files);
  });

const by = (user: AuthUser, requestId: string): Actor => ({ kind: 'user', user, requestId });

/** Puts an application on the shortlist or takes it off; the second time changes nothing. 409 unless the job is active. */
export const setShortlisted = (deps: Deps, user: AuthUser, requestId: string, id: number, isShortlisted: boolean) =>
  changeOne(deps, user, id, async ({ trx, clock, now, emit }, { jobId, jobStatus, workerId, ...before }) => {
    if (jobStatus !== 'active') throw conflict(ERROR_KEYS.jobNotActive);
    if (before.isShortlisted === isShortlisted) return;
    await repository.updateShortlisted(trx, id, isShortlisted, now);
    const action = isShortlisted ? 'application.shortlisted' : 'application.unshortlisted';
    await audit(trx, clock, by(user, requestId), { action, subjectType: 'application', subjectId: id, details: {} });
    emit({ type: 'shortlisted', workerId, data: { applicationId: id, jobId, isShortlisted } });
  });

/** Marks an application as seen; the second time changes nothing. */
export const markSeen = (deps: Deps, user: AuthUser, requestId: string, id: number) =>
  changeOne(deps, user, id, async ({ trx, clock }, { isSeen }) => {
    if (isSeen) return;
    await repository.updateSeen(trx, id);
    const subject = { action: 'application.seen', subjectType: 'application', subjectId: id, details: {} };
    await audit(trx, clock, by(user, requestId), subject);
  });
