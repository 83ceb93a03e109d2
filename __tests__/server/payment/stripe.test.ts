import Stripe from 'stripe';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Order, PaymentProvider, Purchase } from '../../../server/platform/ports/payments';
import { createStripe } from '../../../server/adapters/payment/stripe/stripe';
import { STRIPE_KEYS, stripeCounterpart, type StripeCounterpart } from '../../support/counterparts/stripe';

const ORDER: Order = { id: 'a'.repeat(32), amountMinor: 119_900, currency: 'TRY' };
const ASK = { callbackUrl: 'https://jobs.example/api/payment/checkout/stripe/finalize?id=1', language: 'en' } as const;
const CARD = { holderName: 'John Doe', number: '4242424242424242', cvc: '123', month: 3, year: 2030 };
const PURCHASE: Purchase = {
  title: '1 × Three jobs',
  renews: false,
  buyer: {
    id: '17',
    firstName: 'Jenny',
    lastName: 'Rosen',
    email: 'jenny@example.com',
    phone: null,
    identityNumber: null,
    address: null,
    city: null,
    countryCode: 'TR',
    ip: null,
  },
};

describe('the Stripe adapter', () => {
  let stripe: StripeCounterpart;
  let provider: PaymentProvider;
  let purchase: Purchase;
  const createProvider = (more: { timeoutMs?: number } = {}) =>
    createStripe({ settings: { ...STRIPE_KEYS, apiUrl: stripe.url }, purchaseOf: async () => purchase, ...more });
  beforeEach(async () => {
    stripe = await stripeCounterpart();
    purchase = PURCHASE;
    provider = createProvider();
  });
  afterEach(() => stripe.close());

  const open = async (order = ORDER) => {
    const opened = await provider.startForm(order, ASK);
    if (opened.kind !== 'element') throw new Error(opened.kind);
    return opened;
  };

  it('never receives a raw card', async () => {
    expect(await provider.startCard(ORDER, CARD, ASK)).toEqual({ kind: 'declined', key: ERROR_KEYS.paymentInit });
    expect(stripe.calls).toEqual([]);
  });

  it('opens one payment element for each order, whose money is captured later', async () => {
    const opened = await open();
    expect(opened).toEqual({
      kind: 'element',
      clientSecret: 'pi_1_secret_x',
      publishableKey: STRIPE_KEYS.publishableKey,
      reference: 'pi_1',
    });
    expect(await open()).toEqual(opened);
    expect(stripe.intents.size).toBe(1);
    expect(stripe.calls[0]).toEqual({
      method: 'POST',
      path: '/v1/payment_intents',
      key: ORDER.id,
      body: {
        amount: '119900',
        currency: 'try',
        'metadata[paymentId]': ORDER.id,
        description: '1 × Three jobs',
        capture_method: 'manual',
        'allowed_payment_method_types[0]': 'card',
      },
    });
  });

  it('captures an authorised payment once', async () => {
    const { reference } = await open();
    expect(await provider.retrieve(ORDER, reference)).toEqual({ state: 'waiting' });
    stripe.confirm(reference);
    expect(await provider.retrieve(ORDER, reference)).toEqual({ state: 'authorised' });
    const taken = { state: 'succeeded', reference, customerToken: null };
    expect(await provider.complete(ORDER, reference)).toEqual(taken);
    expect(await provider.complete(ORDER, reference)).toEqual(taken);
    expect(await provider.retrieve(ORDER, reference)).toEqual(taken);
    expect(stripe.calls.filter(({ path }) => path.endsWith('/capture'))).toHaveLength(1);
  });

  it.each([
    ['requires_payment_method', { state: 'waiting' }],
    ['requires_confirmation', { state: 'waiting' }],
    ['requires_action', { state: 'waiting' }],
    ['processing', { state: 'review' }],
    ['requires_capture', { state: 'authorised' }],
    ['canceled', { state: 'failed', key: ERROR_KEYS.challengeFailed }],
  ])('reads the status %s as %j', async (status, outcome) => {
    const { reference } = await open();
    stripe.intents.get(reference)!.status = status;
    expect(await provider.retrieve(ORDER, reference)).toEqual(outcome);
    if (status !== 'requires_capture') expect(await provider.complete(ORDER, reference)).toEqual(outcome);
  });

  it.each([
    ['pm_card_visa_chargeDeclinedInsufficientFunds', ERROR_KEYS.cardFunds],
    ['pm_card_visa_chargeDeclined', ERROR_KEYS.cardDeclined],
    ['pm_card_chargeDeclinedExpiredCard', ERROR_KEYS.cardExpired],
    ['pm_card_chargeDeclinedIncorrectCvc', ERROR_KEYS.cardCvc],
    ['pm_card_authenticationRequired', ERROR_KEYS.challengeFailed],
  ])('translates the decline of %s into our keys when the element is left', async (method, key) => {
    const { reference } = await open();
    stripe.confirm(reference, method);
    expect(await provider.retrieve(ORDER, reference)).toEqual({ state: 'waiting' });
    expect(await provider.retrieve(ORDER, reference, true)).toEqual({ state: 'failed', key });
    const token = JSON.stringify({ customer: 'cus_1', paymentMethod: method });
    const next = { ...ORDER, id: 'b'.repeat(32) };
    expect(await provider.chargeAgain(next, token)).toEqual({ state: 'failed', key });
    expect(await provider.findCharge(next, token)).toEqual({ state: 'failed', key });
  });

  it.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'eur' }],
    ['order', { metadata: { paymentId: 'b'.repeat(32) } }],
    ['amount received', { amount_received: 1 }],
  ])('rejects another %s as the payment of the order', async (_name, change) => {
    const { reference } = await open();
    stripe.confirm(reference);
    await provider.complete(ORDER, reference);
    Object.assign(stripe.intents.get(reference)!, change);
    await expect(provider.retrieve(ORDER, reference)).rejects.toThrow(/another payment|amount differs/);
  });

  it.each(['silent', 'broken'] as const)('concludes nothing while Stripe is %s after a retry', async (mood) => {
    const { reference } = await open();
    stripe.mood = mood;
    if (mood === 'silent') provider = createProvider({ timeoutMs: 1_000 });
    const before = stripe.calls.length;
    const failure = await provider.retrieve(ORDER, reference).catch((error: unknown) => String(error));
    expect(failure).toMatch(/Error: .*(timeout|Stripe)/);
    expect(failure).not.toContain(STRIPE_KEYS.secretKey);
    expect(stripe.calls.length).toBeGreaterThan(before + 1);
  });

  it('keeps a card at Stripe for renewals and charges it once for each order', async () => {
    purchase = { ...PURCHASE, renews: true };
    const { reference } = await open();
    expect(stripe.calls.at(-1)!.body).toMatchObject({ customer: 'cus_1', setup_future_usage: 'off_session' });
    stripe.confirm(reference);
    const first = await provider.complete(ORDER, reference);
    if (first.state !== 'succeeded' || first.customerToken === null) throw new Error(first.state);
    const next = { ...ORDER, id: 'b'.repeat(32) };
    const again = await provider.chargeAgain(next, first.customerToken);
    expect(again).toMatchObject({ state: 'succeeded' });
    expect(await provider.chargeAgain(next, first.customerToken)).toEqual(again);
    expect(stripe.intents.size).toBe(2);
    const asked = stripe.calls.at(-1)!;
    stripe.pageSize = 1;
    expect(await provider.findCharge(next, first.customerToken)).toEqual(again);
    expect(await provider.findCharge({ ...ORDER, id: 'f'.repeat(32) }, first.customerToken)).toEqual({
      state: 'waiting',
    });
    await expect(provider.findCharge({ ...next, amountMinor: 1 }, first.customerToken)).rejects.toThrow(
      /another payment/,
    );
    // Stripe deletes idempotency keys after a day.
    expect(provider.repeatsSafelyMs).toBeLessThan(24 * 3_600_000);
    expect(asked.body).toMatchObject({
      customer: 'cus_1',
      payment_method: 'pm_card_visa',
      off_session: 'true',
      confirm: 'true',
    });
    expect(await provider.chargeAgain(next, 'sandbox-success')).toMatchObject({ state: 'failed' });
  });

  it.each([
    ['left open', 'closed', 'canceled', async () => undefined],
    ['authorised', 'given_back', 'canceled', async (id: string) => stripe.confirm(id)],
    [
      'paid',
      'given_back',
      'succeeded',
      async (id: string) => {
        stripe.confirm(id);
        await provider.complete(ORDER, id);
      },
    ],
  ])('closes an element that was %s', async (_name, closed, status, happens) => {
    const { reference } = await open();
    await happens(reference);
    expect(await provider.closeForm(ORDER, reference)).toBe(closed);
    expect(stripe.intents.get(reference)!.status).toBe(status);
    expect(stripe.refunds).toEqual(status === 'succeeded' ? [reference] : []);
  });

  describe('Stripe webhooks signed by the SDK', () => {
    const event = (type: string, metadata: Record<string, string>) =>
      JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: { id: 'pi_1', metadata } } });
    const read = (
      payload: string,
      { secret = STRIPE_KEYS.webhookSecret, timestamp = Math.floor(Date.now() / 1000) } = {},
    ) => {
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return provider.readWebhook(Buffer.from(payload), { 'stripe-signature': header });
    };
    const paid = event('payment_intent.amount_capturable_updated', { paymentId: ORDER.id });

    it('name the payment of a signed message', () => {
      expect(read(paid)).toEqual({ paymentId: ORDER.id });
      expect(read(event('payment_intent.succeeded', {}))).toEqual({ paymentId: null });
      expect(read(event('charge.refunded', { paymentId: ORDER.id }))).toEqual({ paymentId: null });
    });

    it('say nothing with another secret, an old message, changed bytes or no signature', () => {
      expect(read(paid, { secret: 'whsec_other' })).toBeNull();
      expect(read(paid, { timestamp: Math.floor(Date.now() / 1000) - 3600 })).toBeNull();
      const header = Stripe.webhooks.generateTestHeaderString({ payload: paid, secret: STRIPE_KEYS.webhookSecret });
      expect(provider.readWebhook(Buffer.from(`${paid} `), { 'stripe-signature': header })).toBeNull();
      expect(provider.readWebhook(Buffer.from(paid), {})).toBeNull();
    });
  });
});
