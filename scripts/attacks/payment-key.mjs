import assert from 'node:assert/strict';
import { basketWith, CARD } from '../support/attackShop.mjs';

export const title = 'the key of a payment is sent again with another amount';

export const run = async (server) => {
  const { token } = await server.signIn('company');
  const basket = await basketWith(server, token);
  const headers = { 'idempotency-key': 'attack-amount' };
  const pay = () =>
    server.call('POST', '/api/payment/card', { token, headers, body: { basketId: basket.id, ...CARD.challenge } });
  const first = await pay();
  assert.equal(first.status, 200, `the first payment was refused: ${first.status} ${first.body?.key}`);
  // The user returns from the bank's page and changes the quantity.
  const changed = await server.call('PUT', `/api/basket/${basket.id}/item/${basket.itemId}`, {
    token,
    body: { quantity: 2 },
  });
  assert.equal(changed.status, 200, `the quantity could not be changed: ${changed.status} ${changed.body?.key}`);
  const second = await pay();
  assert.equal(second.status, 409, `the same key with another amount got ${second.status} and the old page`);
};
