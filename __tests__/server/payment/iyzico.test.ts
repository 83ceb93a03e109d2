import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { createIyzico } from '../../../server/adapters/payment/iyzico/iyzico';
import type { Card, Order, PaymentProvider, Purchase } from '../../../server/platform/ports/payments';
import { iyzicoCounterpart, type IyzicoCounterpart } from '../../support/counterparts/iyzico';
import { GOOD_CARD, IYZICO_KEYS } from '../../support/counterparts/iyzicoWorld';

const ORDER: Order = { id: 'a'.repeat(32), amountMinor: 119_900, currency: 'TRY' };
const ASK = { callbackUrl: 'https://jobs.example/api/payment/checkout/iyzico/callback?id=1' };
const FORM = { ...ASK, language: 'tr' } as const;
// The buyer of the documentation's examples.
const PURCHASE: Purchase = {
  title: '1 × Three jobs',
  renews: false,
  buyer: {
    id: '17',
    firstName: 'John',
    lastName: 'Doe',
    email: 'email@email.com',
    phone: '+905350000000',
    identityNumber: '74300864791',
    address: 'Nidakule Göztepe, Merdivenköy Mah. Bora Sok. No:1',
    city: 'İstanbul',
    countryCode: 'TR',
    ip: '85.34.78.112',
  },
};
const card = (number = GOOD_CARD): Card => ({ holderName: 'John Doe', number, cvc: '123', month: 3, year: 2030 });

describe('the iyzico adapter', () => {
  let iyzico: IyzicoCounterpart;
  let provider: PaymentProvider;
  let purchase: Purchase;
  const createProvider = (more: { timeoutMs?: number } = {}) =>
    createIyzico({ settings: { ...IYZICO_KEYS, apiUrl: iyzico.url }, purchaseOf: async () => purchase, ...more });
  beforeEach(async () => {
    iyzico = await iyzicoCounterpart();
    purchase = PURCHASE;
    provider = createProvider();
  });
  afterEach(() => iyzico.close());

  const start = async (number = GOOD_CARD) => {
    const started = await provider.startCard(ORDER, card(number), ASK);
    if (started.kind !== 'challenge') throw new Error(started.kind);
    return started;
  };
  const openForm = async () => {
    const opened = await provider.startForm(ORDER, FORM);
    if (opened.kind !== 'page' || opened.page.kind !== 'link') throw new Error(opened.kind);
    return { reference: opened.reference, url: opened.page.url };
  };

  it('requests a challenge with every required field and returns the bank’s page', async () => {
    const { page } = await start();
    expect(page).toMatchObject({ kind: 'html', html: expect.stringContaining('https://bank.example/acs') as string });
    const { path, body } = iyzico.calls[0]!;
    expect(path).toBe('/payment/3dsecure/initialize');
    const place = { address: PURCHASE.buyer.address, contactName: 'John Doe', city: 'İstanbul', country: 'Türkiye' };
    expect(body).toEqual({
      locale: 'en',
      conversationId: ORDER.id,
      price: '1199.00',
      paidPrice: '1199.00',
      currency: 'TRY',
      basketId: ORDER.id,
      paymentGroup: 'PRODUCT',
      installment: 1,
      paymentChannel: 'WEB',
      callbackUrl: ASK.callbackUrl,
      paymentCard: {
        cardHolderName: 'John Doe',
        cardNumber: GOOD_CARD,
        expireMonth: '03',
        expireYear: '2030',
        cvc: '123',
        registerCard: 0,
      },
      buyer: {
        id: '17',
        name: 'John',
        surname: 'Doe',
        identityNumber: '74300864791',
        email: 'email@email.com',
        gsmNumber: '+905350000000',
        registrationAddress: PURCHASE.buyer.address,
        city: 'İstanbul',
        country: 'Türkiye',
        ip: '85.34.78.112',
      },
      shippingAddress: place,
      billingAddress: place,
      basketItems: [
        { id: ORDER.id, price: '1199.00', name: '1 × Three jobs', category1: 'Credits', itemType: 'VIRTUAL' },
      ],
    });
  });

  it('reports a card that is declined at the start', async () => {
    expect(await provider.startCard(ORDER, card('4151111111111112'), ASK)).toEqual({
      kind: 'declined',
      key: ERROR_KEYS.cardDeclined,
    });
  });

  it('opens no page of the bank when the response has none', async () => {
    iyzico.mood = 'pageless';
    await expect(provider.startCard(ORDER, card(), ASK)).rejects.toThrow(/page is missing/);
  });

  it('takes the money once after the challenge and returns its id', async () => {
    const { reference } = await start();
    expect(await provider.retrieve(ORDER, reference)).toEqual({ state: 'waiting' });
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    expect(await provider.retrieve(ORDER, reference)).toEqual({ state: 'authorised' });
    const taken = { state: 'succeeded', reference, customerToken: null };
    expect(await provider.complete(ORDER, reference)).toEqual(taken);
    expect(await provider.complete(ORDER, reference)).toEqual(taken);
    expect(await provider.retrieve(ORDER, reference)).toEqual(taken);
    expect(iyzico.calls.filter(({ path }) => path === '/payment/v2/3dsecure/auth').map(({ body }) => body)).toEqual([
      {
        locale: 'en',
        conversationId: ORDER.id,
        paymentId: reference,
        paidPrice: '1199.00',
        basketId: ORDER.id,
        currency: 'TRY',
      },
    ]);
  });

  it.each([
    ['4111111111111129', ERROR_KEYS.cardFunds],
    ['4129111111111111', ERROR_KEYS.cardDeclined],
    ['4125111111111115', ERROR_KEYS.cardExpired],
    ['4124111111111116', ERROR_KEYS.cardCvc],
    ['4121111111111119', ERROR_KEYS.cardDeclined],
  ])('translates the bank’s decline of %s into our keys', async (number, key) => {
    const { reference } = await start(number);
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    expect(await provider.complete(ORDER, reference)).toEqual({ state: 'failed', key });
  });

  it.each(['5093', '10214', '10219'])(
    'treats a refused charge (%s) as open while iyzico calls the payment authorised',
    async (errorCode) => {
      const { reference } = await start();
      iyzico.pay(ORDER.id, { mdStatus: '1' });
      iyzico.trouble = { path: '/payment/v2/3dsecure/auth', errorCode, isRefused: true };
      await expect(provider.complete(ORDER, reference)).rejects.toThrow(/the outcome of .* is unknown/);
    },
  );

  it.each(['0', '2', '3', '4', '5', '6', '7'])('treats mdStatus %s as a failed challenge', async (mdStatus) => {
    const { reference } = await start();
    iyzico.pay(ORDER.id, { mdStatus });
    const failed = { state: 'failed', key: ERROR_KEYS.challengeFailed };
    expect(await provider.retrieve(ORDER, reference)).toEqual(failed);
    expect(provider.readReturn!(ORDER, reference, iyzico.returnForm(ORDER.id))).toBe('failed');
    expect(await provider.complete(ORDER, reference)).toEqual(failed);
    expect(iyzico.calls.some(({ path }) => path.includes('auth'))).toBe(false);
  });

  it('trusts only a correctly signed return from the bank', async () => {
    const { reference } = await start();
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    const form = iyzico.returnForm(ORDER.id);
    const read = (change: Record<string, string>, known: string | null = reference) =>
      provider.readReturn!(ORDER, known, new URLSearchParams({ ...Object.fromEntries(form), ...change }));
    expect(read({})).toBe('authorised');
    expect(read({ mdStatus: '0' })).toBeNull();
    expect(read({ signature: '' })).toBeNull();
    expect(read({}, '1')).toBeNull();
    expect(read({}, null)).toBeNull();
    expect(provider.readReturn!(ORDER, reference, iyzico.returnForm(ORDER.id, 'failure'))).toBe('failed');
  });

  it.each([
    [0, { state: 'review' }],
    [-1, { state: 'failed', key: ERROR_KEYS.cardDeclined }],
    // The money is taken, so an unknown status must not end the payment.
    [2, { state: 'review' }],
  ])('does not confirm a payment with fraudStatus %s', async (fraudStatus, outcome) => {
    const { reference } = await start();
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    iyzico.payments.get(ORDER.id)!.fraudStatus = fraudStatus;
    expect(await provider.complete(ORDER, reference)).toEqual(outcome);
    expect(await provider.retrieve(ORDER, reference)).toEqual(outcome);
  });

  it.each([
    ['wrongly signed', /a wrong signature/],
    ['silent', /no answer: TimeoutError/],
    ['broken', /status 500/],
  ] as const)('concludes nothing from an answer that is %s', async (mood, message) => {
    const { reference } = await start();
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    iyzico.mood = 'well';
    await provider.complete(ORDER, reference);
    iyzico.mood = mood;
    if (mood === 'silent') provider = createProvider({ timeoutMs: 300 });
    const thrown = [
      provider.startCard(ORDER, card(), ASK),
      provider.startForm(ORDER, FORM),
      provider.retrieve(ORDER, reference),
      provider.complete(ORDER, reference),
    ].map((asking) => asking.then(String, (error: unknown) => String(error)));
    for (const text of await Promise.all(thrown)) {
      expect(text).toMatch(message);
      expect(text).not.toContain(GOOD_CARD);
      expect(text).not.toContain(IYZICO_KEYS.secretKey);
    }
  });

  it('concludes nothing from rejected API keys', async () => {
    const settings = { apiKey: 'sandbox-other', secretKey: 'sandbox-other', apiUrl: iyzico.url };
    const other = createIyzico({ settings, purchaseOf: async () => purchase });
    await expect(other.retrieve(ORDER, null)).rejects.toThrow(/1000/);
    expect(await other.startCard(ORDER, card(), ASK)).toEqual({ kind: 'declined', key: ERROR_KEYS.paymentInit });
  });

  it.each([
    ['another amount', (order: Order) => ({ ...order, amountMinor: 1 })],
    ['another currency', (order: Order) => ({ ...order, currency: 'EUR' })],
  ])('rejects %s as a payment of the order', async (_name, change) => {
    const { reference } = await start();
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    await provider.complete(ORDER, reference);
    await expect(provider.retrieve(change(ORDER), reference)).rejects.toThrow(/another payment/);
  });

  it('rejects a payment above or below the amount', async () => {
    const { reference } = await start();
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    iyzico.payments.get(ORDER.id)!.paidPrice = 1;
    await expect(provider.complete(ORDER, reference)).rejects.toThrow(/another payment/);
  });

  it('opens its checkout form on iyzico’s page', async () => {
    const { url, reference } = await openForm();
    expect(url).toMatch(/^https:\/\/sandbox-cpp\.iyzipay\.com\/\?token=[\w-]{36}&lang=tr&iframe=true$/);
    expect(reference).toMatch(/^form:[\w-]{36}$/);
    expect(iyzico.calls[0]!.body).toMatchObject({ locale: 'tr', enabledInstallments: [1], forceThreeDS: 1 });
    expect(iyzico.calls[0]!.body).not.toHaveProperty('paymentCard');
    expect(await provider.retrieve(ORDER, reference)).toEqual({ state: 'waiting' });
    iyzico.pay(ORDER.id, {});
    const { paymentId } = iyzico.payments.get(ORDER.id)!;
    expect(await provider.retrieve(ORDER, reference)).toEqual({
      state: 'succeeded',
      reference: paymentId,
      customerToken: null,
    });
  });

  it('allows further tries in the form until the browser returns', async () => {
    const { reference } = await openForm();
    iyzico.pay(ORDER.id, { number: '4111111111111129' });
    expect(await provider.retrieve(ORDER, reference)).toEqual({ state: 'waiting' });
    expect(await provider.retrieve(ORDER, reference, true)).toEqual({ state: 'failed', key: ERROR_KEYS.cardFunds });
  });

  it.each([
    ['open', 'open', undefined, () => undefined],
    ['given back on the day', 'given_back', 'cancel', () => iyzico.pay(ORDER.id, {})],
    [
      'given back later',
      'given_back',
      'refund',
      () => {
        iyzico.pay(ORDER.id, {});
        iyzico.payments.get(ORDER.id)!.order.noCancel = true;
      },
    ],
  ] as [string, string, string | undefined, () => void][])(
    'closes an unneeded form: %s',
    async (_name, closed, how, happens) => {
      const { reference } = await openForm();
      happens();
      expect(await provider.closeForm(ORDER, reference)).toBe(closed);
      expect(iyzico.payments.get(ORDER.id)!.cancelled).toBe(how);
    },
  );

  it('keeps a card at iyzico for renewals and charges it again', async () => {
    purchase = { ...PURCHASE, renews: true };
    const { reference } = await start();
    iyzico.pay(ORDER.id, { mdStatus: '1' });
    const first = await provider.complete(ORDER, reference);
    if (first.state !== 'succeeded' || first.customerToken === null) throw new Error(first.state);
    expect(JSON.parse(first.customerToken)).toEqual({ cardUserKey: 'user-key', cardToken: 'card-token' });
    const next = { ...ORDER, id: 'b'.repeat(32) };
    expect(await provider.findCharge(next, first.customerToken)).toEqual({ state: 'waiting' });
    const again = await provider.chargeAgain(next, first.customerToken);
    expect(again).toMatchObject({ state: 'succeeded' });
    expect(await provider.findCharge(next, first.customerToken)).toMatchObject({ state: 'succeeded' });
    expect(provider.repeatsSafelyMs).toBe(0);
    const charges = iyzico.calls.filter(({ path }) => path === '/payment/auth');
    expect(charges.map(({ body }) => body.paymentCard)).toEqual([{ cardUserKey: 'user-key', cardToken: 'card-token' }]);
  });

  it.each(['1', '2', '100001'])(
    'treats iyzico’s own failure (%s) not as a decline of a kept card',
    async (errorCode) => {
      const next = { ...ORDER, id: 'e'.repeat(32) };
      iyzico.trouble = { path: '/payment/auth', errorCode };
      const token = JSON.stringify({ cardUserKey: 'user-key', cardToken: 'card-token' });
      await expect(provider.chargeAgain(next, token)).rejects.toThrow(/the outcome of .* is unknown/);
      iyzico.trouble = null;
      expect(await provider.findCharge(next, token)).toMatchObject({ state: 'succeeded' });
    },
  );

  it.each(['10214', '10219'])(
    'concludes nothing about a kept card from a lost connection to the bank (%s) while iyzico knows no payment',
    async (errorCode) => {
      iyzico.trouble = { path: '/payment/auth', errorCode, isRefused: true };
      const token = JSON.stringify({ cardUserKey: 'user-key', cardToken: 'card-token' });
      await expect(provider.chargeAgain(ORDER, token)).rejects.toThrow(/the outcome of .* is unknown/);
    },
  );

  it('does not charge a kept card that is declined, of another provider, or of a company with an empty profile', async () => {
    const next = { ...ORDER, id: 'c'.repeat(32) };
    const kept = (cardToken: string) => JSON.stringify({ cardUserKey: 'user-key', cardToken });
    expect(await provider.chargeAgain(next, kept('other'))).toEqual({ state: 'failed', key: ERROR_KEYS.cardFunds });
    expect(await provider.chargeAgain(next, 'sandbox-success')).toEqual({
      state: 'failed',
      key: ERROR_KEYS.cardDeclined,
    });
    purchase = { ...PURCHASE, buyer: { ...PURCHASE.buyer, identityNumber: null } };
    expect(await provider.chargeAgain({ ...ORDER, id: 'd'.repeat(32) }, kept('card-token'))).toEqual({
      state: 'failed',
      key: ERROR_KEYS.paymentInit,
    });
  });
});
