import type { FastifyRequest } from 'fastify';
import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { networkOf } from '../../platform/net';
import { findByToken, type LinkOwner, type StoredLink } from '../workerLinks';
import { findApplication, findPrivacy, type PageApplication, type PagePrivacy } from './repository';
import { isLinkOver } from './rules';

/** Requests of one link. */
const OF_LINK: LimitRule = { name: 'worker-link', points: 60, seconds: 60 };
/** Dead and wrong links that one network may open; many phones share one. */
const DEAD_LINKS: LimitRule = { name: 'worker-link-dead', points: 60, seconds: 60 };
/** Tries for the digits before the data file. */
const OF_DATA: LimitRule = { name: 'worker-data', points: 5, seconds: 86_400 };

/** Requests for data or their erasure; a repeated one changes nothing. */
const OF_PRIVACY: LimitRule = { name: 'worker-privacy', points: 10, seconds: 86_400 };

export interface OpenLink {
  link: StoredLink;
  application: PageApplication;
  privacy: PagePrivacy;
}

const findLive = async ({ db, clock, codeSecret, settings, limiter }: Deps, token: string) => {
  if (settings.workerLinks === 'off') return undefined;
  const link = await findByToken(db, codeSecret, token);
  if (!link) return undefined;
  await limiter.take(OF_LINK, String(link.id));
  const now = clock.now();
  const application = await findApplication(db, link);
  const privacy = await findPrivacy(db, link, now);
  return application && !isLinkOver(application, privacy, now) ? { link, application, privacy } : undefined;
};

/** Returns whether the link of an application is not over yet. */
export const isLinkAlive = async ({ trx, now }: Change, owner: LinkOwner): Promise<boolean> => {
  const application = await findApplication(trx, owner);
  return application !== undefined && !isLinkOver(application, await findPrivacy(trx, owner, now), now);
};

/**
 * Returns what a token opens, a page that says that the data were erased included. Throws the same 404 for a token that
 * is wrong, cut off, revoked or over, and 429 above 60 requests a minute of one link, or of dead links of one network.
 */
export const openPage = async (deps: Deps, request: FastifyRequest, token: string): Promise<OpenLink> => {
  const found = await findLive(deps, token);
  if (found) return found;
  await deps.limiter.take(DEAD_LINKS, networkOf(request.ip));
  throw notFound();
};

/** Returns what a token opens, as `openPage`, and throws 404 for erased data, too. */
export const openLink = async (deps: Deps, request: FastifyRequest, token: string): Promise<OpenLink> => {
  const found = await openPage(deps, request, token);
  if (found.application.erasedAt !== null) throw notFound();
  return found;
};

/** Counts a try for the data file; throws 429 above five a day. */
export const takeDataTry = ({ limiter }: Pick<Deps, 'limiter'>, { id }: StoredLink): Promise<void> =>
  limiter.take(OF_DATA, String(id));

/** Counts a request for data or their erasure; throws 429 above ten a day. */
export const takePrivacyTry = ({ limiter }: Pick<Deps, 'limiter'>, { id }: StoredLink): Promise<void> =>
  limiter.take(OF_PRIVACY, String(id));
