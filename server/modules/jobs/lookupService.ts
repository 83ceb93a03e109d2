import type { Language } from '../../../contract/constants/options';
import type { CompanyLocation, CompanyLocationBody, SpokenLanguage } from '../../../contract/schemas/jobLookups';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { requestedOwnerId, ownerScope } from '../../platform/auth/guard';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { nearestPlace } from '../reference';
import { parsePoint } from '../../platform/geo';
import { benefitNamed, languageName, tagName } from './names';
import { branchIsInScope, lockOwner, type Owner } from './repository';
import { presentLocation } from './presenter';
import * as repository from './uploadRepository';

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
  const languages = await repository.listLanguages(db);
  return languages
    .map(({ id, code }) => ({ id, languageName: languageName(code, language) }))
    .sort((one, other) => compare(one.languageName, other.languageName) || one.id - other.id);
};

/** Returns the benefits in the reader's language, then the organisation's own tags by name. */
export const tags = async ({ db }: Deps, { user, language }: Caller) =>
  (await repository.listTags(db, user.organisationId)).map((tag) => ({ id: tag.id, name: tagName(tag, language) }));

/**
 * Returns the tag of that name: a benefit with that name in any language, one of the organisation's own tags, or a new
 * one.
 */
export const addTag = async ({ db, clock }: Deps, { user, language, requestId }: Caller, text: string) => {
  const name = repository.tidy(text);
  const key = benefitNamed(name);
  const benefit = key === undefined ? undefined : await repository.findBenefit(db, key);
  if (benefit) return { id: benefit.id, name: tagName(benefit, language) };
  return db.transaction().execute(async (trx) => {
    const { isNew, ...tag } = await repository.findOrInsertTag(trx, user.organisationId, name, clock.now());
    const subject = { subjectType: 'tag', subjectId: tag.id, details: { name: tag.name } };
    if (isNew) await audit(trx, clock, { kind: 'user', user, requestId }, { action: 'tag.created', ...subject });
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
  return (await repository.listLocations(db, user.organisationId, ownerId)).map(presentLocation);
};

/**
 * Adds a place of work with the address of the nearest place in the gazetteer. Throws 400 on `location` for invalid
 * coordinates.
 */
export const addCompanyLocation = async (
  { db, clock }: Deps,
  { user, requestId }: Caller,
  { name, location, targetUser }: CompanyLocationBody,
): Promise<CompanyLocation> => {
  const point = parsePoint(location, 'location');
  const ownerId = requestedOwnerId(user, targetUser, 'targetUser');
  const address = nearestPlace(point)?.name ?? null;
  return db.transaction().execute(async (trx) => {
    const owner = await lockLiveOwner(trx, user, ownerId);
    const place = { name: repository.tidy(name), address, ...point };
    const stored = await repository.insertLocation(trx, owner, place, clock.now());
    const subject = { subjectType: 'company_location', subjectId: stored.id, details: { userId: owner.id } };
    await audit(trx, clock, { kind: 'user', user, requestId }, { action: 'company_location.created', ...subject });
    return presentLocation(stored);
  });
};
