import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { ROUTES } from '../../../contract/routes';
import { searchJobs } from '../../../contract/routes/jobs';
import { getPublicPage } from '../../../contract/routes/publicPage';
import { getCurrentUser, login } from '../../../contract/routes/session';
import { pageWorld, type PageWorld } from '../workerPage/pageWorld';

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };
/** The comment of random length at the end of a page for one person. */
const PADDING = /<!--[\w-]+-->(?=<\/body><\/html>$)/;
/** Removes what differs between two replies with the same page for one person. */
const withoutChance = (page: string) => page.replace(PADDING, '').replace(/name="nonce" value="[^"]+"/, '');
const LANGUAGE = 'accept-language, referer, accept-encoding';
const ENCODING = 'accept-encoding';

describe('compression', () => {
  let world: PageWorld;
  let paths: Record<'page' | 'job' | 'pageJson' | 'jobJson' | 'worker', string>;
  beforeAll(async () => {
    world = await pageWorld();
    const { body } = await world.server.call(getPublicPage, { as: 'branch' });
    const applicant = await world.nextApplicant();
    const page = `/p/${body.payload.branchPage.code}`;
    const job = `${page}/${applicant.jobId}`;
    const worker = await world.pathOf(applicant);
    paths = { page, job, pageJson: `${page}.json`, jobJson: `${job}.json`, worker };
  });
  afterAll(() => world.server.close());

  const get = (url: string, accepted?: string) =>
    world.server.app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

  const places: [name: string, pathOf: () => string, status: number, vary: string][] = [
    ['the page of a branch', () => paths.page, 200, LANGUAGE],
    ['the page of a job', () => paths.job, 200, LANGUAGE],
    ['a branch as JSON', () => paths.pageJson, 200, ENCODING],
    ['a job as JSON', () => paths.jobJson, 200, ENCODING],
    ['the list of all pages', () => '/sitemap.xml', 200, ENCODING],
    ['the page of a worker', () => paths.worker, 200, ENCODING],
    ['the page of a wrong link', () => '/w/nothing', 404, ENCODING],
    ['the page of a wrong code', () => '/p/nothing', 404, ENCODING],
  ];

  describe.each(places)('of %s', (_name, pathOf, status, vary) => {
    it.each(['br', 'gzip'] as const)('is %s for a client that accepts it', async (encoding) => {
      const [plain, packed] = [await get(pathOf()), await get(pathOf(), encoding)];
      expect([plain.statusCode, packed.statusCode]).toEqual([status, status]);
      expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([encoding, vary]);
      // Caches must keep the uncompressed reply apart, too.
      expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, vary]);
      const unpacked = UNPACK[encoding](packed.rawPayload).toString();
      expect(withoutChance(unpacked)).toBe(withoutChance(plain.body));
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5);
    });
  });

  it('prefers brotli, and uses nothing that a client refuses', async () => {
    const encodingOf = async (accepted: string) => (await get(paths.page, accepted)).headers['content-encoding'];
    expect(await encodingOf('gzip, deflate, br')).toBe('br');
    expect(await encodingOf('br;q=0, gzip')).toBe('gzip');
    expect(await encodingOf('deflate')).toBeUndefined();
    expect(await encodingOf('identity')).toBeUndefined();
  });

  it('keeps a HEAD reply without a body', async () => {
    const reply = await world.server.app.inject({
      method: 'HEAD',
      url: paths.page,
      headers: { 'accept-encoding': 'br' },
    });
    expect([reply.statusCode, reply.body, reply.headers.vary]).toEqual([200, '', LANGUAGE]);
  });

  it('hides the size of pages for one person, and of no others, by padding of random length', async () => {
    const paddings = await Promise.all(
      Array.from({ length: 20 }, async () => PADDING.exec((await get(paths.worker)).body)?.[0]),
    );
    expect(new Set(paddings).size).toBe(20);
    expect(new Set(paddings.map((padding) => padding?.length)).size).toBeGreaterThan(1);
    expect((await get(paths.page)).body).not.toMatch(PADDING);
  });

  const ask = async (url: string, accepted: string) => {
    const authorization = `Bearer ${await world.server.tokenOf('company')}`;
    return world.server.app.inject({ url, headers: { authorization, 'accept-encoding': accepted } });
  };

  it('packs the lists of the API to less than a third', async () => {
    const [plain, packed] = [await ask(searchJobs.path, 'identity'), await ask(searchJobs.path, 'br')];
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['br', ENCODING]);
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, ENCODING]);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  });

  it('hides the size of the lists by padding of random length', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(searchJobs.path, 'br')));
    const paddings = replies.map(({ headers }) => String(headers['x-padding']));
    expect(new Set(paddings).size).toBe(20);
    expect(new Set(paddings.map(({ length }) => length)).size).toBeGreaterThan(1);
  });

  it('leaves replies with a token as they are', async () => {
    const { headers, rawPayload } = await ask(getCurrentUser.path, 'br, gzip');
    expect(rawPayload.length).toBeGreaterThan(1024);
    expect(headers['content-encoding']).toBeUndefined();
    const withToken = ROUTES.filter(
      ({ method, reply }) => method === 'GET' && /token|secret/i.test(JSON.stringify(reply)),
    );
    expect(withToken.map(({ id, holdsToken }) => [id, holdsToken])).toEqual([[getCurrentUser.id, true]]);
  });

  const packed = Buffer.alloc(5_000_000, ' ');
  it.each([
    ['gzip', gzipSync(packed)],
    ['br', brotliCompressSync(packed)],
  ])('unpacks no request: a body in %s is invalid JSON', async (encoding, payload) => {
    const { statusCode } = await world.server.app.inject({
      method: login.method,
      url: login.path,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      payload,
    });
    expect(statusCode).toBe(400);
  });
});
