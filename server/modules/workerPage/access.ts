import type { FastifyRequest } from 'fastify';
import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { networkOf } from '../../platform/net';
import { findByToken, type LinkOwner, type StoredLink } from '../workerLinks';
import { findApplication, findPrivacy, type PageApplication, type PagePrivacy } from './repository';
import { isLinkOver } from './rules';
import { LIMITS } from '../../platform/limits';

export interface OpenLink {
  link: StoredLink;
  application: PageApplication;
  privacy: PagePrivacy;
}

const findLive = async ({ db, clock, codeSecret, settings, limiter }: Deps, token: string) => {
  if (settings.workerLinks === 'off') return undefined;
  const link = await findByToken(db, codeSecret, token);
  if (!link) return undefined;
  await limiter.take(LIMITS.workerLink, String(link.id));
  const now = clock.now();
  const application = await findApplication(db, link);
  const privacy = await findPrivacy(db, link, now);
  return application && !isLinkOver(application, privacy, now) ? { link, application, privacy } : undefined;
};

/** Returns whether the link of an application still works. */
export const isLinkAlive = async ({ trx, now }: Change, owner: LinkOwner): Promise<boolean> => {
  const application = await findApplication(trx, owner);
  return application !== undefined && !isLinkOver(application, await findPrivacy(trx, owner, now), now);
};

/**
 * Returns what a token opens, which after an erasure is a page that says so. Throws the same 404 for a token that is
 * wrong, incomplete, revoked or expired, and 429 above 60 requests a minute of one link, or of dead links of one
 * network.
 */
export const openPage = async (deps: Deps, request: FastifyRequest, token: string): Promise<OpenLink> => {
  const found = await findLive(deps, token);
  if (found) return found;
  await deps.limiter.take(LIMITS.workerLinkDead, networkOf(request.ip));
  throw notFound();
};

/** Returns what a token opens, like `openPage`, but throws 404 for erased data too. */
export const openLink = async (deps: Deps, request: FastifyRequest, token: string): Promise<OpenLink> => {
  const found = await openPage(deps, request, token);
  if (found.application.erasedAt !== null) throw notFound();
  return found;
};

/** Counts a try for the data file; throws 429 above five a day. */
export const takeDataTry = ({ limiter }: Pick<Deps, 'limiter'>, { id }: StoredLink): Promise<void> =>
  limiter.take(LIMITS.workerData, String(id));

/** Counts a request for data or their erasure; throws 429 above ten a day. */
export const takePrivacyTry = ({ limiter }: Pick<Deps, 'limiter'>, { id }: StoredLink): Promise<void> =>
  limiter.take(LIMITS.workerPrivacy, String(id));
