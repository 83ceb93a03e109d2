import type { Language } from '../../../contract/constants/options';
import type { CompanyLocation, CompanyLocationBody, SpokenLanguage } from '../../../contract/schemas/jobLookups';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { requestedOwnerId, ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound, invalid } from '../../platform/errors';
import { nearestPlace } from '../reference';
import { parsePoint } from '../../platform/geo';
import { benefitNamed, languageName, tagName, presentLocation, presentJob } from './presenter';
import {
  branchIsInScope,
  findBenefit,
  findOrInsertTag,
  insertLocation,
  listLanguages,
  listLocations,
  listTags,
  lockOwner,
  type Owner,
} from './repository';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { withinLimit } from '../../platform/limiter';
import { LIMITS, withPoints } from '../../platform/limits';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { JobSearchQuery } from '../../../contract/schemas/jobs';
import * as repository from './listRepository';
import type { JobSort } from './listRepository';

/** The user of a request and the language of the response. */
export interface Caller {
  user: AuthUser;
  language: Language;
  requestId: string;
}

/** Locks an account as `lockOwner` does. Throws 404 for a deleted account and for one that the caller may not act for. */
export const lockLiveOwner = async (trx: Trx, user: AuthUser, id: number): Promise<Owner> => {
  const owner = await lockOwner(trx, user.organisationId, id);
  if (!owner || owner.isDeleted || (owner.userType === 'company' && owner.id !== user.id)) throw notFound();
  return owner;
};

/** Returns the languages that a job may require, named and sorted in the reader's language. */
export const spokenLanguages = async ({ db }: Deps, language: Language): Promise<SpokenLanguage[]> => {
  const { compare } = new Intl.Collator(language);
  const languages = await listLanguages(db);
  return languages
    .map(({ id, code }) => ({ id, languageName: languageName(code, language) }))
    .sort((one, other) => compare(one.languageName, other.languageName) || one.id - other.id);
};

/** Returns the benefits in the reader's language, then the organisation's own tags by name. */
export const tags = async ({ db }: Deps, { user, language }: Caller) =>
  (await listTags(db, user.organisationId)).map((tag) => ({ id: tag.id, name: tagName(tag, language) }));

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * Returns the tag of that name: a benefit with that name in any language, one of the organisation's own tags, or a new
 * one.
 */
export const addTag = async ({ db, clock }: Deps, { user, language, requestId }: Caller, text: string) => {
  const name = tidy(text);
  const key = benefitNamed(name);
  const benefit = key === undefined ? undefined : await findBenefit(db, key);
  if (benefit) return { id: benefit.id, name: tagName(benefit, language) };
  return db.transaction().execute(async (trx) => {
    const { isNew, ...tag } = await findOrInsertTag(trx, user.organisationId, name, clock.now());
    if (isNew)
      await audit({ trx, clock }, userActor({ user, requestId }), 'tag.created', ['tag', tag.id], { name: tag.name });
    return { id: tag.id, name: tag.name };
  });
};

/**
 * Returns the places of work of the branch that root and HR name, or of the caller. Those of a closed branch stay
 * readable.
 */
export const companyLocations = async (
  { db }: Deps,
  user: AuthUser,
  targetUserId: number | undefined,
): Promise<CompanyLocation[]> => {
  const ownerId = requestedOwnerId(user, targetUserId, 'targetUserId');
  if (!(await branchIsInScope(db, ownerScope(user), ownerId))) throw notFound();
  return (await listLocations(db, user.organisationId, ownerId)).map(presentLocation);
};

/**
 * Adds a place of work with the address of the nearest place in the gazetteer. Throws 400 on `location` for invalid
 * coordinates.
 */
export const addCompanyLocation = async (
  { db, clock }: Deps,
  caller: Caller,
  { name, location, targetUser }: CompanyLocationBody,
): Promise<CompanyLocation> => {
  const point = parsePoint(location, 'location');
  const ownerId = requestedOwnerId(caller.user, targetUser, 'targetUser');
  const address = nearestPlace(point)?.name ?? null;
  return db.transaction().execute(async (trx) => {
    const owner = await lockLiveOwner(trx, caller.user, ownerId);
    const place = { name: tidy(name), address, ...point };
    const stored = await insertLocation(trx, owner, place, clock.now());
    await audit({ trx, clock }, userActor(caller), 'company_location.created', ['company_location', stored.id], {
      userId: owner.id,
    });
    return presentLocation(stored);
  });
};

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
