import assert from 'node:assert/strict';
import { addressOf, cookieOf } from '../support/attackWorld.mjs';
import { setTimeout as sleep } from 'node:timers/promises';

export const title = 'a flood of sign-ins from one network blocks real users';
export const needsCores = true;

const FLOOD_MS = 4_000;
const AT_ONCE = 200;
/** Addresses of one network (/24). */
const ADDRESSES = 20;
const PEOPLE = 14;
const NAMES = ['root', 'hr', 'branch', 'company', 'other', 'empty'];

// Half of the users sign in from a known browser; the others solve the proof of work.
export const run = async (server) => {
  const cookies = await Promise.all(
    NAMES.map(async (name, n) => cookieOf(await server.signIn(name, { from: addressOf(90 + n) }))),
  );
  const ends = Date.now() + FLOOD_MS;
  let n = 0;
  const attacker = async () => {
    while (Date.now() < ends && n < 3_000) {
      n += 1;
      const body = { email: `nobody${n}@example.com`, password: 'wrong-password' };
      await server
        .call('POST', '/api/user/login', { body, from: `127.200.1.${1 + (n % ADDRESSES)}` })
        .catch(() => undefined);
    }
  };
  const flood = Promise.all(Array.from({ length: AT_ONCE }, attacker));
  await sleep(500);
  const people = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const who = at % NAMES.length;
    const headers = at % 4 < 2 ? { cookie: cookies[who] } : {};
    people.push(server.signIn(NAMES[who], { from: addressOf(100 + at), headers }));
    await sleep(150);
  }
  const statuses = (await Promise.all(people)).map(({ status }) => status);
  await flood;
  const away = statuses.filter((status) => status !== 200);
  assert.equal(away.length, 0, `${away.length} of ${PEOPLE} real sign-ins were refused (${away.join(', ')})`);
};
