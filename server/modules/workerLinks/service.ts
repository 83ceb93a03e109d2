import type { Reach } from '../../../contract/constants/decisions';
import { audit } from '../../platform/audit';
import { inChange, type Change } from '../../platform/change';
import type { Db } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { replaceInTexts, withdrawTexts } from '../../platform/outgoing/enqueue';
import { randomHex } from '../../platform/secrets';
import {
  findLink,
  findLinks,
  findOrInsert,
  findReader,
  moveLinks,
  renewNonce,
  type LinkOwner,
  type StoredLink,
} from './repository';
import { reachOf, idOf, isTokenOf, tokenOf } from './rules';

/** What makes a link: the secret that all servers of a store share, the public address, and who gets links. */
export type LinkDeps = Pick<Deps, 'codeSecret'> & { settings: Pick<Deps['settings'], 'publicUrl' | 'workerLinks'> };

const addressOf = ({ codeSecret, settings }: LinkDeps, link: StoredLink): string =>
  `${settings.publicUrl}/w/${tokenOf(codeSecret, link)}`;

/**
 * Returns the address of the worker's page for an application, which never changes; null when the operator switched
 * links off or the link was revoked.
 */
export const linkOf = async (change: Change, deps: LinkDeps, owner: LinkOwner): Promise<string | null> => {
  if (deps.settings.workerLinks === 'off') return null;
  const link = await findOrInsert(change.trx, owner, randomHex(), change.now);
  return link.isRevoked ? null : addressOf(deps, link);
};

/** Returns the valid links of applications, by application id; empty unless workers' products may carry links. */
export const linksOf = async (
  db: Db,
  deps: LinkDeps,
  applicationIds: readonly number[],
): Promise<Map<number, string>> => {
  if (deps.settings.workerLinks !== 'all' || applicationIds.length === 0) return new Map();
  const links = (await findLinks(db, applicationIds)).filter(({ isRevoked }) => !isRevoked);
  return new Map(links.map((link) => [link.applicationId, addressOf(deps, link)]));
};

/** Returns the channel by which a worker is notified about an employer's account. */
export const findReach = async (
  db: Db,
  workerLinks: LinkDeps['settings']['workerLinks'],
  sides: { workerId: number; userId: number },
): Promise<Reach> => {
  const reader = await findReader(db, sides);
  return reader ? reachOf(workerLinks, reader) : 'none';
};

const NO_LINK = { id: 0, nonce: '' };

/** Returns the link of a token; undefined for a wrong or revoked one. */
export const findByToken = async (db: Db, secret: string, token: string): Promise<StoredLink | undefined> => {
  const id = idOf(token);
  const link = id === null ? undefined : await findLink(db, id);
  // Compares unknown tokens as well, so that timing does not reveal which links exist.
  const fits = isTokenOf(token, secret, link ?? NO_LINK);
  return link && fits && !link.isRevoked ? link : undefined;
};

/**
 * Gives the links of erased applications to the tombstone, so that they open only a page that says so, and deletes
 * unsent text messages that contain them.
 */
export const handOverLinks = async (
  change: Change,
  deps: LinkDeps,
  { applicationIds, tombstoneId }: { applicationIds: readonly number[]; tombstoneId: number },
): Promise<void> => {
  for (const link of await findLinks(change.trx, applicationIds))
    await withdrawTexts(change.trx, addressOf(deps, link));
  await moveLinks(change.trx, applicationIds, tombstoneId);
};

/**
 * Replaces the link of an application on an operator's command: the old link is dead, and unsent text messages contain
 * the new one. Returns false when there is no link or it was revoked.
 */
export const renewLink = (deps: Pick<Deps, 'db' | 'clock' | 'codeSecret'>, applicationId: number): Promise<boolean> =>
  inChange(deps, async ({ trx, clock }) => {
    const [old] = await findLinks(trx, [applicationId]);
    const link = old && (await renewNonce(trx, old.id, randomHex()));
    if (!link) return false;
    const [before, after] = [old, link].map((one) => tokenOf(deps.codeSecret, one));
    await replaceInTexts(trx, before!, after!);
    const actor = { kind: 'operator', organisationId: link.organisationId } as const;
    await audit({ trx, clock }, actor, 'worker_link.renewed', ['application', applicationId]);
    return true;
  });
