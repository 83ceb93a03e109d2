import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps';
import { languageOf } from '../../platform/pages/texts';
import { findMember, memberLink } from '../roster';
import type { Visitor } from './draftService';
import type { PageContext } from './page/parts';
import type { StoredPage } from './pageRepository';

export type PageRequest = FastifyRequest<{
  Params: { code: string; job: string; token: string };
  Querystring: { lang?: unknown; from?: unknown; r?: unknown };
  Body: URLSearchParams | undefined;
}>;

/** Returns where the form to leave the roster goes, when the address comes from a text message to the roster. */
const stopOf = async (deps: Deps, { query }: PageRequest, { userId, code }: StoredPage): Promise<string | null> => {
  if (typeof query.r !== 'string') return null;
  const member = await findMember(deps, { userId, token: query.r });
  return member && !member.isWithdrawn ? `/p/${code}/roster/${memberLink(deps.codeSecret, member)}` : null;
};

/** Returns what every page shows to this reader. */
export const pageContextOf = async (deps: Deps, request: PageRequest, page: StoredPage): Promise<PageContext> => ({
  language: languageOf(request.query.lang, request.language),
  page,
  path: `/p/${page.code}`,
  hasRoster: deps.settings.workerLinks !== 'off',
  stop: await stopOf(deps, request, page),
});

export const visitorOf = (request: PageRequest, { language }: PageContext): Visitor => ({
  address: request.ip,
  language,
  requestId: request.id,
});
