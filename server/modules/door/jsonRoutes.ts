import type { FastifyInstance, FastifyReply } from 'fastify';
import { MARKET_CURRENCY } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';
import { listOpenJobs, type PageJob } from './jobRepository';
import type { StoredPage } from './pageRepository';
import type { PageRequest } from './pageRequest';
import { pageUrl } from './pageService';
import { postingOf } from './jobPosting';
import { openJob, openPage } from './visits';

/** Other sites may show what everybody can read. */
const HEADERS = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

const inMainUnit = (minor: number | null): number | null => (minor === null ? null : minor / 100);

const presentJob = (deps: Deps, { code }: StoredPage, job: PageJob) => ({
  id: job.id,
  title: job.title,
  description: job.description,
  position: job.positionName || null,
  openedAt: job.openedAt?.toISOString() ?? null,
  isFullTime: job.isFullTime,
  isPartTime: job.isPartTime,
  isSeasonal: job.isSeasonal,
  expectedSalaryMin: inMainUnit(job.salaryMin),
  expectedSalaryMax: inMainUnit(job.salaryMax),
  currency: MARKET_CURRENCY,
  places: job.places,
  shifts: job.shifts,
  url: `${pageUrl(deps, code)}/${job.id}`,
});

/** Registers the public pages as JSON for other sites. They count no views. */
export const registerJsonPages = (app: FastifyInstance, deps: Deps): void => {
  const send = (reply: FastifyReply, body: unknown) => reply.headers(HEADERS).send(body);

  app.get('/p/:code.json', async (request: PageRequest, reply) => {
    const page = await openPage(deps, request, request.params.code, 'read');
    const { companyName: name, address, intro, code, userId } = page;
    const jobs = (await listOpenJobs(deps.db, userId)).map((job) => presentJob(deps, page, job));
    return send(reply, { name, address, intro, url: pageUrl(deps, code), jobs });
  });

  app.get('/p/:code/:job.json', async (request: PageRequest, reply) => {
    const page = await openPage(deps, request, request.params.code, 'read');
    const job = await openJob(deps, page, request.params.job);
    const shown = presentJob(deps, page, job);
    if (job.status !== 'active') {
      const title = job.isPublic ? job.title : undefined;
      return send(reply.code(410), { id: job.id, title, isOpen: false });
    }
    return send(reply, { ...shown, isOpen: true, posting: await postingOf(deps, { page, job, url: shown.url }) });
  });
};
