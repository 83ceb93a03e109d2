import type { FastifyRequest, FastifyInstance } from 'fastify';
import { isbot } from 'isbot';
import {
  PAGE_CODE_CHARACTERS,
  PAGE_CODE_LENGTH,
  PAGE_REFS,
  type PageRef,
} from '../../../contract/constants/publicPage';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { ID_MAX } from '../../../contract/constants/limits';
import { dayAt } from '../../../contract/zone';
import type { Deps } from '../../platform/deps';
import { AppError, notFound, tooManyRequests } from '../../platform/errors';
import { networkOf } from '../../platform/net';
import { countView, findJob, type PageJob, findPageByCode, type StoredPage } from './pageRepository';
import { LIMITS } from '../../platform/limits';
import { languageOf } from '../../platform/pages/texts';
import { findMember, memberLink } from '../roster';
import type { Draft } from './draftRepository';
import type { Visitor } from './draftService';
import { waitOf, type StoredWait } from './forms';
import type { PageContext } from './page/parts';

const CODE = new RegExp(`^[${PAGE_CODE_CHARACTERS}]{${PAGE_CODE_LENGTH}}$`);

/** A 404 whose response still says whose page it is. */
class FailureOfPage extends AppError {
  readonly page: StoredPage;

  constructor(page: StoredPage) {
    super(404, ERROR_KEYS.notFound);
    this.page = page;
  }
}

/** The page is off. */
export class PageOff extends FailureOfPage {}

/** No job of the branch has the id of the address. */
export class NoJob extends FailureOfPage {}

/** The draft is wrong or too old. The response leads to the first form. */
export class DraftOver extends FailureOfPage {}

/** Returns the page of a code in upper or lower case. Throws 404 for an unknown code. */
const findPage = async ({ db }: Deps, code: string): Promise<StoredPage> => {
  const typed = code.toLowerCase();
  const page = CODE.test(typed) ? await findPageByCode(db, typed) : undefined;
  if (!page) throw notFound();
  return page;
};

/** Returns a page to read. Throws 404 for an unknown code, `PageOff` for a page that is off, and 429 above the limit. */
export const openPage = async (deps: Deps, request: PageRequest): Promise<StoredPage> => {
  await deps.limiter.take(LIMITS.publicPageRead, networkOf(request.ip));
  const page = await findPage(deps, request.params.code);
  if (!page.isOn) throw new PageOff(page);
  return page;
};

/**
 * Returns the page on which somebody leaves the roster, also while it is off, so that everybody can stop the messages
 * at any time. Throws 404 for an unknown code, and 429 above the limit.
 */
export const openLeavePage = async (deps: Deps, request: PageRequest, kind: 'read' | 'form'): Promise<StoredPage> => {
  await deps.limiter.take(kind === 'read' ? LIMITS.publicPageRead : LIMITS.publicPageForm, networkOf(request.ip));
  return findPage(deps, request.params.code);
};

/**
 * Returns the page to which a typed form goes, and above the limit until when the form has to wait. While it waits or
 * the page is off, the form is kept and its page says so. Throws 404 for an unknown code, and 429 far above the limit.
 */
export const openForm = async (
  deps: Deps,
  request: PageRequest,
): Promise<{ page: StoredPage; wait: StoredWait | null }> => {
  const { points, most } = LIMITS.publicPageForm;
  const { used, seconds } = await deps.limiter.count(LIMITS.publicPageForm, networkOf(request.ip));
  const refusal = used > points ? tooManyRequests(seconds) : null;
  if (refusal && used > most) throw refusal;
  return { page: await findPage(deps, request.params.code), wait: refusal && waitOf(deps, refusal) };
};

/** Returns the job of the address; a job that the page hides counts as closed. Throws `NoJob` for any other. */
export const openJob = async ({ db }: Deps, page: StoredPage, text: string): Promise<PageJob> => {
  const jobId = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  const job = jobId > 0 && jobId <= ID_MAX ? await findJob(db, { userId: page.userId, jobId }) : undefined;
  if (!job) throw new NoJob(page);
  return job;
};

/** Returns whether a browser prefetches or previews a page that nobody has opened yet. */
const isAhead = ({ headers }: FastifyRequest): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|preview/.test(String(headers[name])));

/**
 * Counts a visit, unless it comes from a robot, a messenger's preview, a prefetching browser or the employer. Phones
 * that share a network are distinguished by their browsers.
 */
export const noteView = async (
  { db, clock, limiter, settings }: Deps,
  request: FastifyRequest,
  { ref, ...view }: { userId: number; jobId: number | null; ref: VisitRef },
): Promise<void> => {
  if (ref === 'preview' || request.method === 'HEAD' || isAhead(request)) return;
  const browser = request.headers['user-agent'];
  if (isbot(browser)) return;
  const visitor = [view.userId, view.jobId, networkOf(request.ip), browser].join(' ');
  if ((await limiter.count(LIMITS.publicPageView, visitor)).used > 1) return;
  await countView(db, { ...view, ref, day: dayAt(clock.now(), settings.timeZone) });
};

/** Where a visit came from; `preview` is an employer who opens the page from the dashboard and does not count. */
export type VisitRef = PageRef | 'preview';

/** Returns where a visitor came from. A roster token in the address means a text message to the roster. */
export const visitRefOf = ({
  query,
  headers,
}: FastifyRequest<{ Querystring: { from?: unknown; r?: unknown } }>): VisitRef => {
  if (typeof query.r === 'string') return 'roster';
  return query.from === 'preview' ? 'preview' : refOf(query.from, headers.referer);
};

/** Returns where the visitor came from who began a draft. */
export const draftRefOf = ({ form, ref }: Pick<Draft, 'form' | 'ref'>): VisitRef =>
  new URLSearchParams(form).get('from') === 'preview' ? 'preview' : ref;

/** Returns where a visitor came from: by the address, or else by the page that linked here. */
export const refOf = (from: unknown, referer: string | undefined): PageRef => {
  const given = PAGE_REFS.find((one) => one === from);
  if (given) return given;
  return /^https?:\/\/([\w-]+\.)*(google|bing|yandex|duckduckgo)\./.test(referer ?? '') ? 'search' : 'link';
};

export type PageRequest = FastifyRequest<{
  Params: { code: string; job: string; token: string };
  Querystring: { lang?: unknown; from?: unknown; r?: unknown; done?: unknown };
  Body: URLSearchParams | undefined;
}>;

/** Returns the path of the form to leave the roster, if the address comes from a text message to the roster. */
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
  from: visitRefOf(request),
  stop: await stopOf(deps, request, page),
});

export const visitorOf = (request: PageRequest, { language }: PageContext): Visitor => ({
  address: request.ip,
  language,
  requestId: request.id,
});

/**
 * Returns the canonical address of a page, or null when it is canonical already. People type a slash at the end, and
 * capital letters, which phones offer first.
 */
export const linkedAddress = (url: string): string | null => {
  const [path = '', ...query] = url.split('?');
  const [, page = '', rest = ''] = /^\/+p\/+([^/]+)(.*)$/i.exec(path) ?? [];
  // Programs that read JSON get no redirect.
  if (page === '' || path.endsWith('.json')) return null;
  // The token of a draft is case-sensitive, the page's code is not.
  const linked = `/p/${page.toLowerCase()}${rest.replace(/\/+/g, '/').replace(/\/$/, '')}`;
  return linked === path ? null : [linked, ...query].join('?');
};

/** Redirects from typed addresses to the canonical ones, so that no route has to match both. */
export const registerTypedAddresses = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const linked = request.method === 'GET' || request.method === 'HEAD' ? linkedAddress(request.url) : null;
    if (linked !== null) await reply.redirect(linked, 301);
  });
};
