import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { eventually } from '../../support/eventually';
import { testServer, type TestServer } from '../../support/testServer';
import { jobWorld, type JobWorld } from './jobWorld';

const LENGTH = 1000;
const MANY = 50 * 1024 * 1024;

describe('uploads over a real connection', () => {
  let server: TestServer;
  let world: JobWorld;
  let port: number;
  /** Requests that the server has neither answered nor lost. */
  let open = 0;
  beforeAll(async () => {
    server = await testServer();
    world = await jobWorld(server);
    server.app.server.on('request', (_request, reply) => {
      open += 1;
      reply.once('close', () => (open -= 1));
    });
    await server.app.listen({ port: 0 });
    port = (server.app.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const begin = (path: string, length: number, headers: Record<string, string> = {}): ClientRequest =>
    request({
      port,
      path,
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'content-length': String(length), ...headers },
    });
  const answerOf = (sent: ClientRequest) =>
    new Promise<{ status: number | undefined; body: { key?: string }; reply: IncomingMessage }>((resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (part: string) => (text += part));
        reply.on('end', () => resolve({ status: reply.statusCode, body: JSON.parse(text) as { key?: string }, reply }));
      });
    });
  const address = async (as: 'branch' | 'root' | 'company' | 'other' = 'branch') =>
    (await world.announce(as, LENGTH)).uploadUrl;
  /** Starts an upload, sends a few bytes of it, and waits until it occupies its place on the server. */
  const trickle = async (path: string): Promise<ClientRequest> => {
    const sent = begin(path, LENGTH);
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(10));
    const begun = 'select from job_uploads where position(key in $1) > 0 and begun_at is not null';
    await eventually(
      () => server.pool.query(begun, [path]),
      ({ rowCount }) => rowCount === 1,
    );
    return sent;
  };
  const allEnded = () =>
    eventually(
      () => open,
      (count) => count === 0,
    );
  const sendWhole = async (path: string) => {
    const sent = begin(path, LENGTH);
    const answer = answerOf(sent);
    sent.end(Buffer.alloc(LENGTH));
    return answer;
  };

  it('rejects 50 MB before most of them are sent', async () => {
    const sent = begin(await address(), MANY);
    const answer = answerOf(sent);
    sent.write(Buffer.alloc(10_000));
    expect(await answer).toMatchObject({ status: 413, body: { key: ERROR_KEYS.payloadTooLarge } });
    sent.destroy();
  });

  it('rejects an upload without a length', async () => {
    const headers = { 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' };
    const sent = request({ port, path: await address(), method: 'PUT', headers });
    const answer = answerOf(sent);
    sent.end(Buffer.alloc(LENGTH));
    expect(await answer).toMatchObject({ status: 400, body: { key: ERROR_KEYS.invalid } });
  });

  it('limits simultaneous uploads of an account and of an organisation, and frees the place of an aborted one', async () => {
    const expectFull = async (as: 'branch' | 'root' | 'company' | 'other') => {
      const full = await sendWhole(await address(as));
      expect([full.status, full.body.key, full.reply.headers['retry-after']]).toEqual([
        503,
        ERROR_KEYS.unavailable,
        '2',
      ]);
    };
    const holding = async (as: 'branch' | 'root' | 'company' | 'other') => trickle(await address(as));
    const waiting = [await holding('branch'), await holding('branch')];
    await expectFull('branch');
    expect((await sendWhole(await address('root'))).status).toBe(200);
    waiting.push(await holding('root'), await holding('root'));
    await expectFull('root');
    waiting.push(await holding('company'), await holding('company'), await holding('other'), await holding('other'));
    await expectFull('company');
    for (const sent of waiting) sent.destroy();
    await allEnded();
    expect((await sendWhole(await address())).status).toBe(200);
  });

  it('uses an address for one upload, even when that one is aborted', async () => {
    const path = await address();
    const first = await trickle(path);
    expect(await sendWhole(path)).toMatchObject({ status: 409, body: { key: ERROR_KEYS.conflict } });
    first.destroy();
    await allEnded();
    expect(await sendWhole(path)).toMatchObject({ status: 409, body: { key: ERROR_KEYS.conflict } });
  });

  it('ends an upload that arrives too slowly', async () => {
    // The time limit of all requests must not end it first.
    server.app.server.requestTimeout = 0;
    const sent = begin(await address(), LENGTH);
    const answer = answerOf(sent);
    const closed = new Promise((resolve) => sent.once('close', resolve));
    const drops = setInterval(() => sent.write(Buffer.alloc(1)), 500);
    expect(await answer).toMatchObject({ status: 408, body: { key: ERROR_KEYS.invalid } });
    clearInterval(drops);
    await closed;
    expect((await sendWhole(await address())).status).toBe(200);
  });
});
