import assert from 'node:assert/strict';
import { basketWith, CARD } from '../support/attackShop.mjs';

export const title = 'American Express is refused, or a number with a wrong digit is accepted';

/** Numbers with a wrong check digit, or with one digit too many or too few for the brand. */
const WRONG = ['4242424242424241', '378282246310006', '3782822463100050', '424242424242424'];

export const run = async (server) => {
  const { token } = await server.signIn('company');
  const basket = await basketWith(server, token);
  const pay = (card, key) =>
    server.call('POST', '/api/payment/card', {
      token,
      headers: { 'idempotency-key': `attack-number-${key}` },
      body: { basketId: basket.id, ...card },
    });
  for (const cardNumber of WRONG) {
    const { status, body } = await pay({ ...CARD.amex, cardNumber }, cardNumber);
    assert.deepEqual([status, body?.key], [400, 'incorrect_number'], `the number ${cardNumber} was answered ${status}`);
  }
  const { status, body } = await pay(CARD.amex, 'amex');
  assert.equal(status, 200, `American Express was refused: ${status} ${body?.key}`);
  const [paid] = await server.store('select state from payments order by id desc limit 1');
  assert.equal(paid.state, 'succeeded', `the payment by American Express is ${paid.state}`);
};
