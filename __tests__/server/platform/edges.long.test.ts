import net from 'node:net';
import { once } from 'node:events';
import { getHolidays, postFormInputList } from '../../../contract/routes/reference';
import { login } from '../../../contract/routes/session';
import { searchApplications } from '../../../contract/routes/applications';
import { closeWithin } from '../../../server/platform/http/requestContext';
import { eventually } from '../../support/eventually';
import { testServer, type TestServer } from '../../support/testServer';

const portOf = (server: TestServer): number => (server.app.server.address() as net.AddressInfo).port;

const connected = async (server: TestServer): Promise<net.Socket> => {
  const socket = net.connect(portOf(server), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Sends raw bytes and returns status, headers (in lower case) and body. */
const raw = async (server: TestServer, text: string) => {
  const socket = await connected(server);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ') as [string, string]);
  return {
    status: Number(head.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
};

describe('invalid HTTP requests', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const HOST = 'Host: localhost\r\nConnection: close\r\n';
  it.each([
    ['not HTTP at all', 'hello\r\n\r\n', 400, 'error.invalid_request'],
    ['a header without a colon', `GET /healthz HTTP/1.1\r\n${HOST}Bad\r\n\r\n`, 400, 'error.invalid_request'],
    ['an unknown method', `FOO /healthz HTTP/1.1\r\n${HOST}\r\n`, 400, 'error.invalid_request'],
    [
      'headers of 20 kB',
      `GET /healthz HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'error.payload_too_large',
    ],
    ['an address that cannot be decoded', `GET /api/%ff HTTP/1.1\r\n${HOST}\r\n`, 400, 'error.invalid_request'],
    ['an address of 9 kB', `GET /${'x'.repeat(9000)} HTTP/1.1\r\n${HOST}\r\n`, 414, 'error.payload_too_large'],
  ])('answer %s in the envelope with the usual headers', async (_name, text, status, key) => {
    const reply = await raw(server, text);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      status,
      { ok: false, key, message: server.deps.messages.ofKey(key, 'en'), requestId: reply.headers['x-request-id'] },
    ]);
    expect(reply.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
});

describe('numbers in an address', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it.each(['0x2', '1e1', ' 1', '1 ', '+1', '0b1', '1_0'])('answer 400 to %j on its field', async (page) => {
    const { status, body } = await server.call(searchApplications, { as: 'root', query: { page } });
    expect([status, body.errors]).toEqual([400, { children: { page: { errors: ['field.invalid'] } } }]);
  });

  it('read 10 as ten', async () => {
    expect((await server.call(searchApplications, { as: 'root', query: { page: '10' } })).body.page).toBe(10);
  });
});

describe('the address of a caller', () => {
  it.each<[string, Record<string, string>, string | undefined, string, string]>([
    ['is that of the socket', {}, '6.6.6.6', '10.0.0.5', '10.0.0.5'],
    ['is what the nearest proxy saw', { TRUST_PROXY: '1' }, '6.6.6.6, 203.0.113.9', '10.0.0.5', '203.0.113.9'],
    ['is the network of 64 bits with IPv6', {}, undefined, '2001:db8:0:1:a:b:c:d', '2001:db8:0:1'],
  ])('%s, and limits count by it', async (_name, env, forwarded, remoteAddress, counted) => {
    const server = await testServer({ env });
    const take = jest.spyOn(server.deps.limiter, 'take');
    await server.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress,
      headers: { ...(forwarded && { 'x-forwarded-for': forwarded }) },
      payload: { email: 'nobody@demo.test', password: 'Wrong12!' },
    });
    expect(take).toHaveBeenCalledWith(expect.objectContaining({ name: 'login-address' }), counted);
    await server.close();
  });
});

describe('a dashboard on another origin', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('with a permitted origin may %s', async (method) => {
    const server = await testServer({ env: { CORS_ORIGINS: 'https://jobs.example' } });
    const { headers } = await server.app.inject({
      method: 'OPTIONS',
      url: method === 'GET' ? getHolidays.path : postFormInputList.path,
      headers: {
        origin: 'https://jobs.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method);
    expect(headers['access-control-allow-headers']).toBe('authorization,content-type');
    await server.close();
  });
});

describe('a server that stops', () => {
  /** Sends the beginning of a request, and resolves when the server has read it. */
  const begin = async (server: TestServer, text: string): Promise<net.Socket> => {
    const accepted = once(server.app.server, 'connection') as Promise<[net.Socket]>;
    const socket = await connected(server);
    socket.write(text);
    const [theirs] = await accepted;
    await eventually(
      () => theirs.bytesRead,
      (bytes) => bytes === Buffer.byteLength(text),
    );
    return socket;
  };

  it('answers a request that has begun to arrive and closes its connection', async () => {
    const server = await testServer();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = await begin(server, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const gone = once(socket, 'close');
    const closing = closeWithin(server.app, 60_000);
    await eventually(
      () => server.app.server.listening,
      (isListening) => !isListening,
    );
    socket.write('\r\n');
    await gone;
    await closing;
    const answer = Buffer.concat(chunks).toString();
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer.toLowerCase()).toContain('connection: close');
    await server.close();
  });

  it('does not wait for a request that never ends', async () => {
    const server = await testServer();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    // Without time limits, only the stop can end the request.
    Object.assign(server.app.server, { headersTimeout: 0, requestTimeout: 0, timeout: 0 });
    const socket = await begin(
      server,
      'POST /api/user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    const gone = once(socket, 'close');
    await closeWithin(server.app, 200);
    await gone;
    await server.close();
  });
});
