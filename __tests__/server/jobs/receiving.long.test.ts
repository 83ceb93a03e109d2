import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { testServer, type TestServer } from '../../support/testServer';
import { jobWorld, type JobWorld } from './jobWorld';

const LENGTH = 1000;
const MANY = 50 * 1024 * 1024;

describe('uploads over a real connection', () => {
  let server: TestServer;
  let world: JobWorld;
  let port: number;
  beforeAll(async () => {
    server = await testServer();
    world = await jobWorld(server);
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
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  /** Starts an upload and sends a few bytes of it. */
  const trickle = (path: string): ClientRequest => {
    const sent = begin(path, LENGTH);
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(10));
    return sent;
  };
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
    // Lets the uploads reach the server, each on its own connection.
    await pause(300);
    await expectFull('branch');
    expect((await sendWhole(await address('root'))).status).toBe(200);
    waiting.push(await holding('root'), await holding('root'));
    await pause(300);
    await expectFull('root');
    waiting.push(await holding('company'), await holding('company'), await holding('other'), await holding('other'));
    await pause(300);
    await expectFull('company');
    for (const sent of waiting) sent.destroy();
    await pause(300);
    expect((await sendWhole(await address())).status).toBe(200);
  });

  it('uses an address for one upload, even when that one is aborted', async () => {
    const path = await address();
    const first = trickle(path);
    await pause(300);
    expect(await sendWhole(path)).toMatchObject({ status: 409, body: { key: ERROR_KEYS.conflict } });
    first.destroy();
    await pause(300);
    expect(await sendWhole(path)).toMatchObject({ status: 409, body: { key: ERROR_KEYS.conflict } });
  });

  it('ends an upload that arrives too slowly', async () => {
    const started = performance.now();
    const sent = begin(await address(), LENGTH);
    const answer = answerOf(sent);
    const closed = new Promise((resolve) => sent.once('close', resolve));
    const drops = setInterval(() => sent.write(Buffer.alloc(1)), 500);
    expect(await answer).toMatchObject({ status: 408, body: { key: ERROR_KEYS.invalid } });
    clearInterval(drops);
    await closed;
    expect(performance.now() - started).toBeLessThan(15_000);
    expect((await sendWhole(await address())).status).toBe(200);
  }, 30_000);
});
