import assert from 'node:assert/strict';
import { addressOf } from '../support/attackWorld.mjs';

export const title = '2,000 codes from 100 networks leave no code for anybody else';

const COUNT = 2_000;
const NETWORKS = 100;
const AT_ONCE = 50;
/** What a machine may get sent without work of its own before somebody notices. */
const SENT_MAX = 1_000;

const send = (server, n, from, token) =>
  server.call('PUT', '/api/verify-phone-send-code', {
    body: { phone: `530${String(1_000_000 + n)}`, countryCode: 'TR', isVerify: true },
    from,
    token,
  });

export const run = async (server) => {
  const { token } = await server.signIn('company', { from: addressOf(900) });
  let sent = 0;
  for (let n = 0; n < COUNT; n += AT_ONCE) {
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => send(server, n + at, addressOf((n + at) % NETWORKS))),
    );
    sent += replies.filter(({ status }) => status === 200).length;
  }
  const own = await send(server, 8_000_001 - 1_000_000, addressOf(901), token);
  assert.equal(own.status, 200, `a signed-in company gets no code for its new phone: ${own.status} ${own.body?.key}`);
  const person = await send(server, 8_000_002 - 1_000_000, addressOf(902));
  assert.notEqual(person.body?.key, 'user.phone.verify.daily_limit', `after ${sent} codes nobody registers for a day`);
  assert.ok(sent <= SENT_MAX, `a machine had ${sent} codes sent without any work`);
};
