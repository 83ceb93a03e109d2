import assert from 'node:assert/strict';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export const title = 'one account blocks all upload slots with slow uploads, or uses an upload address twice';

const LENGTH = 100_000;
const CUT_SECONDS = 15;

const announce = async (server, token) => {
  const body = { fileName: 'cover.jpg', contentType: 'image/jpeg', contentLength: LENGTH };
  const reply = await server.call('POST', '/api/job/image', { token, body });
  assert.equal(reply.status, 200, `an upload could not be announced: ${reply.body?.key}`);
  return reply.body.payload.uploadUrl;
};

/**
 * Starts an upload that sends a byte a second; returns the response's status, or null when the server closed the
 * connection.
 */
const trickle = (server, path) => {
  const headers = { 'content-type': 'image/jpeg', 'content-length': String(LENGTH) };
  const request = http.request({ host: '127.0.0.1', port: server.port, path, method: 'PUT', agent: false, headers });
  request.write(Buffer.alloc(10));
  const drops = setInterval(() => request.write(Buffer.alloc(1)), 1000);
  const ended = new Promise((resolve) => {
    request.once('response', (reply) => (reply.resume(), resolve(reply.statusCode)));
    request.once('close', () => resolve(null));
    request.on('error', () => resolve(null));
  }).finally(() => clearInterval(drops));
  return { ended, stop: () => request.destroy() };
};

const send = (server, path) =>
  server.call('PUT', path, { body: Buffer.alloc(LENGTH), headers: { 'content-type': 'image/jpeg' } });

export const run = async (server) => {
  const attacker = (await server.signIn('company')).token;
  const person = (await server.signIn('branch')).token;
  const slow = [];
  try {
    for (let n = 0; n < 10; n += 1) slow.push(trickle(server, await announce(server, attacker)));
    await sleep(1000);
    const { status } = await send(server, await announce(server, person));
    assert.equal(status, 200, `ten slow uploads of one account blocked another account: ${status}`);
    const first = await Promise.race([Promise.all(slow.map(({ ended }) => ended)), sleep(CUT_SECONDS * 1000, 'late')]);
    assert.notEqual(first, 'late', `uploads of a byte a second still held their slots after ${CUT_SECONDS} s`);
  } finally {
    for (const one of slow) one.stop();
  }
  const path = await announce(server, attacker);
  assert.equal((await send(server, path)).status, 200);
  assert.equal((await send(server, path)).status, 409, 'an address accepted a second upload');
};
