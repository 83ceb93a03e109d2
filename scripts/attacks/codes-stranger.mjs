import assert from 'node:assert/strict';
import { addressOf } from '../support/attackWorld.mjs';

export const title = 'a stranger invalidates the code of a phone, or uses up its daily codes';

const PHONE = '5301234567';
const requestCode = (phone, from) => [
  'PUT',
  '/api/verify-phone-send-code',
  { body: { phone, countryCode: 'TR', isVerify: true }, from },
];
const enter = (server, phone, code, from) =>
  server.call('POST', '/api/update-phone-verify', { body: { phone, code }, from });
const codeOf = async (server, phone) =>
  /\b\d{4}\b/.exec((await server.outbox()).find(({ to }) => to.endsWith(phone))?.text ?? '')?.[0];

export const run = async (server) => {
  const [owner, stranger] = [addressOf(1), addressOf(2)];
  assert.equal((await server.call(...requestCode(PHONE, owner))).status, 200);
  const code = await codeOf(server, PHONE);
  assert.ok(code, 'the outbox holds no code');
  const wrong = code === '0000' ? '1111' : '0000';
  for (let n = 0; n < 6; n += 1) await enter(server, PHONE, wrong, stranger);
  const right = await enter(server, PHONE, code, owner);
  assert.equal(right.status, 200, `six wrong tries of a stranger ended the owner's code: ${right.body?.key}`);

  const other = '5307654321';
  for (let n = 0; n < 12; n += 1) await server.call(...requestCode(other, addressOf(10 + n)));
  const own = await server.callAsPerson(...requestCode(other, owner));
  assert.equal(own.status, 200, `strangers used up the codes of a phone for a day: ${own.status} ${own.body?.key}`);
};
