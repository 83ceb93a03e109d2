import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps';
import type { LimitRule } from '../../platform/limiter';
import { networkOf } from '../../platform/net';
import { listSitemap } from './pageRepository';
import { pageUrl } from './pageService';

const LIMIT: LimitRule = { name: 'sitemap', points: 30, seconds: 60 };

/**
 * Registers the list of all public pages for search engines (https://www.sitemaps.org/protocol.html), and robots.txt, which
 * leads to it and away from everything else.
 */
export const registerSitemap = (app: FastifyInstance, deps: Deps): void => {
  const robots = `User-agent: *\nAllow: /p/\nDisallow: /p/*/apply/\nDisallow: /p/*/roster/\nDisallow: /api/\nSitemap: ${deps.settings.publicUrl}/sitemap.xml\n`;
  app.get('/robots.txt', async (request, reply) => {
    await deps.limiter.take(LIMIT, networkOf(request.ip));
    return reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots);
  });

  app.get('/sitemap.xml', async (request, reply) => {
    await deps.limiter.take(LIMIT, networkOf(request.ip));
    const pages = await listSitemap(deps.db);
    const entries = pages.map(({ code, jobId, changedAt }) => {
      const address = jobId === null ? pageUrl(deps, code) : `${pageUrl(deps, code)}/${jobId}`;
      return `<url><loc>${address}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`;
    });
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
    return reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8').send(xml);
  });
};
