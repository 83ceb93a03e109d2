import assert from 'node:assert/strict';
import { basketWith, CARD } from '../support/attackShop.mjs';

export const title = 'a withdrawn product is bought from an old basket';

export const run = async (server) => {
  const { token } = await server.signIn('company');
  const basket = await basketWith(server, token);
  await server.store('update products set is_offered = false where id = $1', [basket.productId]);
  const { status } = await server.call('POST', '/api/payment/card', {
    token,
    headers: { 'idempotency-key': 'attack-withdrawn' },
    body: { basketId: basket.id, ...CARD.success },
  });
  const [{ n }] = await server.store(
    `select count(*)::int as n from payments where state = 'succeeded' and created_at > now() - interval '5 minutes'`,
  );
  assert.ok(status >= 400 && n === 0, `it was sold: ${status}, ${n} payments`);
};
