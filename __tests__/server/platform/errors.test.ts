import { Writable } from 'node:stream';
import { gatewayPutWorker } from '../../../contract/routes/gateway';
import { getCategories } from '../../../contract/routes/reference';
import { createLogger } from '../../../server/platform/logger';
import { waitText } from '../../../server/platform/messages';
import { GATEWAY_KEY } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';

const LOGIN = '/api/user/login';
const json = { 'content-type': 'application/json' };

describe('error responses', () => {
  let server: TestServer;
  const lines: string[] = [];
  const logs = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(...chunk.toString().split('\n').filter(Boolean));
        done();
      },
    });
    server = await testServer({ logger: createLogger('debug', destination) });
  });
  afterAll(() => server.close());
  beforeEach(() => void lines.splice(0));

  const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
    server.app.inject({ method: 'POST', url: LOGIN, headers, payload });

  it.each<[number, string, () => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>]>([
    [404, 'error.not_found', () => server.app.inject('/api/nothing')],
    [404, 'error.not_found', () => server.app.inject({ method: 'POST', url: '/' })],
    [400, 'error.invalid_request', () => server.app.inject('/api/%ff')],
    [400, 'error.invalid_request', () => post('{"email": ')],
    [400, 'error.invalid_request', () => post('')],
    [400, 'error.invalid_request', () => post('{"__proto__": {"a": 1}}')],
    [400, 'error.invalid_request', () => post('['.repeat(60_000) + ']'.repeat(60_000))],
    [413, 'error.payload_too_large', () => post(`"${'x'.repeat(1_100_000)}"`)],
    [413, 'error.payload_too_large', () => post('['.repeat(400_000) + ']'.repeat(400_000))],
    [414, 'error.payload_too_large', () => server.app.inject(`/api/holidays?q=${'x'.repeat(9000)}`)],
    [415, 'error.unsupported_media_type', () => post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    [415, 'error.unsupported_media_type', () => post('hello', { 'content-type': 'text/plain' })],
    [401, 'error.unauthorized', () => server.app.inject('/api/user/me')],
  ])('wrap %d %s in the envelope', async (status, key, ask) => {
    const { statusCode, body, headers } = await ask();
    expect([statusCode, JSON.parse(body)]).toEqual([
      status,
      { ok: false, key, message: expect.any(String), requestId: headers['x-request-id'] },
    ]);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('name the time of the server’s clock, as every response does', async () => {
    const before = server.clock.now();
    server.clock.set(new Date('2026-02-03T04:05:06Z'));
    for (const url of ['/api/user/me', '/api/nowhere', '/healthz'])
      expect((await server.app.inject(url)).headers.date).toBe('Tue, 03 Feb 2026 04:05:06 GMT');
    server.clock.set(before);
  });

  it('ignore a request id from outside', async () => {
    const { headers } = await server.app.inject({
      url: '/healthz',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    expect(headers['x-request-id']).not.toBe('mine');
  });

  it.each(['\\u0000', '\\ud800'])('name the field with text that cannot be stored: %s', async (character) => {
    const { statusCode, body } = await post(`{"email":"a@b.co","password":"abc${character}def"}`);
    expect([statusCode, JSON.parse(body).errors]).toEqual([
      400,
      { children: { password: { errors: ['field.invalid'] } } },
    ]);
  });

  it('name a wrong value deep in a body by its path', async () => {
    const experiences = [{ companyName: 'a\ud800b', position: 'x', positionId: 1, duration: { key: 3, value: 'x' } }];
    const ill = await server.call(gatewayPutWorker, {
      as: 'gateway',
      params: { externalId: 'e-1' },
      body: { firstName: 'Ada', lastName: 'Ün', experiences },
    });
    const name = { errors: ['field.invalid'] };
    expect([ill.status, ill.body.errors]).toEqual([
      400,
      { children: { experiences: { children: { '0': { children: { companyName: name } } } } } },
    ]);
    const { body } = await server.call(gatewayPutWorker, {
      as: 'gateway',
      params: { externalId: 'e-1' },
      body: { firstName: 'Ada', lastName: 'Ün', experiences: [{ companyName: 5 }] },
    });
    expect(body.errors.children.experiences.children['0']).toBeDefined();
  });

  it.each([
    ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
    ['de, es-MX;q=0.7, en;q=0.5', 'es'],
    ['de', 'en'],
    ['tr;q=0, es', 'es'],
    ['*', 'en'],
    [';;;,=,q=1'.repeat(100), 'en'],
  ])('use the language of %s: %s', async (header, language) => {
    const { body } = await server.app.inject({ url: '/api/nothing', headers: { 'accept-language': header } });
    expect(JSON.parse(body).message).toBe(server.deps.messages.ofKey('error.not_found', language as 'tr'));
  });

  it('hide an unknown error behind a bare 500 and log it completely', async () => {
    const authorization = `Bearer ${await server.tokenOf('branch')}`;
    const ask = jest.spyOn(server.deps.db, 'selectFrom').mockImplementation(() => {
      throw new Error('the inside');
    });
    const { statusCode, body } = await server.app.inject({ url: getCategories.path, headers: { authorization } });
    ask.mockRestore();
    expect([statusCode, JSON.parse(body)]).toEqual([
      500,
      {
        ok: false,
        key: 'error.unknown_error',
        translate_key: 'error.unknown_error',
        message: server.deps.messages.ofKey('error.unknown_error', 'en'),
        requestId: expect.any(String),
      },
    ]);
    expect(logs().find(({ msg }) => msg === 'failed')).toMatchObject({
      level: 'error',
      err: { message: 'the inside' },
    });
  });

  it('answer 503 with Retry-After while the store is unavailable', async () => {
    const authorization = `Bearer ${await server.tokenOf('branch')}`;
    const away = jest.spyOn(server.deps.db, 'selectFrom').mockImplementation(() => {
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    });
    const { statusCode, body, headers } = await server.app.inject({
      url: getCategories.path,
      headers: { authorization },
    });
    away.mockRestore();
    expect([statusCode, JSON.parse(body).key]).toEqual([503, 'error.unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('log no password, token, key, email or search text', async () => {
    const secrets = ['Demo123!', 'hunter2-secret', 'Zeynep-who', 'root@demo.test', GATEWAY_KEY];
    const login = await server.app.inject({
      method: 'POST',
      url: LOGIN,
      payload: { email: 'root@demo.test', password: 'Demo123!' },
    });
    secrets.push(login.json().payload.access_token);
    const authorization = `Bearer ${login.json().payload.access_token}`;
    await post(JSON.stringify({ email: 'root@demo.test', password: 'hunter2-secret' }));
    await post('{"email": "root@demo.test", "password": "hunter2-secret"');
    await server.app.inject({ url: '/api/search/application/all?q=Zeynep-who', headers: { authorization } });
    await server.app.inject({ url: '/api/search/application/all?q=Zeynep-who&limit=x', headers: { authorization } });
    await server.app.inject({ url: '/worker-gateway/events', headers: { 'x-gateway-key': GATEWAY_KEY } });
    expect(logs().filter(({ msg }) => msg === 'answered')).toHaveLength(6);
    expect(logs()).toContainEqual(
      expect.objectContaining({ method: 'GET', route: '/api/search/application/all', status: 400 }),
    );
    for (const secret of secrets) expect([secret, lines.join('\n').includes(secret)]).toEqual([secret, false]);
  });
});

test.each([
  [59, 'in 59 seconds'],
  [91, 'in 2 minutes'],
  [86_400, 'in 24 hours'],
])('a wait of %i seconds is shown as “%s”', (seconds, text) => {
  expect(waitText(seconds, 'en')).toBe(text);
});
