import Stripe from 'stripe';
import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  addBasketItem,
  createBasket,
  getPackages,
  initPayment,
  payByCard,
  startCheckout,
  syncPayment,
} from '../../../contract/routes/commerce';
import type { Product } from '../../../contract/schemas/commerce';
import { receiveWebhook } from '../../../server/modules/payment/pages/bankPages';
import { advanceUnsettled } from '../../../server/modules/payment';
import { iyzicoCounterpart, type IyzicoCounterpart } from '../../support/counterparts/iyzico';
import { GOOD_CARD, IYZICO_KEYS, sign } from '../../support/counterparts/iyzicoWorld';
import { STRIPE_KEYS, stripeCounterpart, type StripeCounterpart } from '../../support/counterparts/stripe';
import { NOW } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { testServer, type TestServer } from '../../support/testServer';

const FORM_POST = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-dest': 'iframe' };

/** Offers a company with a package in its basket. */
const shopOf = async (server: TestServer, as: 'company' | 'empty' = 'company') => {
  const { packages } = (await server.call(getPackages, { as })).body.payload;
  const packageId = packages.find(({ title }: Product) => title === 'Three jobs').id as number;
  const { _id: basketId } = (await server.call(createBasket, { as })).body.payload.basket;
  await server.call(addBasketItem, { as, params: { basketId }, body: { productId: packageId } });
  const sync = async () => (await server.call(syncPayment, { as, body: { basketId } })).body.payload;
  const paymentId = async () =>
    (await server.db.selectFrom('payments').select('id').orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id;
  return { packageId, basketId, sync, paymentId };
};

const FULL_PAGE = { 'sec-fetch-dest': 'document' };

describe('payments through iyzico', () => {
  let iyzico: IyzicoCounterpart;
  let server: TestServer;
  let shop: Awaited<ReturnType<typeof shopOf>>;
  beforeEach(async () => {
    iyzico = await iyzicoCounterpart();
    const keys = { IYZICO_API_KEY: IYZICO_KEYS.apiKey, IYZICO_SECRET_KEY: IYZICO_KEYS.secretKey };
    server = await testServer({ env: { PAYMENT_PROVIDER: 'iyzico', IYZICO_API_URL: iyzico.url, ...keys } });
    shop = await shopOf(server);
  });
  afterEach(async () => {
    await server.close();
    await iyzico.close();
  });

  const pay = (cardNumber = GOOD_CARD) => {
    const card = { cardHolderName: 'Ayşe Yılmaz', cardNumber, cvc: '123', expireMonth: '12', expireYear: '39' };
    return server.call(payByCard, { as: 'company', body: { basketId: shop.basketId, ...card } });
  };
  const goBack = async (payload: string) => {
    const url = `/api/payment/checkout/iyzico/callback?id=${await shop.paymentId()}`;
    return server.app.inject({ method: 'POST', url, headers: FORM_POST, payload });
  };

  it('show the bank’s page in a sandbox, accept its signed return and give the credits', async () => {
    const { provider, result } = (await pay()).body.payload;
    expect(provider).toBe('iyzico');
    const page = await server.app.inject({ method: 'GET', url: result });
    expect(page.body).toContain('https://bank.example/acs');
    expect(page.headers['content-security-policy']).toMatch(/^sandbox allow-forms allow-scripts/);
    expect(page.headers['content-security-policy']).not.toContain('allow-same-origin');
    const id = await shop.paymentId();
    expect(iyzico.calls[0]!.body).toMatchObject({
      conversationId: id,
      callbackUrl: `http://127.0.0.1:3000/api/payment/checkout/iyzico/callback?id=${id}`,
      buyer: { ip: '127.0.0.1', country: 'Türkiye', city: expect.stringMatching(/\S/) as string },
    });
    iyzico.pay(id, { mdStatus: '1' });
    const back = await goBack(iyzico.returnForm(id).toString());
    expect(back.body).toContain('"status":"success"');
    expect(await shop.sync()).toMatchObject({ status: 'success' });
    const { rows } = await sql`select 1 from credit_ledger where payment_id = ${id} and amount = 3`.execute(server.db);
    expect(rows).toHaveLength(1);
  });

  const AUTH = '/payment/v2/3dsecure/auth';
  const charges = () => iyzico.calls.filter(({ path }) => path === AUTH).length;
  const stored = async () =>
    server.db
      .selectFrom('payments')
      .select(['state', 'errorKey', 'isLate'])
      .where('id', '=', await shop.paymentId())
      .executeTakeFirstOrThrow();
  const later = (minutes: number) => server.clock.set(new Date(NOW.getTime() + minutes * 60_000));
  const credits = async () => {
    const { rows } = await sql<{ amount: number }>`
      select amount from credit_ledger where payment_id = ${await shop.paymentId()}`.execute(server.db);
    return rows.map(({ amount }) => amount);
  };
  /** Returns from the bank while iyzico's charge is still running. */
  const chargeSlowly = async () => {
    await pay();
    const id = await shop.paymentId();
    iyzico.pay(id, { mdStatus: '1' });
    iyzico.slowPath = AUTH;
    const form = iyzico.returnForm(id).toString();
    const returns = [goBack(form), goBack(form)];
    // One return sends the charge and waits; the other one reports a running charge.
    const early = await Promise.race(returns);
    await eventually(charges, (count) => count > 0);
    return { id, form, early, returns };
  };

  it('send a charge once while the bank is slow, for any number of requests', async () => {
    const { id, form, early, returns } = await chargeSlowly();
    expect(early.body).toContain('"status":"pending"');
    expect(await shop.sync()).toMatchObject({ status: 'pending', mayStartAgain: false });
    expect((await goBack(form)).body).toContain('"status":"pending"');
    await receiveWebhook(server.deps, id);
    later(0.3);
    expect(await advanceUnsettled(server.deps)).toBe(1);
    expect(charges()).toBe(1);
    expect(await stored()).toMatchObject({ state: 'charging' });
    iyzico.finish();
    for (const back of await Promise.all(returns)) expect(back.statusCode).toBe(200);
    expect(await shop.sync()).toMatchObject({ status: 'success' });
    expect(charges()).toBe(1);
    expect(await credits()).toEqual([3]);
  });

  it('stay open when their charge is refused because another one is running', async () => {
    await pay();
    const id = await shop.paymentId();
    iyzico.pay(id, { mdStatus: '1' });
    iyzico.trouble = { path: AUTH, errorCode: '5093', isRefused: true };
    await goBack(iyzico.returnForm(id).toString());
    expect(await stored()).toMatchObject({ state: 'charging' });
  });

  it('are not charged when a server dies before the charge, and end after half an hour', async () => {
    await pay();
    const id = await shop.paymentId();
    iyzico.pay(id, { mdStatus: '1' });
    jest.spyOn(server.deps.payments, 'complete').mockRejectedValueOnce(new Error('died'));
    await goBack(iyzico.returnForm(id).toString());
    for (const minutes of [1, 29.9]) {
      later(minutes);
      expect(await advanceUnsettled(server.deps)).toBe(1);
      expect(await stored()).toMatchObject({ state: 'charging' });
    }
    const metrics = (await server.app.inject('/metrics')).body;
    expect(metrics).toContain('queue_waiting{queue="unanswered_payments"} 1');
    expect(metrics).toContain('queue_waiting{queue="payments"} 0');
    later(30);
    expect(await shop.sync()).toMatchObject({ status: 'failure', errorKey: ERROR_KEYS.paymentInit });
    expect(charges()).toBe(0);
    // If the money was taken nevertheless, a late message reports it.
    iyzico.payments.get(id)!.paymentStatus = 'SUCCESS';
    await receiveWebhook(server.deps, id);
    expect(await stored()).toEqual({ state: 'succeeded', errorKey: null, isLate: true });
    expect(await credits()).toEqual([3]);
  });

  it('stay open without an answer to the charge while iyzico does not know its result', async () => {
    await pay();
    const id = await shop.paymentId();
    iyzico.pay(id, { mdStatus: '1' });
    jest.spyOn(server.deps.payments, 'complete').mockRejectedValueOnce(new Error('died'));
    await goBack(iyzico.returnForm(id).toString());
    later(120);
    iyzico.mood = 'broken';
    expect(await shop.sync()).toMatchObject({ status: 'pending' });
    iyzico.mood = 'well';
    iyzico.payments.delete(id);
    expect(await shop.sync()).toMatchObject({ status: 'pending' });
    expect(await stored()).toMatchObject({ state: 'charging' });
  });

  it('fail at once when the bank’s signed return says so, and ignore unsigned ones', async () => {
    await pay();
    const id = await shop.paymentId();
    const forged = new URLSearchParams({ status: 'success', mdStatus: '1', paymentId: '22484292', signature: 'x' });
    expect((await goBack(forged.toString())).body).toContain('"status":"pending"');
    expect((await goBack(iyzico.returnForm(id, 'failure').toString())).body).toContain(
      '"status":"failure","errorKey":"challenge_failed"',
    );
    expect(await shop.sync()).toMatchObject({ status: 'failure', errorKey: ERROR_KEYS.challengeFailed });
  });

  it.each([
    ['4151111111111112', ERROR_KEYS.cardDeclined],
    [GOOD_CARD, ERROR_KEYS.paymentInit],
  ])('report why they cannot begin: %s', async (number, key) => {
    if (number === GOOD_CARD) iyzico.mood = 'broken';
    const reply = await pay(number);
    expect([reply.status, reply.body.key]).toEqual([400, key]);
    expect(await shop.sync()).toMatchObject({ status: 'failure', errorKey: key });
  });

  it('open the form on iyzico’s page and accept its result from the webhook too', async () => {
    const opened = await server.call(startCheckout, { as: 'company', body: { basketId: shop.basketId } });
    const page = await server.app.inject({ method: 'GET', url: opened.body.payload.result });
    expect(page.body).toMatch(
      /location\.replace\("https:\/\/sandbox-cpp\.iyzipay\.com\/\?token=[\w-]+&lang=tr&iframe=true"\)/,
    );
    const id = await shop.paymentId();
    iyzico.pay(id, { number: '4111111111111129' });
    expect(await shop.sync()).toMatchObject({ status: 'pending' });
    iyzico.pay(id, {});
    const webhook = { method: 'POST', url: '/api/payment/webhook/iyzico' } as const;
    const unsigned = await server.app.inject({ ...webhook, payload: { paymentConversationId: id, status: 'SUCCESS' } });
    expect(unsigned.statusCode).toBe(404);
    const { token, paymentId: iyziPaymentId } = iyzico.payments.get(id)!;
    const [iyziEventType, status] = ['CHECKOUT_FORM_AUTH', 'SUCCESS'];
    const signature = sign([IYZICO_KEYS.secretKey, iyziEventType, iyziPaymentId, token, id, status].join(''));
    const payload = { iyziEventType, iyziPaymentId, token, paymentConversationId: id, status };
    const forwarded = await server.app.inject({ ...webhook, headers: { 'x-iyz-signature-v3': signature }, payload });
    expect(forwarded.json()).toEqual({ ok: true, payload: null });
    expect((await goBack(`token=${token}`)).body).toContain('"status":"success"');
    expect(await shop.sync()).toMatchObject({ status: 'success' });
  });

  it('report the key of a declined form when the browser returns', async () => {
    await server.call(startCheckout, { as: 'company', body: { packageId: shop.packageId } });
    iyzico.pay(await shop.paymentId(), { number: '4111111111111129' });
    expect((await goBack('token=x')).body).toContain('"status":"failure","errorKey":"insufficient_funds"');
  });

  it.each([
    { id: 'payByCard', route: payByCard, kind: 'card' },
    { id: 'startCheckout', route: startCheckout, kind: 'form' },
    { id: 'initPayment', route: initPayment, kind: 'form' },
  ])('$id names the missing profile fields and opens nothing', async ({ route, kind }) => {
    const card = { cardHolderName: 'A', cardNumber: GOOD_CARD, cvc: '123', expireMonth: '12', expireYear: '39' };
    const body = { basketId: shop.basketId, ...(kind === 'card' && card) };
    iyzico.mood = 'broken';
    const closed = await server.call(route, { as: 'company', body });
    expect([closed.status, closed.body.key]).toEqual([400, ERROR_KEYS.paymentInit]);
    await sql`
      update users set tax_office_number = null, company_address = ' ', tax_office_id = null, location_name = null
      where email = 'company@demo.test'`.execute(server.db);
    const incomplete = await server.call(route, { as: 'company', body });
    expect([incomplete.status, incomplete.body.key]).toEqual([400, ERROR_KEYS.buyerIncomplete]);
    expect(Object.keys(incomplete.body.errors.children).sort()).toEqual([
      'companyAddress',
      'location',
      'taxOfficeNumber',
    ]);
  });
});

describe('payments through Stripe', () => {
  let stripe: StripeCounterpart;
  let server: TestServer;
  let shop: Awaited<ReturnType<typeof shopOf>>;
  beforeEach(async () => {
    stripe = await stripeCounterpart();
    const keys = {
      STRIPE_SECRET_KEY: STRIPE_KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: STRIPE_KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: STRIPE_KEYS.webhookSecret,
    };
    server = await testServer({ env: { PAYMENT_PROVIDER: 'stripe', STRIPE_API_URL: stripe.url, ...keys } });
    shop = await shopOf(server);
  });
  afterEach(async () => {
    await server.close();
    await stripe.close();
  });

  const open = async () =>
    (await server.call(startCheckout, { as: 'company', body: { basketId: shop.basketId } })).body.payload;

  it('return the element’s secret and take the money at its finalize address', async () => {
    const opened = await open();
    const id = await shop.paymentId();
    expect(opened).toEqual({
      provider: 'stripe',
      result: 'pi_1_secret_x',
      basketId: shop.basketId,
      publishableKey: STRIPE_KEYS.publishableKey,
      finalizeUrl: `http://127.0.0.1:3000/api/payment/checkout/stripe/finalize?id=${id}`,
    });
    // The query of the address does not decide the result.
    const url = `/api/payment/checkout/stripe/finalize?id=${id}&payment_intent=pi_1&redirect_status=succeeded`;
    const early = await server.app.inject({ method: 'GET', url, headers: FULL_PAGE });
    expect(early.headers.location).toContain('/dashboard/packages/payment-result?status=pending');
    stripe.confirm('pi_1');
    const back = await server.app.inject({ method: 'GET', url, headers: FULL_PAGE });
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      `/dashboard/packages/payment-result?status=success&basketId=${shop.basketId}`,
    ]);
    expect(await shop.sync()).toMatchObject({ status: 'success' });
    expect(
      (await server.app.inject({ method: 'GET', url: '/api/payment/checkout/stripe/finalize?id=1' })).statusCode,
    ).toBe(404);
  });

  it('take the money after a signed webhook, by the status that Stripe reports', async () => {
    await open();
    const id = await shop.paymentId();
    const sendWebhook = (payload: string, secret = STRIPE_KEYS.webhookSecret) => {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
      return server.app.inject({ method: 'POST', url: '/api/payment/webhook/stripe', headers, payload });
    };
    const event = (metadata: Record<string, string>) =>
      JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { metadata } },
      });
    expect((await sendWebhook(event({ paymentId: id }), 'whsec_other')).statusCode).toBe(404);
    expect((await sendWebhook(event({ paymentId: id }))).statusCode).toBe(200);
    expect(await shop.sync()).toMatchObject({ status: 'pending' });
    stripe.confirm('pi_1');
    expect((await sendWebhook(event({ paymentId: id }))).json()).toEqual({ ok: true, payload: null });
    expect((await sendWebhook(event({ paymentId: id }))).statusCode).toBe(200);
    expect((await sendWebhook(event({}))).statusCode).toBe(200);
    const { rows } = await sql`select amount from credit_ledger where payment_id = ${id}`.execute(server.db);
    expect(rows).toEqual([{ amount: 3 }]);
  });

  it('close the element of a changed basket, so that no one pays the old price', async () => {
    await open();
    const id = await shop.paymentId();
    await server.call(addBasketItem, {
      as: 'company',
      params: { basketId: shop.basketId },
      body: { productId: shop.packageId },
    });
    stripe.confirm('pi_1');
    const url = `/api/payment/checkout/stripe/finalize?id=${id}`;
    const back = await server.app.inject({ method: 'GET', url, headers: FULL_PAGE });
    expect(back.headers.location).toContain('status=failure&errorKey=challenge_failed');
    expect(stripe.intents.get('pi_1')!.status).toBe('canceled');
  });

  it('accept no raw card', async () => {
    const card = {
      cardHolderName: 'A',
      cardNumber: '4242424242424242',
      cvc: '123',
      expireMonth: '12',
      expireYear: '39',
    };
    const reply = await server.call(payByCard, { as: 'company', body: { basketId: shop.basketId, ...card } });
    expect([reply.status, reply.body.key]).toEqual([400, ERROR_KEYS.paymentInit]);
    expect(stripe.calls).toEqual([]);
  });
});
