import { PAYMENT_ERROR_KEYS } from '../../../../contract/constants/payment';
import en from '../../../../i18n/en.json';
import es from '../../../../i18n/es.json';
import tr from '../../../../i18n/tr.json';
import {
  asBasketId,
  withFieldErrors,
  dropCard,
  holdCard,
  isUnanswered,
  checkoutSubjectOf,
  pauseAfter,
  paymentMessageOf,
  threeDsOf,
  toCardField,
  toCheckoutForm,
  nextPageOf,
} from '../../../../src/domains/payment';
import { takeCard } from '../../../../src/domains/payment/cardSaga';
import { aFailure } from '../../../support/builders';

const ID = 'a'.repeat(24);
const response = { provider: 'sandbox', result: '/api/payment/3ds/token' };

test.each([
  [
    { basketId: ID, response },
    { basketId: ID, response, opened: false },
  ],
  [
    { basketId: ID, response, opened: true },
    { basketId: ID, response, opened: true },
  ],
  [{ basketId: ID }, null],
  [{ response }, null],
  [{ basketId: 'x', response }, null],
  [{ basketId: ID, response: { ...response, result: 'https://evil.example/' } }, null],
  [{ basketId: ID, response: { ...response, result: '//evil.example/' } }, null],
  [{ basketId: ID, response: { ...response, result: '/\\evil.example/' } }, null],
  [{ basketId: ID, response: { ...response, result: 'javascript:alert(1)' } }, null],
  [null, null],
  ['text', null],
])('reads the bank step from the route state %j', (state, trip) => {
  expect(threeDsOf(state)).toEqual(trip);
});

test.each([
  [{ packageId: 3 }, { packageId: 3 }],
  [{ basketId: ID }, { basketId: ID }],
  [{ basketId: '../x' }, null],
  [{ packageId: '3' }, null],
  [{ packageId: 0 }, null],
  [{ packageId: 1.5 }, null],
  [{}, null],
  [undefined, null],
])('reads what to pay for from the route state %j', (state, subject) => {
  expect(checkoutSubjectOf(state)).toEqual(subject);
});

test.each([
  [ID, ID],
  ['A'.repeat(24), null],
  [`${ID} `, null],
  ['', null],
  [7, null],
])('reads the basket id %j', (value, id) => {
  expect(asBasketId(value)).toBe(id);
});

test.each([
  [
    { type: 'payment', status: 'success' },
    { type: 'payment', status: 'success' },
  ],
  [
    { type: 'payment', status: 'failure', errorKey: 'card_declined', basketId: ID, more: 1 },
    { type: 'payment', status: 'failure', errorKey: 'card_declined', basketId: ID },
  ],
  [{ type: 'payment', status: 'paid' }, null],
  [{ type: 'other', status: 'success' }, null],
  [
    { type: 'payment', status: 'pending', basketId: '<x>', errorKey: 4 },
    { type: 'payment', status: 'pending' },
  ],
  ['payment', null],
  [null, null],
])('reads the message %j', (data, message) => {
  expect(paymentMessageOf(data)).toEqual(message);
});

test.each([
  ['incorrect_number', 'cardNumber'],
  ['invalid_number', 'cardNumber'],
  ['invalid_cardnumber', 'cardNumber'],
  ['expired_card', 'expiry'],
  ['invalid_expiry_month', 'expiry'],
  ['invalid_expiry_year', 'expiry'],
  ['incorrect_cvc', 'cvc'],
  ['invalid_cvc', 'cvc'],
  ['card_declined', null],
  ['insufficient_funds', null],
  ['not_sufficient_funds', null],
  ['data.payment.error.init', null],
  ['challenge_failed', null],
])('shows %s at %s', (key, field) => {
  expect(withFieldErrors(aFailure({ key })).fields).toEqual(field === null ? undefined : { [field]: key });
});

test.each(PAYMENT_ERROR_KEYS)('%s has its own text in all languages', (key) => {
  for (const messages of [en, tr, es] as Record<string, string>[]) expect(messages[`errors.keys.${key}`]).toBeTruthy();
});

test.each([
  ['expireMonth', 'expiry'],
  ['expireYear', 'expiry'],
  ['cardNumber', 'cardNumber'],
])('maps %s of the API to %s of the form', (path, field) => {
  expect(toCardField(path)).toBe(field);
});

test.each([
  [{ key: 'payment.buyer_incomplete' }, 'profile'],
  [{ key: 'basket.busy' }, 'result'],
  [{ key: 'basket.paid' }, 'result'],
  [{ key: 'basket.empty' }, 'packages'],
  [{ key: 'error.not_found', kind: 'notFound' as const }, 'packages'],
  [{ key: 'card_declined' }, null],
  [{ key: 'error.too_many_requests', kind: 'limited' as const }, null],
])('the link after %j: %s', (given, way) => {
  expect(nextPageOf(aFailure(given))).toBe(way);
});

test.each([
  [{ kind: 'network' as const, key: 'network.no_answer' }, true],
  [{ kind: 'unknown' as const, key: 'error.unknown_error' }, true],
  [{ kind: 'conflict' as const, key: 'idempotency.in_flight' }, true],
  [{ kind: 'invalid' as const, key: 'card_declined' }, false],
  [{ kind: 'conflict' as const, key: 'basket.price_changed' }, false],
])('the outcome is unknown after %j: %s', (given, expected) => {
  expect(isUnanswered(aFailure(given))).toBe(expected);
});

test('polls a pending payment at growing intervals', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map(pauseAfter)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('reads a provider’s form as a page to frame, or as the secret of a payment element under a name that traces mask', () => {
  const more = { basketId: ID, publishableKey: null, finalizeUrl: null };
  expect(toCheckoutForm({ provider: 'iyzico', result: '/api/x', ...more })).toMatchObject({
    url: '/api/x',
    clientSecret: null,
  });
  expect(toCheckoutForm({ provider: 'stripe', result: 'pi_1_secret_2', ...more })).toMatchObject({
    url: null,
    clientSecret: 'pi_1_secret_2',
  });
});

test('takes a held card once, by its number, and only while it is held', () => {
  const card = { cardHolderName: 'A', cardNumber: '4242424242424242', cvc: '123', expireMonth: '12', expireYear: '28' };
  const first = holdCard(card);
  const second = holdCard({ ...card, cvc: '999' });
  expect(takeCard(first)).toBeNull();
  expect(takeCard(second)?.cvc).toBe('999');
  expect(takeCard(second)).toBeNull();
  const third = holdCard(card);
  dropCard();
  expect(takeCard(third)).toBeNull();
});
