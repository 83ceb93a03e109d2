import net from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { searchApplications } from '../../../contract/routes/applications';
import { getHolidays } from '../../../contract/routes/reference';
import { gatewayJobs } from '../../../contract/routes/gateway';
import { login } from '../../../contract/routes/session';
import { tooManyRequests } from '../../../server/platform/errors';
import { WAITING_MAX } from '../../../server/platform/flow/fairQueue';
import { createRequestRates, PACK } from '../../../server/platform/limiter';
import { eventually } from '../../support/eventually';
import { testPool } from '../../support/testDatabase';
import { testServer, type TestServer } from '../../support/testServer';

const portOf = ({ app }: TestServer): number => (app.server.address() as net.AddressInfo).port;

const connected = async (server: TestServer): Promise<net.Socket> => {
  const socket = net.connect(portOf(server), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

describe('request rates', () => {
  const clockAt = (seconds: number) => ({ now: () => new Date(seconds * 1000) });
  const limiterOf = (points: number) => {
    let left = points;
    const take = jest.fn(async () => {
      left -= 1;
      if (left < 0) throw tooManyRequests(20);
    });
    return { take, count: jest.fn(), used: jest.fn(), giveBack: jest.fn(), clear: jest.fn() };
  };

  it('cost no statement at human speed, and one for each further pack', async () => {
    const limiter = limiterOf(100);
    const rates = createRequestRates({ limiter, clock: clockAt(0) }, { userRate: 1000, networkRate: 0 });
    for (let at = 0; at < PACK; at += 1) await rates.ofUser(7);
    expect(limiter.take).not.toHaveBeenCalled();
    for (let at = 0; at < 3 * PACK; at += 1) await rates.ofUser(7);
    expect(limiter.take).toHaveBeenCalledTimes(3);
    expect(limiter.take).toHaveBeenCalledWith({ name: 'requests-user', points: 20, seconds: 60 }, '7');
    await rates.ofUser(8);
    expect(limiter.take).toHaveBeenCalledTimes(3);
  });

  it('buy one pack for all simultaneous requests, and none during a rejection', async () => {
    let seconds = 0;
    const limiter = limiterOf(1);
    const clock = { now: () => new Date(seconds * 1000) };
    const rates = createRequestRates({ limiter, clock }, { userRate: 100, networkRate: 0 });
    const asked = await Promise.allSettled(Array.from({ length: 3 * PACK }, () => rates.ofUser(7)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 * PACK);
    expect(limiter.take).toHaveBeenCalledTimes(2);
    seconds = 15;
    await expect(rates.ofUser(7)).rejects.toMatchObject({ status: 429, options: { retryAfter: 5 } });
    expect(limiter.take).toHaveBeenCalledTimes(2);
    seconds = 61;
    await rates.ofUser(7);
    expect(limiter.take).toHaveBeenCalledTimes(2);
  });

  it('are unlimited at 0', async () => {
    const limiter = limiterOf(0);
    const rates = createRequestRates({ limiter, clock: clockAt(0) }, { userRate: 0, networkRate: 0 });
    for (let at = 0; at < 3 * PACK; at += 1) await rates.ofNetwork({ ip: '203.0.113.9' });
  });

  describe('request rates of two servers on one store', () => {
    let one: TestServer;
    let two: TestServer;
    const env = { USER_RATE: '100', NETWORK_RATE: '100' };
    beforeAll(async () => {
      one = await testServer({ env });
      two = await testServer({ env, database: one.database });
    });
    afterAll(async () => {
      await two.close();
      await one.close();
    });

    /** Returns how many requests succeed before the first 429, sent to both in turn. */
    const flood = async (url: string, headers: Record<string, string>, remoteAddress: string) => {
      for (let at = 0; at < 6 * PACK; at += 1) {
        const { app } = at % 2 === 0 ? one : two;
        const reply = await app.inject({ url, headers, remoteAddress });
        if (reply.statusCode === 429) return { answered: at, reply };
      }
      throw new Error('nobody was refused');
    };

    it('limit one account from any address, and no other', async () => {
      const authorization = `Bearer ${await one.tokenOf('branch')}`;
      const { answered, reply } = await flood(`${searchApplications.path}?limit=0`, { authorization }, '203.0.113.9');
      expect(answered).toBeGreaterThanOrEqual(100);
      expect(answered).toBeLessThanOrEqual(100 + 2 * PACK);
      expect(reply.json()).toMatchObject({ ok: false, key: 'error.too_many_requests' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect((await one.call(searchApplications, { as: 'root' })).status).toBe(200);
    });

    it.each([
      ['of public calls', getHolidays.path, {}],
      ['with dead tokens', searchApplications.path, { authorization: `Bearer ${'x'.repeat(43)}` }],
      ['with a wrong gateway key', gatewayJobs.path, { 'x-gateway-key': 'wrong' }],
    ])('limit a network %s without its signed-in users', async (_name, url, headers) => {
      const address = `203.0.113.${10 + Object.keys(headers).length + url.length}`;
      const { answered } = await flood(url, headers as Record<string, string>, address);
      expect(answered).toBeLessThanOrEqual(100 + 2 * PACK);
      const authorization = `Bearer ${await one.tokenOf('root')}`;
      const own = await one.app.inject({
        url: searchApplications.path,
        headers: { authorization },
        remoteAddress: address,
      });
      expect(own.statusCode).toBe(200);
    });

    it('do not count the holder of the gateway key', async () => {
      for (let at = 0; at < 5 * PACK; at += 1)
        expect((await one.call(gatewayJobs, { as: 'gateway', query: { limit: 1 } })).status).toBe(200);
    });
  });
});

describe('a full queue', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it('answers 503 with Retry-After at once and still answers health checks', async () => {
    const headers = { authorization: `Bearer ${await server.tokenOf('root')}` };
    const ask = () => server.app.inject({ url: searchApplications.path, headers });
    const holder = testPool(server.database.url, 1);
    const lock = await holder.connect();
    await lock.query('select pg_advisory_lock(1)');
    const held = Promise.all(
      Array.from({ length: WAITING_MAX + 20 }, () => sql`select pg_advisory_xact_lock_shared(1)`.execute(server.db)),
    );
    expect(server.pool.waitingCount).toBeGreaterThan(WAITING_MAX);
    const [refused, publicly, health] = await Promise.all([
      ask(),
      server.app.inject({
        method: 'POST',
        url: login.path,
        payload: { email: 'root@demo.test', password: 'Demo123!' },
      }),
      server.app.inject('/healthz'),
    ]);
    expect([refused.statusCode, refused.json().key]).toEqual([503, 'error.unavailable']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect([publicly.statusCode, health.statusCode]).toEqual([503, 200]);
    const ready = server.app.inject('/readyz');
    await lock.query('select pg_advisory_unlock(1)');
    lock.release();
    await holder.end();
    expect((await ready).statusCode).toBe(200);
    await held;
    expect((await ask()).statusCode).toBe(200);
  });
});

describe('slow clients', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    server.app.server.closeAllConnections();
    await server.close();
  });

  it('have a time limit', () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = server.app.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      timeout: 75_000,
      keepAliveTimeout: 72_000,
    });
  });

  it('get a 408 when they send headers or a body drop by drop', async () => {
    const { server: http } = server.app;
    const standard = [http.headersTimeout, http.requestTimeout] as const;
    [http.headersTimeout, http.requestTimeout] = [100, 200];
    const answers = await Promise.all(
      [
        'GET /healthz HTTP/1.1\r\nHost: a\r\n',
        'POST /api/user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      ].map(async (begun) => {
        const socket = await connected(server);
        let answer = '';
        socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
        socket.write(begun);
        await once(socket, 'close');
        return answer;
      }),
    );
    [http.headersTimeout, http.requestTimeout] = standard;
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('lose the connection when they read nothing, and cost little memory', async () => {
    const { server: http } = server.app;
    http.setTimeout(300);
    // Before the connection, which the server closes when its headers take long.
    const token = await server.tokenOf('root');
    const socket = await connected(server);
    http.setTimeout(75_000);
    socket.pause();
    const [seen] = await Promise.all([
      once(http, 'request') as Promise<[{ socket: net.Socket }]>,
      new Promise((sent) =>
        socket.write(
          `GET ${searchApplications.path}?limit=500 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(
            60,
          ),
          sent,
        ),
      ),
    ]);
    const theirs = seen[0].socket;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, theirs.writableLength)), 5);
    if (!theirs.destroyed) await once(theirs, 'close');
    clearInterval(watch);
    socket.destroy();
    // At most one or two responses; the server does not read the other requests.
    expect(most).toBeLessThan(4_000_000);
  });

  it('lose an event stream that they do not read', async () => {
    const token = await server.tokenOf('root');
    const socket = await connected(server);
    const asked = once(server.app.server, 'request') as Promise<[{ socket: net.Socket }]>;
    socket.write(`GET /api/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    const theirs = (await asked)[0].socket;
    const { rows } = await sql<{ id: number }>`
      select organisation_id as id from users where email = 'root@demo.test'`.execute(server.db);
    const event = { type: 'thread', threadId: 1, userId: 1, padding: 'x'.repeat(7_000) };
    const payload = JSON.stringify({ organisationId: rows[0]!.id, event });
    const write = () =>
      sql`
      select pg_notify('employer_events', ${payload}::jsonb || jsonb_build_object('n', n) #>> '{}')
      from generate_series(1, 50) n`.execute(server.db);
    // The kernel buffers megabytes of a loopback connection first; how many depends on the machine.
    await eventually(write, () => theirs.destroyed);
    socket.destroy();
  });
});
