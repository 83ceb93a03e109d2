import assert from 'node:assert/strict';
import { basketWith, CARD } from '../support/attackShop.mjs';

export const title = 'cards are tested without limit';

export const run = async (server) => {
  const { token } = await server.signIn('company');
  const basket = await basketWith(server, token);
  let refused;
  let tries = 0;
  while (!refused && tries < 30) {
    tries += 1;
    const reply = await server.call('POST', '/api/payment/card', {
      token,
      headers: { 'idempotency-key': `attack-card-${tries}` },
      body: { basketId: basket.id, ...CARD.declined },
    });
    if (reply.status === 429) refused = reply;
  }
  assert.ok(refused, `${tries} cards were tried within seconds`);
  const wait = Number(refused.headers['retry-after']);
  assert.ok(wait > 60, `the 429 allows a retry after only ${wait} s`);
};
