import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { JobSearchQuery } from '../../../contract/schemas/jobs';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope, scopeOfBranch } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { invalid, notFound } from '../../platform/errors';
import { branchIsInScope } from './scopeRepository';
import { presentJob } from './presenter';
import * as repository from './listRepository';
import type { JobSort } from './listRepository';

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
