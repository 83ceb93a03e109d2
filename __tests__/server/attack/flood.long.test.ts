import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROUTES } from '../../../contract/routes/index';
import { PACK } from '../../../server/platform/limiter';
import { nameless, routesOf } from '../../support/routesOf';
import { testServer, type TestServer } from '../../support/testServer';

/** Operators and their tools call these even while the server is flooded. */
const UNLIMITED = ['/healthz', '/metrics', '/readyz'];
const NETWORK_RATE = 100;
/** How far a limit may be exceeded: the free pack and the last one. */
const SLACK = 2 * PACK;

describe('a flood from one network', () => {
  let server: TestServer;
  let publicDir: string;

  beforeAll(async () => {
    publicDir = mkdtempSync(path.join(os.tmpdir(), 'abuse-public-'));
    mkdirSync(path.join(publicDir, 'assets'));
    const page = '<script type=application/json id=runtime-settings>{}</script><style></style>';
    writeFileSync(path.join(publicDir, 'index.html'), page);
    writeFileSync(path.join(publicDir, 'version.json'), '{"version":"1.2.3"}');
    writeFileSync(path.join(publicDir, 'parts.json'), '[]');
    writeFileSync(path.join(publicDir, 'assets/main.0123456789.js'), 'plain');
    server = await testServer({ publicDir, env: { NETWORK_RATE: String(NETWORK_RATE) } });
  });
  afterAll(async () => {
    await server.close();
    rmSync(publicDir, { recursive: true });
  });

  const ask = (url: string, remoteAddress: string, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url, remoteAddress });

  /** Returns how many requests succeed before the first 429. */
  const flood = async (url: string, address: string, most: number): Promise<number> => {
    for (let at = 0; at < most; at += 1) if ((await ask(url, address)).statusCode === 429) return at;
    return Infinity;
  };

  it.each(['/openapi.json', '/dashboard', '/dashboard/anything', '/', '/dev/outbox', '/nothing', '/api/nothing'])(
    'is stopped on %s',
    async (url) => {
      const address = `203.0.113.${url.length}`;
      expect(await flood(url, address, NETWORK_RATE + SLACK + 1)).toBeLessThanOrEqual(NETWORK_RATE + SLACK);
      expect((await ask(url, '198.51.100.7')).statusCode).not.toBe(429);
    },
  );

  it('is stopped on every route of the server except the unlimited ones', async () => {
    const address = '203.0.113.200';
    await flood('/openapi.json', address, NETWORK_RATE + SLACK + 1);
    await flood('/dashboard/assets/main.0123456789.js', address, 10 * NETWORK_RATE + SLACK + 1);
    const answered: string[] = [];
    const routes = routesOf(server);
    for (const { method, url } of routes) {
      const reply = await server.app.inject({
        method,
        url: url.replace(/:\w+(\|:\w+)*/g, '1').replace('*', 'x'),
        remoteAddress: address,
      });
      if (reply.statusCode !== 429) answered.push(url);
    }
    const asked = new Set(routes.map(({ method, url }) => nameless(method, url)));
    expect(ROUTES.filter((route) => !asked.has(nameless(route.method, route.path)))).toEqual([]);
    expect([...new Set(answered)].sort()).toEqual(UNLIMITED);
  });

  it('allows ten times as many files as other responses', async () => {
    const address = '203.0.113.201';
    const most = 10 * NETWORK_RATE;
    const answered = await flood('/dashboard/assets/main.0123456789.js', address, most + SLACK + 1);
    expect(answered).toBeGreaterThanOrEqual(most);
    expect(answered).toBeLessThanOrEqual(most + SLACK);
    expect((await ask('/openapi.json', address)).statusCode).toBe(200);
    expect((await ask('/files/avatar-1', address)).statusCode).toBe(429);
  });
});

describe('expensive responses that are the same for everyone', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it('builds the contract once and answers 304 to a client that has it', async () => {
    const first = await server.app.inject('/openapi.json');
    const etag = String(first.headers.etag);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const stringify = jest.spyOn(JSON, 'stringify');
    const again = await server.app.inject({ url: '/openapi.json', headers: { 'if-none-match': `W/${etag}` } });
    const whole = await server.app.inject({ url: '/openapi.json', headers: { 'if-none-match': '"other"' } });
    const calls = stringify.mock.calls.length;
    stringify.mockRestore();
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect([whole.statusCode, whole.body === first.body]).toEqual([200, true]);
    expect(calls).toBe(0);
  });

  it('runs one statement for many simultaneous readiness requests', async () => {
    const connect = jest.spyOn(server.pool, 'connect');
    const replies = await Promise.all(Array.from({ length: 50 }, () => server.app.inject('/readyz')));
    const asked = connect.mock.calls.length;
    connect.mockRestore();
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(asked).toBe(1);
  });
});
