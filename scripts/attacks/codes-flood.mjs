import assert from 'node:assert/strict';
import { addressOf } from '../support/attackWorld.mjs';

export const title = "2,000 codes from 100 networks block everybody else's codes";

const COUNT = 2_000;
const NETWORKS = 100;
const AT_ONCE = 50;
/**
 * Codes that a machine may request to one country in an hour without any work (docs/decisions/0034), and those in
 * progress.
 */
const SENT_MAX = 200 + AT_ONCE;

const requestCode = (n, from, token) => [
  'PUT',
  '/api/verify-phone-send-code',
  { body: { phone: `530${String(1_000_000 + n)}`, countryCode: 'TR', isVerify: true }, from, token },
];

export const run = async (server) => {
  const { token } = await server.signIn('company', { from: addressOf(900) });
  let sent = 0;
  for (let n = 0; n < COUNT; n += AT_ONCE) {
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => server.call(...requestCode(n + at, addressOf((n + at) % NETWORKS)))),
    );
    sent += replies.filter(({ status }) => status === 200).length;
  }
  const own = await server.call(...requestCode(7_000_001, addressOf(901), token));
  assert.equal(own.status, 200, `a signed-in company gets no code for its new phone: ${own.status} ${own.body?.key}`);
  const person = await server.callAsPerson(...requestCode(7_000_002, addressOf(902)));
  assert.equal(person.status, 200, `after ${sent} codes nobody can register: ${person.status} ${person.body?.key}`);
  const outbox = await server.outbox();
  for (const phone of ['5308000001', '5308000002'])
    assert.ok(
      outbox.some(({ to }) => to.endsWith(phone)),
      `the code for ${phone} was never sent`,
    );
  assert.ok(sent <= SENT_MAX, `a machine got ${sent} codes sent without any work`);
};
