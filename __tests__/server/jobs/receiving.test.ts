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
  const address = async () => (await world.announce('branch', LENGTH)).uploadUrl;

  it('50 MB are refused while hardly anything of them has left', async () => {
    const sent = begin(await address(), MANY);
    const answer = answerOf(sent);
    sent.write(Buffer.alloc(10_000));
    expect(await answer).toMatchObject({ status: 413, body: { key: ERROR_KEYS.payloadTooLarge } });
    sent.destroy();
  });

  it('a length that is not told is refused', async () => {
    const headers = { 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' };
    const sent = request({ port, path: await address(), method: 'PUT', headers });
    const answer = answerOf(sent);
    sent.end(Buffer.alloc(LENGTH));
    expect(await answer).toMatchObject({ status: 400, body: { key: ERROR_KEYS.invalid } });
  });

  it('only so many come in at a time, and one that breaks off makes room', async () => {
    const waiting: ClientRequest[] = [];
    for (let at = 0; at < 8; at += 1) {
      const sent = begin(await address(), LENGTH);
      sent.on('error', () => undefined);
      sent.write(Buffer.alloc(10));
      waiting.push(sent);
    }
    const refusal = async () => {
      const sent = begin(await address(), LENGTH);
      const answer = answerOf(sent);
      sent.end(Buffer.alloc(LENGTH));
      return answer;
    };
    // The eight are on their way to the server, each on a connection of its own.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const full = await refusal();
    expect([full.status, full.body.key, full.reply.headers['retry-after']]).toEqual([503, ERROR_KEYS.unavailable, '2']);
    for (const sent of waiting) sent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await refusal()).status).toBe(200);
  });
});
