import type { FastifyInstance, FastifyReply } from 'fastify';
import { MARKET_CURRENCY } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';
import { listOpenJobs, type PageJob, type StoredPage, listSitemap } from './pageRepository';
import { pageUrl, getPage, ownPage, putPage, posterOf, qrSvg } from './pageService';
import { postingOf } from './jobPosting';
import { toMainOrNull } from '../../platform/money';
import { networkOf } from '../../platform/net';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import * as contract from '../../../contract/routes/publicPage';
import { compressReplies } from '../../platform/http/headers';
import { route } from '../../platform/http/route';
import { LIMITS } from '../../platform/limits';
import { registerHtmlPages } from './htmlRoutes';
import { type PageRequest, openJob, openPage } from './pageRequest';

export { removeOldDrafts } from './draftRepository';
export { findFirstCode } from './pageRepository';

/** Other sites may show what everybody can read. */
const HEADERS = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

const presentJob = (deps: Deps, { code }: StoredPage, job: PageJob) => ({
  id: job.id,
  title: job.title,
  description: job.description,
  position: job.positionName || null,
  openedAt: job.openedAt?.toISOString() ?? null,
  isFullTime: job.isFullTime,
  isPartTime: job.isPartTime,
  isSeasonal: job.isSeasonal,
  expectedSalaryMin: toMainOrNull(job.salaryMin),
  expectedSalaryMax: toMainOrNull(job.salaryMax),
  currency: MARKET_CURRENCY,
  places: job.places,
  shifts: job.shifts,
  url: `${pageUrl(deps, code)}/${job.id}`,
});

/** Registers the public pages as JSON for other sites. They count no views. */
const registerJsonPages = (app: FastifyInstance, deps: Deps): void => {
  const send = (reply: FastifyReply, body: unknown) => reply.headers(HEADERS).send(body);

  app.get('/p/:code.json', async (request: PageRequest, reply) => {
    const page = await openPage(deps, request);
    const { companyName: name, address, intro, code, userId } = page;
    const jobs = (await listOpenJobs(deps.db, userId)).map((job) => presentJob(deps, page, job));
    return send(reply, { name, address, intro, url: pageUrl(deps, code), jobs });
  });

  app.get('/p/:code/:job.json', async (request: PageRequest, reply) => {
    const page = await openPage(deps, request);
    const job = await openJob(deps, page, request.params.job);
    const shown = presentJob(deps, page, job);
    if (job.status !== 'active') {
      const title = job.isPublic ? job.title : undefined;
      return send(reply.code(410), { id: job.id, title, isOpen: false });
    }
    return send(reply, { ...shown, isOpen: true, posting: await postingOf(deps, { page, job, url: shown.url }) });
  });
};

/**
 * Registers the list of all public pages for search engines (https://www.sitemaps.org/protocol.html), and robots.txt, which
 * leads to it and away from everything else.
 */
const registerSitemap = (app: FastifyInstance, deps: Deps): void => {
  const robots = `User-agent: *\nAllow: /p/\nDisallow: /p/*/apply/\nDisallow: /p/*/roster/\nDisallow: /api/\nSitemap: ${deps.settings.publicUrl}/sitemap.xml\n`;
  app.get('/robots.txt', async (request, reply) => {
    await deps.limiter.take(LIMITS.sitemap, networkOf(request.ip));
    return reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots);
  });

  app.get('/sitemap.xml', async (request, reply) => {
    await deps.limiter.take(LIMITS.sitemap, networkOf(request.ip));
    const pages = await listSitemap(deps.db);
    const entries = pages.map(({ code, jobId, changedAt }) => {
      const address = jobId === null ? pageUrl(deps, code) : `${pageUrl(deps, code)}/${jobId}`;
      return `<url><loc>${address}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`;
    });
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
    return reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8').send(xml);
  });
};

export const registerPublicPage = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getPublicPage, async ({ user, query }) => ({
    payload: { branchPage: await getPage(deps, user, query.branchId) },
  }));

  route(app, contract.putPublicPage, async ({ user, requestId, query: { branchId }, body }) => ({
    payload: { branchPage: await putPage(deps, { user, requestId, branchId }, body) },
  }));

  route(app, contract.getPublicPageQr, async ({ user, query }) => {
    const { code } = await ownPage(deps, user, query.branchId);
    return { file: { name: `${code}.svg`, type: MEDIA_TYPES.svg, content: qrSvg(pageUrl(deps, code)) } };
  });

  route(app, contract.getPoster, async ({ user, query: { branchId, format = 'a4' }, language }) => {
    const { code, companyName } = await ownPage(deps, user, branchId);
    await deps.limiter.take(LIMITS.poster, String(user.id));
    const url = pageUrl(deps, code);
    const content = await posterOf({ companyName, url, format, language, now: deps.clock.now() });
    return { file: { name: `${code}-${format}.pdf`, type: MEDIA_TYPES.pdf, content } };
  });

  registerHtmlPages(app, deps);
  void app.register(async (scope) => {
    await compressReplies(scope);
    registerJsonPages(scope, deps);
    registerSitemap(scope, deps);
  });
};
