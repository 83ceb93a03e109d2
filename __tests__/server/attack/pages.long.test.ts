import { ROUTES } from '../../../contract/routes/index';
import { NASTY_HEADERS, NASTY_TEXTS, RAW_BODIES, RAW_QUERIES } from '../../support/fuzz/nasty';
import { rightCall } from '../../support/rightCalls';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld } from '../../support/world';

/** Milliseconds of the processor for one answer, which other work on the machine does not use up. */
const WORK_MS = 1_000;

/**
 * Paths that the server serves beside the contract's routes; `*` is a part that a client may choose freely, DEMO and JOB
 * are a public page of the demo and its job.
 */
const PAGES: readonly (readonly [method: 'GET' | 'POST' | 'PUT', path: string])[] = [
  ['GET', '/*'],
  ['GET', '/files/*'],
  ['GET', '/files/avatar-*'],
  ['GET', '/files/exports/*'],
  ['PUT', '/uploads/*'],
  ['PUT', '/uploads/quarantine-00000000000000000000000000000000'],
  ['GET', '/api/payment/3ds/*'],
  ['GET', '/api/payment/checkout/*/callback'],
  ['POST', '/api/payment/checkout/sandbox/callback'],
  ['GET', '/api/payment/checkout/stripe/finalize'],
  ['POST', '/api/payment/webhook/*'],
  ['POST', '/api/payment/webhook/sandbox'],
  ['GET', '/api/payment/sandbox/bank/*'],
  ['POST', '/api/payment/sandbox/bank/*'],
  ['GET', '/api/payment/sandbox/form/*'],
  ['POST', '/api/payment/sandbox/form/*'],
  ['GET', '/w/*'],
  ['GET', '/w/*/appointment.ics'],
  ['POST', '/w/*/message'],
  ['GET', '/p/*'],
  ['GET', '/p/*.json'],
  ['GET', '/p/DEMO/*'],
  ['GET', '/p/DEMO/*.json'],
  ['GET', '/p/DEMO/JOB/apply'],
  ['POST', '/p/*/JOB/apply'],
  ['POST', '/p/DEMO/*/apply'],
  ['POST', '/p/DEMO/JOB/apply'],
  ['GET', '/p/DEMO/JOB/apply/*'],
  ['POST', '/p/DEMO/JOB/apply/*'],
  ['POST', '/p/DEMO/roster'],
  ['GET', '/p/DEMO/roster/code/*'],
  ['POST', '/p/DEMO/roster/code/*'],
  ['GET', '/p/DEMO/roster/*'],
  ['POST', '/p/DEMO/roster/*'],
  ['GET', '/sitemap.xml'],
  ['GET', '/robots.txt'],
  ['GET', '/calendar/*.ics'],
  ['GET', '/metrics'],
  ['GET', '/readyz'],
  ['GET', '/dev/outbox'],
  ['GET', '/dev/outbox/*/attachment'],
];

const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Returns a form of a public page whose fields all hold one text. */
const formOf = (text: string): string =>
  ['firstName', 'lastName', 'phone', 'code', 'days', 'from', 'challenge', 'solution', 'text', 'do']
    .map((field) => `${field}=${encoded(text)}`)
    .join('&');

const isCheap = (before: NodeJS.CpuUsage): boolean => {
  const { user, system } = process.cpuUsage(before);
  return user + system < WORK_MS * 1000;
};

describe('odd requests for pages and files', () => {
  let server: TestServer;
  let demo: { code: string; job: string };
  beforeAll(async () => {
    server = await testServer();
    const { rows } = await server.pool.query(
      `select p.code, j.id as job from branch_pages p join jobs j using (user_id) where j.status = 'active' limit 1`,
    );
    demo = rows[0];
  });
  // A caller above a limit would meet nothing but the limit.
  beforeEach(() => server.pool.query('delete from rate_limits'));
  afterAll(() => server.close());

  it.each(PAGES)('get a cheap answer without a 5xx from %s %s', async (method, path) => {
    const parts = path.includes('*')
      ? [...NASTY_TEXTS.map(encoded), '%00', '%2e%2e%2f', '..%2f..%2fetc%2fpasswd']
      : [''];
    const queries = [
      '',
      ...RAW_QUERIES,
      ...NASTY_TEXTS.map((text) => `id=${encoded(text)}&d=${encoded(text)}&s=${encoded(text)}&e=1`),
    ];
    const bodies = [...RAW_BODIES, ...NASTY_TEXTS.map(formOf)];
    const asked = Math.max(parts.length, queries.length, method === 'GET' ? 0 : bodies.length);
    for (let at = 0; at < asked; at += 1) {
      const own = path.replace('DEMO', demo.code).replace('JOB', demo.job);
      const url = own.replace('*', () => parts[at % parts.length] ?? '') + `?${queries[at % queries.length]}`;
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        ...NASTY_HEADERS[at % NASTY_HEADERS.length],
      };
      const payload = method === 'GET' ? undefined : bodies[at % bodies.length];
      const before = process.cpuUsage();
      const { statusCode, body } = await server.app.inject({
        method,
        url,
        headers,
        ...(payload !== undefined && { payload }),
      });
      expect([url.slice(0, 200), statusCode < 500, isCheap(before)]).toEqual([url.slice(0, 200), true, true]);
      // The address never becomes markup in the response.
      expect(body.includes('<img src=x')).toBe(false);
    }
  });

  it('match every pattern in linear time, up to the longest body', async () => {
    const world = await findWorld(server.db);
    const texts = ['a', '1', ' ', 'a@', '-1,', 'a.', '/', '\u0130'].map((part) => part.repeat(60_000 / part.length));
    for (const route of ROUTES.filter(({ body, access }) => body && access === 'public')) {
      const right = rightCall(route, world).body as Record<string, unknown>;
      for (const name of Object.keys(right).filter((field) => typeof right[field] === 'string')) {
        for (const text of texts) {
          const before = process.cpuUsage();
          const { statusCode } = await server.app.inject({
            method: route.method,
            url: route.path.replace(/:\w+/g, 'x'),
            payload: { ...right, [name]: text },
          });
          expect([route.id, name, statusCode < 500, isCheap(before)]).toEqual([route.id, name, true, true]);
        }
      }
    }
  });
});
