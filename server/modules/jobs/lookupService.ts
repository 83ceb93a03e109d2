import type { Language } from '../../../contract/constants/options';
import type { CompanyLocation, CompanyLocationBody, SpokenLanguage } from '../../../contract/schemas/jobForm';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { nearestPlace } from '../reference';
import { parsePoint } from '../../platform/geo';
import { benefitNamed, languageName, tagName } from './names';
import { branchIsInScope } from './scopeRepository';
import { lockLiveOwner } from './ownerRepository';
import { namedOwnerId } from './policy';
import { presentLocation } from './presenter';
import * as repository from './lookupRepository';

/** Who asks, in which language. */
export interface Caller {
  user: AuthUser;
  language: Language;
  requestId: string;
}

/** Languages that a job may ask for, named and sorted in the reader's. */
export const spokenLanguages = async ({ db }: Deps, language: Language): Promise<SpokenLanguage[]> => {
  const { compare } = new Intl.Collator(language);
  const languages = await repository.listLanguages(db);
  return languages
    .map(({ id, code }) => ({ id, languageName: languageName(code, language) }))
    .sort((one, other) => compare(one.languageName, other.languageName) || one.id - other.id);
};

/** Benefits first, named in the reader's language, then the organisation's own tags by name. */
export const tags = async ({ db }: Deps, { user, language }: Caller) =>
  (await repository.listTags(db, user.organisationId)).map((tag) => ({ id: tag.id, name: tagName(tag, language) }));

/** A tag of that name: a benefit that is called so in any language, one of the organisation's, or a new one. */
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

/** Places of work of the branch that root and HR name (a closed one's stay readable), or of oneself. */
export const companyLocations = async (
  { db }: Deps,
  user: AuthUser,
  targetUserId: number | undefined,
): Promise<CompanyLocation[]> => {
  const ownerId = namedOwnerId(user, targetUserId, 'targetUserId');
  if (!(await branchIsInScope(db, ownerScope(user), ownerId))) throw notFound();
  return (await repository.listLocations(db, user.organisationId, ownerId)).map(presentLocation);
};

/** A new place of work; its address is the nearest place that the gazetteer knows. 400 on `location` off the globe. */
export const addCompanyLocation = async (
  { db, clock }: Deps,
  { user, requestId }: Caller,
  { name, location, targetUser }: CompanyLocationBody,
): Promise<CompanyLocation> => {
  const point = parsePoint(location, 'location');
  const ownerId = namedOwnerId(user, targetUser, 'targetUser');
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
