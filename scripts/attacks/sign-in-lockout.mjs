import assert from 'node:assert/strict';
import { addressOf, cookieOf, PASSWORD } from '../support/attackWorld.mjs';

export const title = 'wrong passwords from anywhere lock the owner out of a known browser';

const signIn = (server, password, options) =>
  server.call('POST', '/api/user/login', { body: { email: 'company@demo.test', password }, ...options });

export const run = async (server) => {
  const from = addressOf(1);
  const first = await signIn(server, PASSWORD, { from });
  assert.equal(first.status, 200);
  const cookie = cookieOf(first);
  for (let n = 0; n < 40; n += 1) await signIn(server, `wrong-${n}`, { from: addressOf(10 + n) });
  const again = await signIn(server, PASSWORD, { from, headers: { cookie } });
  assert.equal(again.status, 200, `the owner is locked out in a known browser: ${again.status} ${again.body?.key}`);
};
