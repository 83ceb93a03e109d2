import { createHash } from 'node:crypto';
import { pageHeaders, pagePolicy } from '../../../server/platform/http/headers';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { testServer, type TestServer } from '../../support/testServer';

const SETTINGS = /<script type=application\/json id=runtime-settings>(.*?)<\/script>/;

describe('the dashboard page', () => {
  let server: TestServer;
  let publicDir: string;

  beforeAll(async () => {
    publicDir = mkdtempSync(path.join(os.tmpdir(), 'public-'));
    mkdirSync(path.join(publicDir, 'assets'));
    const put = (name: string, text: string) => writeFileSync(path.join(publicDir, name), text);
    // The production build omits the quotes that HTML does not need.
    put(
      'index.html',
      '<!doctype html><script type=application/json id=runtime-settings>{}</script><script>theme()</script><link rel=icon href=i><style>a{color:red}</style><div id=root></div>' +
        // Larger than one block of compression, as the real page is.
        `${' '.repeat(100_000)}<script>early()</script>`,
    );
    put('version.json', '{"version":"1.2.3"}');
    const files = {
      en: ['assets/first.css', 'assets/en.js'],
      tr: ['assets/tr.js', 'assets/inter.woff2'],
      es: ['assets/es.js'],
    };
    put('parts.json', JSON.stringify([{ path: '^/login$', files }]));
    put('icon.svg', '<svg/>');
    put('assets/main.0123456789.js', 'plain');
    put('assets/main.0123456789.js.br', 'brotli');
    put('assets/main.0123456789.js.gz', 'gzip');
    put('assets/main.0123456789.js.map', 'map');
    const env = {
      GOOGLE_MAPS_KEY: '</script><script>alert(1)',
      MAP_TILES_URL: 'https://tiles.example:8443/{z}/{x}/{y}.png',
      MAP_ATTRIBUTION: '<b>© Tiles</b>',
      SUPPORT_REPLAY: '1',
      PAYMENT_FLOW: 'provider_form',
    };
    server = await testServer({ publicDir, env });
  });
  afterAll(async () => {
    await server.close();
    rmSync(publicDir, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

  it('preloads the files of the first screen in the language of the browser', async () => {
    const linkOf = async (url: string, language: string) =>
      (await get(url, { 'accept-language': language })).headers.link;
    expect(await linkOf('/dashboard/login?a=1', 'en')).toBe(
      '</dashboard/assets/first.css>; rel=preload; as=style; fetchpriority=low, </dashboard/assets/en.js>; rel=preload; as=script; fetchpriority=low',
    );
    expect(await linkOf('/dashboard/login', 'tr-TR,tr;q=0.9')).toBe(
      '</dashboard/assets/tr.js>; rel=preload; as=script; fetchpriority=low, </dashboard/assets/inter.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin; fetchpriority=low',
    );
    expect(await linkOf('/dashboard/elsewhere', 'en')).toBeUndefined();
    expect((await get('/dashboard/parts.json')).headers['content-type']).toContain('text/html');
  });

  it.each(['br', 'gzip'])('is compressed for a client that accepts %s', async (encoding) => {
    const { headers, rawPayload } = await server.app.inject({
      url: '/dashboard/login',
      headers: { 'accept-encoding': encoding },
    });
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-language, accept-encoding']);
    const text = (encoding === 'br' ? brotliDecompressSync(rawPayload) : gunzipSync(rawPayload)).toString();
    expect(text).toContain('<script>early()</script>');
    expect(rawPayload.length).toBeLessThan(text.length);
  });

  it('is uncompressed for other clients, and has no body for HEAD', async () => {
    const { headers, body } = await get('/dashboard/login');
    expect([headers['content-encoding'], body.endsWith('<script>early()</script>')]).toEqual([undefined, true]);
    const head = await server.app.inject({
      method: 'HEAD',
      url: '/dashboard/login',
      headers: { 'accept-encoding': 'br' },
    });
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  it('is where / redirects to', async () => {
    const { statusCode, headers } = await get('/');
    expect([statusCode, headers.location]).toEqual([302, '/dashboard']);
  });

  it.each([
    '/dashboard',
    '/dashboard/',
    '/dashboard/applications?page=2',
    '/dashboard/jobs/1/a%20b',
    '/dashboard/index.html',
  ])('answers %s uncached with its own policy', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const policy = String(headers['content-security-policy']);
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(body).toContain(`<link rel=icon href=i><style nonce="${nonce}">a{color:red}</style>`);
    // The policy allows the page's inline scripts by their hashes and no others.
    const [theme, early] = ['theme()', 'early()'].map((text) => createHash('sha256').update(text).digest('base64'));
    expect(policy).toContain(`script-src 'self' 'sha256-${theme}' 'sha256-${early}' https://maps.googleapis.com;`);
    expect(body).toContain('<script>early()</script>');
    expect(policy).toContain("img-src 'self' data: blob:");
    expect(policy).toMatch(/img-src 'self' data: blob: [^;]* https:\/\/tiles\.example:8443;/);
    expect(policy.split('tiles.example')).toHaveLength(2);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\s\*/);
    expect(JSON.parse(SETTINGS.exec(body)![1]!)).toEqual({
      mainApi: '/api',
      sharedApi: '/shared-api',
      geoApi: '/geo-api',
      countryCode: 'TR',
      dateLocale: 'interface',
      timeZone: 'Europe/Istanbul',
      googleMapsKey: '</script><script>alert(1)',
      mapTilesUrl: 'https://tiles.example:8443/{z}/{x}/{y}.png',
      mapAttribution: '<b>© Tiles</b>',
      paymentFlow: 'provider_form',
      devTools: true,
      supportReplay: true,
      demo: true,
      cspNonce: nonce,
      paymentProvider: 'sandbox',
      vapidPublicKey: null,
      version: '1.2.3',
    });
  });

  it('has a new nonce for each request', async () => {
    const [one, other] = [await get('/dashboard'), await get('/dashboard')];
    expect(one.headers['content-security-policy']).not.toBe(other.headers['content-security-policy']);
  });

  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['', undefined, 'plain'],
  ])('serves compressed assets with an unlimited cache time: %s', async (accepted, encoding, body) => {
    const reply = await get('/dashboard/assets/main.0123456789.js', { 'accept-encoding': accepted });
    expect([reply.statusCode, reply.headers['content-encoding'], reply.body]).toEqual([200, encoding, body]);
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each<[number, Record<string, string>]>([
    [416, { range: 'bytes=999999-' }],
    [412, { 'if-match': '"another"' }],
    [412, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  ])('answers %d to %j in the envelope and uncached', async (status, requestHeaders) => {
    const { statusCode, headers, body } = await get('/dashboard/assets/main.0123456789.js', requestHeaders);
    expect([statusCode, JSON.parse(body).key, headers['cache-control']]).toEqual([
      status,
      'error.invalid_request',
      'no-store',
    ]);
  });

  it('serves other files of the folder', async () => {
    const { statusCode, headers } = await get('/dashboard/icon.svg');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  });

  it.each([
    '/dashboard/assets/main.gone.js',
    '/dashboard/assets/main.0123456789.js.map',
    '/dashboard/assets/../index.html/../../package.json',
    '/dashboard/assets/%2e%2e/%2e%2e/package.json',
    '/dashboard/assets/..%2f..%2fversion.json',
  ])('answers %s neither with a file nor with the page', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode >= 400 || SETTINGS.test(body)).toBe(true);
    expect(body).not.toContain('map');
    expect(body).not.toContain('employer-dashboard"');
    if (url.startsWith('/dashboard/assets/main')) expect(statusCode).toBe(404);
  });

  describe('the service worker', () => {
    const workerOf = async (env: Record<string, string>) => {
      const other = await testServer({ publicDir, env });
      try {
        return await other.app.inject('/dashboard/push-sw.js?language=tr');
      } finally {
        await other.close();
      }
    };
    beforeAll(() => writeFileSync(path.join(publicDir, 'push-sw.js'), 'work()'));
    afterAll(() => rmSync(path.join(publicDir, 'push-sw.js')));

    it('contains the version of the page, is revalidated each time, and changes with the page’s settings', async () => {
      const [one, same, other] = [await workerOf({}), await workerOf({}), await workerOf({ SUPPORT_REPLAY: '1' })];
      expect(one.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      });
      expect(one.body).toMatch(/^const PAGE_REVISION="[0-9a-f]{20}",KEEPS_PROGRAM=true;\nwork\(\)$/);
      expect(same.body).toBe(one.body);
      expect(other.body).not.toBe(one.body);
    });

    it('expects the page of the same release, which names its revision', async () => {
      const other = await testServer({ publicDir, env: {} });
      try {
        const [page, worker] = [await other.app.inject('/dashboard/'), await other.app.inject('/dashboard/push-sw.js')];
        expect(worker.body).toContain(`PAGE_REVISION="${String(page.headers['x-page-revision'])}"`);
      } finally {
        await other.close();
      }
    });

    it('stores nothing with KEEP_PROGRAM=0', async () => {
      expect((await workerOf({ KEEP_PROGRAM: '0' })).body).toContain('KEEPS_PROGRAM=false');
    });
  });
});

describe('headers of the API', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['no other origin may read without a setting', {}, undefined],
    ['a permitted origin may read', { CORS_ORIGINS: 'https://jobs.example' }, 'https://jobs.example'],
    ['another origin may not read', { CORS_ORIGINS: 'https://other.example' }, undefined],
  ])('are right: %s', async (_name, env, allowed) => {
    const server = await testServer({ env });
    const { headers } = await server.app.inject({ url: '/healthz', headers: { origin: 'https://jobs.example' } });
    expect(headers['access-control-allow-origin']).toBe(allowed);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    await server.close();
  });
});

test('allow the map’s sources, and no more, when a Google key is set', () => {
  const policy = pagePolicy('n', { withGoogle: true });
  for (const part of [
    "script-src 'self' https://maps.googleapis.com;",
    "style-src 'self' 'nonce-n' https://fonts.googleapis.com;",
    'https://maps.gstatic.com',
    "font-src 'self' https://fonts.gstatic.com;",
    "worker-src 'self' blob:;",
  ]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toMatch(/unsafe|script-src[^;]*\*/);
});

describe('Trusted Types', () => {
  const RULES = "trusted-types dashboard#webpack dompurify default; require-trusted-types-for 'script'";

  it.each([{}, { provider: 'sandbox' }, { provider: 'iyzico' }] as const)('are enforced with %j', (guests) => {
    const headers = pageHeaders('n', guests);
    expect(headers['content-security-policy']).toContain(RULES);
    expect(headers).not.toHaveProperty('content-security-policy-report-only');
  });

  it.each([{ withGoogle: true }, { provider: 'stripe' }] as const)('are only reported with %j', (guests) => {
    const headers = pageHeaders('n', guests);
    expect(headers['content-security-policy']).not.toContain('trusted-types');
    expect(headers['content-security-policy-report-only']).toBe(RULES);
  });
});

describe('Strict-Transport-Security', () => {
  it.each([
    ['https://work.example', 'max-age=31536000; includeSubDomains'],
    ['http://127.0.0.1:3000', undefined],
  ])('for %s is %s', async (PUBLIC_URL, value) => {
    const server = await testServer({ env: { PUBLIC_URL } });
    for (const url of ['/healthz', '/api/nothing', '/api/%ff'])
      expect([url, (await server.app.inject({ url })).headers['strict-transport-security']]).toEqual([url, value]);
    await server.close();
  });
});

test('allows no foreign source without a Google key', () => {
  expect(pagePolicy('n')).toContain("script-src 'self'; style-src 'self' 'nonce-n'; img-src 'self' data: blob:;");
  expect(pagePolicy('n')).not.toContain('google');
});
