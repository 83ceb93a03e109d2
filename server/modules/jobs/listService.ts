import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { quotaExceeded, invalid, notFound } from '../../platform/errors';
import { withinLimit } from '../../platform/limiter';
import { LIMITS, withPoints } from '../../platform/limits';
import { lockStorageUse } from './uploadRepository';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { JobSearchQuery } from '../../../contract/schemas/jobs';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import { branchIsInScope } from './repository';
import { presentJob } from './presenter';
import * as repository from './listRepository';
import type { JobSort } from './listRepository';

const DAY_SECONDS = 86_400;
const MEGABYTE = 1_000_000;

/**
 * Runs a job creation and counts it against the organisation's quota of 24 hours. Throws 429 `quota.jobs` when the
 * quota is used up. A creation that fails does not count.
 */
export const withinJobQuota = async <T>(
  { limiter, settings }: Pick<Deps, 'limiter' | 'settings'>,
  organisationId: number,
  work: () => Promise<T>,
): Promise<T> => {
  const points = settings.quotas.jobsPerDay;
  if (points === 0) return work();
  return withinLimit(limiter, { rule: withPoints(LIMITS.jobsMade, points), key: String(organisationId) }, work);
};

/**
 * Throws 429 `quota.uploads` when the organisation has too many uploads that no job took, or too little storage left
 * for the bytes.
 */
export const refuseOverUploads = async (
  { clock, settings: { quotas } }: Pick<Deps, 'clock' | 'settings'>,
  trx: Trx,
  organisationId: number,
  bytes: number,
): Promise<void> => {
  const now = clock.now();
  const { parked, parkedBytes, coverBytes, nextEnd } = await lockStorageUse(trx, organisationId, now);
  const { parkedUploads, storageMegabytes } = quotas;
  const wait = nextEnd ? Math.ceil((nextEnd.getTime() - now.getTime()) / 1000) : DAY_SECONDS;
  if (parkedUploads > 0 && parked >= parkedUploads) throw quotaExceeded(ERROR_KEYS.quotaUploads, parkedUploads, wait);
  if (storageMegabytes > 0 && parkedBytes + coverBytes + bytes > storageMegabytes * MEGABYTE)
    throw quotaExceeded(ERROR_KEYS.quotaStorage, storageMegabytes, wait);
};

/** Returns the order that `sorting` names. Throws 400 when a user other than root sorts by the branch's name. */
const sortOf = (sorting: string | undefined, user: AuthUser): JobSort | undefined => {
  if (sorting === undefined) return undefined;
  const [field, direction] = sorting.split(':') as [JobSort['field'], JobSort['direction']];
  if (field === 'branchName' && user.userType !== 'root') throw invalid({ sorting: ERROR_KEYS.fieldInvalid });
  return { field, direction };
};

/** Returns a page of jobs, or the exact total when `limit` is 0. Throws 404 for a branch outside the caller's scope. */
export const searchJobs = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, user: AuthUser, query: JobSearchQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT, branchId, selection } = query;
  const sort = sortOf(query.sorting, user);
  const caller = ownerScope(user);
  const filter = { scope: scopeOfBranch(caller, branchId), q: query.q, statuses: query.status?.split(',') };
  const options = { sort, limit, offset: (page - 1) * limit };
  const total = limit === 0 ? await repository.countJobs(db, filter) : undefined;
  const list = selection
    ? () => (selection === 'id,title' ? repository.listTitles : repository.listOptions)(db, filter, options)
    : async () => (await repository.listJobs(db, filter, { ...options, now: clock.now() })).map(presentJob);
  const payload = limit === 0 ? [] : await list();
  // A page with rows proves that the branch is in scope.
  const isEmpty = payload.length === 0 && !total;
  if (isEmpty && branchId !== undefined && !(await branchIsInScope(db, caller, branchId))) throw notFound();
  return { payload, page, limit, ...(total !== undefined && { total }) };
};
