import { once } from 'node:events';
import net from 'node:net';
import type { RouteContract } from '../../../contract/routes/defineRoute';
import { ROUTES } from '../../../contract/routes/index';
import { callerOf, rightCall } from '../../support/rightCalls';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

const PUBLIC_URL = 'https://work.example';

describe('the HTTP server under attack', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer({ env: { PUBLIC_URL, DEMO: '1', DEMO_PUBLIC: '1' } });
    world = await findWorld(server.db);
    await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  /** Sends raw bytes and returns the status codes of all responses. */
  const raw = async (text: string): Promise<number[]> => {
    const socket = net.connect((server.app.server.address() as net.AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    const chunks: Buffer[] = [];
    socket.on('data', (part: Buffer) => chunks.push(part));
    socket.write(text);
    await once(socket, 'close');
    return [
      ...Buffer.concat(chunks)
        .toString('latin1')
        .matchAll(/^HTTP\/1\.1 (\d{3})/gm),
    ].map(([, status]) => Number(status));
  };

  const POST = 'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  it.each([
    ['a length and chunks at once', `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${HIDDEN}`],
    ['a length with a plus sign', `${POST}Content-Length: +4\r\n\r\n{}  ${HIDDEN}`],
    ['a length in two parts', `${POST}Content-Length: 2, 2\r\n\r\n{}${HIDDEN}`],
    ['chunks by another name', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['chunks that are not the last word', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a blank before the colon', `${POST}Content-Length : 2\r\n\r\n{}${HIDDEN}`],
    ['a line that is folded', `${POST}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`.replace('X: a\r\n b', '\u0000X: a')],
    ['a chunk whose size is no number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['a chunk of a negative size', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ])('rejects %s and treats nothing behind it as a request', async (_what, text) => {
    expect(await raw(text)).toEqual([400]);
  });

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'PATCH', 'HEAD'])('reaches no route with %s', async (method) => {
    const [status] = await raw(`${method} /api/user/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([400, 404]).toContain(status ?? 400);
  });

  it('takes no method from a header and no route from another path', async () => {
    const authorization = `Bearer ${await server.tokenOf('root')}`;
    const headers = { authorization, 'x-http-method-override': 'DELETE', 'x-original-url': '/api/user/me' };
    for (const url of [
      '/api//user/me',
      '/api/user/me/',
      '/api/x/../user/me',
      '/API/user/me',
      '/api/user/me;x',
      '/api/user%2fme',
    ])
      expect([url, (await server.app.inject({ method: 'POST', url, headers })).statusCode]).toEqual([url, 404]);
  });

  const writes = ROUTES.filter(({ method, access }) => method !== 'GET' && typeof access === 'object');
  it.each(writes.map((route) => [route.id, route] as const))(
    'rejects %s from another page’s form: no cookie counts, and only JSON is read',
    async (_id, route: RouteContract) => {
      const path = route.path.replace(/:\w+/g, '1');
      const token = await server.tokenOf(callerOf(route) === 'company' ? 'company' : 'root');
      const cookie = `access_token=${token}; token=${token}; user=1`;
      const ask = (headers: Record<string, string>) =>
        server.app.inject({ method: route.method, url: path, headers, ...(route.body && { payload: 'a=b' }) });
      expect(
        (await ask({ cookie, origin: 'https://evil.example', 'content-type': 'application/json' })).statusCode,
      ).toBe(401);
      if (!route.body) return;
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'])
        expect([type, (await ask({ authorization: `Bearer ${token}`, 'content-type': type })).statusCode]).toEqual([
          type,
          415,
        ]);
    },
  );

  it('answers no CORS preflight of foreign pages', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const { headers: answered } = await server.app.inject({ method: 'OPTIONS', url: '/api/user/login', headers });
    expect(Object.keys(answered).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(ROUTES.map((route) => [route.id, route] as const))(
    'forbids framing, sniffing, referrers and caching of every response: %s',
    async (_id, route) => {
      const right = rightCall(route, world);
      for (const as of [null, callerOf(route)] as const) {
        const { headers } = await server.call(route, { ...right, as });
        expect(headers).toMatchObject({
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        });
        // Only its reader may cache a conversation, and must revalidate it each time.
        expect(headers['cache-control']).toMatch(/^(no-store|private, no-cache)$/);
        expect(headers).not.toHaveProperty('set-cookie');
        expect(headers).not.toHaveProperty('server');
        expect(headers).not.toHaveProperty('x-powered-by');
      }
    },
  );

  it('redirects nowhere by Host, a proxy header or a query', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    for (const url of ['/', '//evil.example', '/\\evil.example', '/dashboard//evil.example', '/?to=//evil.example']) {
      const { headers: answered } = await server.app.inject({ url, headers });
      expect([url, String(answered.location ?? '/dashboard')]).toEqual([url, '/dashboard']);
    }
    for (const referrer of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:x',
    ]) {
      const pay = ROUTES.find(({ id }) => id === 'payByCard')!;
      const right = rightCall(pay, world);
      const { status, body } = await server.call(pay, { ...right, body: { ...(right.body as object), referrer } });
      expect([referrer, status, Object.keys(body.errors.children)]).toEqual([referrer, 400, ['referrer']]);
    }
  });
});
