import { sql } from 'kysely';
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ROUTES } from '../../../contract/routes/index';
import { nameless, routesOf } from '../../support/routesOf';
import { testServer, type TestServer } from '../../support/testServer';

type Operations = Record<string, { operationId: string }>;

describe('operations', () => {
  let server: TestServer;
  const started = new Map<string, Promise<TestServer>>();
  /** Starts a server for each environment. */
  const start = (env: Record<string, string> = {}): Promise<TestServer> => {
    const key = JSON.stringify(env);
    if (!started.has(key)) started.set(key, testServer({ env }));
    return started.get(key)!;
  };
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    for (const one of started.values()) await (await one).close();
  });

  it('reports the process healthy, and ready when the store answers', async () => {
    expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    const { statusCode, body } = await server.app.inject('/readyz');
    expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ready', store: true, migrations: true }]);
  });

  it('reports healthy but not ready without the store', async () => {
    const lonely = await start();
    const connect = jest.spyOn(lonely.pool, 'connect').mockImplementation(() => Promise.reject(new Error('gone')));
    const { statusCode, body, headers } = await lonely.app.inject('/readyz');
    expect((await lonely.app.inject('/healthz')).statusCode).toBe(200);
    connect.mockRestore();
    expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'unavailable', store: false, migrations: false }]);
    expect(headers['retry-after']).toBeDefined();
  });

  it.each<[string, Record<string, string>, { remoteAddress?: string; headers?: Record<string, string> }, boolean]>([
    ['this machine', {}, { remoteAddress: '127.0.0.1' }, true],
    ['this machine by IPv6', {}, { remoteAddress: '::ffff:127.0.0.1' }, true],
    ['another machine', {}, { remoteAddress: '10.0.0.5' }, false],
    [
      'another machine that claims to be this one',
      {},
      { remoteAddress: '10.0.0.5', headers: { 'x-forwarded-for': '127.0.0.1' } },
      false,
    ],
    ['a proxy on this machine', {}, { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '10.0.0.5' } }, false],
    ['a proxy that names its client', {}, { headers: { 'x-real-ip': '10.0.0.5' } }, false],
    ['a proxy by the book', {}, { headers: { forwarded: 'for=10.0.0.5' } }, false],
    ['a proxy that keeps the name', {}, { headers: { host: 'jobs.example' } }, false],
    ['this machine by its IPv6 name', {}, { remoteAddress: '::1', headers: { host: '[::1]:3000' } }, true],
    ['this machine, but a token is set', { METRICS_TOKEN: 'for-the-metrics' }, { remoteAddress: '127.0.0.1' }, false],
    [
      'the token',
      { METRICS_TOKEN: 'for-the-metrics' },
      { remoteAddress: '10.0.0.5', headers: { authorization: 'Bearer for-the-metrics' } },
      true,
    ],
    [
      'a wrong token',
      { METRICS_TOKEN: 'for-the-metrics' },
      { remoteAddress: '127.0.0.1', headers: { authorization: 'Bearer for-the-metric' } },
      false,
    ],
  ])('limits metrics to permitted callers: %s', async (_name, env, request, allowed) => {
    const one = await start(env);
    const { statusCode, body } = await one.app.inject({ url: '/metrics', ...request });
    expect([statusCode, body.includes('process_cpu')]).toEqual([allowed ? 200 : 404, allowed]);
  });

  it('counts requests by the pattern of a route, never by the address', async () => {
    await server.app.inject({ method: 'PUT', url: '/api/job/application/4711/mark-as-seen' });
    const { body } = await server.app.inject('/metrics');
    expect(body).toContain(
      'http_requests_total{method="PUT",route="/api/job/application/:id/mark-as-seen",status="401"} 1',
    );
    expect(body).not.toMatch(/^http[^}]*4711/m);
  });

  it('reports the pool and the waiting work of each queue', async () => {
    const { db, clock } = server;
    const due = new Date(clock.now().getTime() - 90_000);
    const mail = { channel: 'mail', recipient: 'a@b.test', subject: 'x', bodyText: 'x', createdAt: due } as const;
    const { id } = await db
      .insertInto('outgoingMessages')
      .values({ ...mail, bodyHtml: null, nextAttemptAt: due })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ask = async () => (await server.app.inject('/metrics')).body;
    const body = await ask();
    await db.updateTable('outgoingMessages').set({ sentAt: due }).where('id', '=', id).execute();
    expect(body).toContain('queue_waiting{queue="mail"} 1');
    expect(body).toContain('queue_oldest_seconds{queue="mail"} 90');
    expect(body).toContain('queue_waiting{queue="exports"} 0');
    expect(body).toMatch(/db_pool_connections\{state="idle"\} \d/);
    expect(body).toContain('db_pool_waiting 0');
    expect(await ask()).toContain('queue_waiting{queue="mail"} 0');
  });

  it('reports the age of due reminders, but none at night, and none as late in the morning', async () => {
    const { db, clock } = server;
    const now = clock.now();
    await sql`delete from reminders`.execute(db);
    const at = async (time: string) => {
      clock.set(new Date(`2026-03-${time}:00.000Z`));
      const { body } = await server.app.inject('/metrics');
      return /queue_waiting\{queue="reminders"\} (\d+)[^]*queue_oldest_seconds\{queue="reminders"\} (\d+)/
        .exec(body)
        ?.slice(1)
        .map(Number);
    };
    await sql`
      insert into reminders (application_id, kind, start_at, due_at)
      select id, 'first_day_soon', '2026-03-20T09:00:00Z', '2026-03-11T12:00:00Z' from applications limit 2`.execute(
      db,
    );
    await sql`
      update reminders set skipped = 'off' where id = (select min(id) from reminders)`.execute(db);
    expect(await at('11T11:59')).toEqual([0, 0]);
    expect(await at('11T12:03')).toEqual([1, 180]);
    expect(await at('11T19:00')).toEqual([0, 0]);
    expect(await at('12T05:01')).toEqual([1, 60]);
    clock.set(now);
  });

  it('reports the other figures while the store is unavailable', async () => {
    const connect = jest.spyOn(server.pool, 'connect').mockImplementation(() => Promise.reject(new Error('gone')));
    const { statusCode, body } = await server.app.inject('/metrics');
    connect.mockRestore();
    expect([statusCode, body.includes('process_cpu'), body.includes('queue_waiting{')]).toEqual([200, true, false]);
  });

  it('lists every route of the contract with its errors in openapi.json', async () => {
    const document = (await server.app.inject('/openapi.json')).json();
    for (const { path, method } of ROUTES) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect([path, operation?.responses?.['200'] !== undefined]).toEqual([path, true]);
      expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Failure' });
    }
    expect(document.components.responses.Failure.content['application/json'].schema.required).toContain('key');
  });

  it('lists every call of the server in openapi.json, callbacks and webhooks included, once', async () => {
    const { paths } = (await server.app.inject('/openapi.json')).json<{ paths: Record<string, Operations> }>();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        call: nameless(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1')),
        operationId,
      })),
    );
    const calls = routesOf(server)
      .filter(({ method }) => !['HEAD', 'OPTIONS'].includes(method))
      .map(({ method, url }) => nameless(method, url));
    expect(operations.map(({ call }) => call).sort()).toEqual([...new Set(calls)].sort());
    expect(calls).toContain('POST /api/payment/webhook/:');
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('publishes a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const result = await validator.validate((await server.app.inject('/openapi.json')).json<Record<string, unknown>>());
    expect([result, validator.version]).toEqual([{ valid: true }, '3.1']);
  });

  it('shows the document at /docs, under a policy that allows only its own files', async () => {
    const page = await server.app.inject('/docs');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses).toHaveLength(3);
    for (const address of addresses) expect((await server.app.inject(address)).statusCode).toBe(200);
    const address = '/docs/swagger-ui-bundle.js';
    const plain = await server.app.inject(address);
    const { etag } = plain.headers;
    const small = await server.app.inject({ url: address, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers).toMatchObject({ etag, 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(gunzipSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
    const same = await server.app.inject({ url: address, headers: { 'if-none-match': String(etag) } });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    for (const name of ['package.json', '..%2Fpackage.json', 'absolute-path.js'])
      expect((await server.app.inject(`/docs/${name}`)).statusCode).toBe(404);
  });
});
