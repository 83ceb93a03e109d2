import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Change } from '../../platform/change';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { withdrawTexts } from '../../platform/outgoing/enqueue';
import { deleteLinks, findLink, findLinks, findOrInsert, type LinkOwner, type StoredLink } from './repository';
import { idOf, isTokenOf, tokenOf } from './tokens';

/** What makes a link: the secret that all servers of a store share, the public address, and who gets links. */
export type LinkDeps = Pick<Deps, 'codeSecret'> & { settings: Pick<Deps['settings'], 'publicUrl' | 'workerLinks'> };

const addressOf = ({ codeSecret, settings }: LinkDeps, link: StoredLink): string =>
  `${settings.publicUrl}/w/${tokenOf(codeSecret, link)}`;

/**
 * Returns the address of the worker's page for an application, always the same one, or null where the operator switched
 * links off or the link was revoked.
 */
export const linkOf = async (change: Change, deps: LinkDeps, owner: LinkOwner): Promise<string | null> => {
  if (deps.settings.workerLinks === 'off') return null;
  const link = await findOrInsert(change.trx, owner, randomBytes(16).toString('hex'), change.now);
  return link.isRevoked ? null : addressOf(deps, link);
};

/** Returns the links of those of the applications that have a valid one, where products carry links. */
export const linksOf = async (
  db: Kysely<Database>,
  deps: LinkDeps,
  applicationIds: readonly number[],
): Promise<Map<number, string>> => {
  if (deps.settings.workerLinks !== 'all' || applicationIds.length === 0) return new Map();
  const links = (await findLinks(db, applicationIds)).filter(({ isRevoked }) => !isRevoked);
  return new Map(links.map((link) => [link.applicationId, addressOf(deps, link)]));
};

const NO_LINK = { id: 0, nonce: '' };

/** Returns the link of a token; undefined for a wrong or revoked one. */
export const findByToken = async (
  db: Kysely<Database>,
  secret: string,
  token: string,
): Promise<StoredLink | undefined> => {
  const id = idOf(token);
  const link = id === null ? undefined : await findLink(db, id);
  // A token of no link is compared as well, so that the time does not tell which links exist.
  const fits = isTokenOf(token, secret, link ?? NO_LINK);
  return link && fits && !link.isRevoked ? link : undefined;
};

/** Removes the links of applications, and the text messages with them that have not left. */
export const dropLinks = async (change: Change, deps: LinkDeps, applicationIds: readonly number[]): Promise<void> => {
  for (const link of await findLinks(change.trx, applicationIds))
    await withdrawTexts(change.trx, addressOf(deps, link));
  await deleteLinks(change.trx, applicationIds);
};
