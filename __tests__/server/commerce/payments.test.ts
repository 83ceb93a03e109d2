import { sql } from 'kysely';
import { MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  addBasketItem,
  createBasket,
  getBasket,
  getOpenBasket,
  getPackages,
  getStatement,
  payByCard,
  putBasketItem,
  syncPayment,
} from '../../../contract/routes/commerce';
import type { Basket, SyncPayload } from '../../../contract/schemas/commerce';
import { advanceUnsettled } from '../../../server/modules/payment';
import { LATE_MS, REVIEW_MS, signSandbox } from '../../../server/adapters/payment/payments';
import { NOW } from '../../support/demo';
import { CARDS } from '../../support/money/cards';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';

/** A card number outside the sandbox. */
const UNKNOWN = '4000000000000010';
const NOT_LUHN = '4242424242424241';
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('card payments', () => {
  let server: TestServer;
  let basket: Basket;
  let before: number;
  beforeEach(async () => {
    server = await testServer();
    const { packages } = (await server.call(getPackages, { as: 'company' })).body.payload;
    const { _id: basketId } = (await server.call(createBasket, { as: 'company' })).body.payload.basket;
    const productId = packages.find(({ title }: { title: string }) => title === 'Three jobs').id;
    basket = (await server.call(addBasketItem, { as: 'company', params: { basketId }, body: { productId } })).body
      .payload.basket;
    before = await balance();
  });
  afterEach(() => server.close());

  const balance = async () =>
    (
      await sql<{ n: number }>`select job_creation_balance as n from users where email = 'company@demo.test'`.execute(
        server.db,
      )
    ).rows[0]!.n;
  const pay = (
    cardNumber: string,
    { headers = {}, ...more }: Record<string, unknown> & { headers?: Record<string, string> } = {},
  ) =>
    server.call(payByCard, {
      as: 'company',
      headers,
      body: {
        basketId: basket._id,
        cardHolderName: 'Ayşe Yılmaz',
        cardNumber,
        cvc: '123',
        expireMonth: '12',
        expireYear: '39',
        ...more,
      },
    });
  const sync = async (): Promise<SyncPayload> =>
    (await server.call(syncPayment, { as: 'company', body: { basketId: basket._id } })).body.payload;
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });
  const paymentId = async () =>
    (await server.db.selectFrom('payments').select('id').orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id;
  const answer = async (choice: 'approve' | 'cancel') => {
    const id = await paymentId();
    return server.app.inject({
      method: 'POST',
      url: `/api/payment/sandbox/bank/${id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `answer=${choice}`,
    });
  };
  const goBack = async (headers: Record<string, string> = { 'sec-fetch-dest': 'document' }) =>
    get(`/api/payment/checkout/sandbox/callback?id=${await paymentId()}`, headers);
  const expectRefusal = (reply: CallResult, key: string, status = 400) =>
    expect([reply.status, reply.body.key]).toEqual([status, key]);

  it('take the money and give the credits without a challenge', async () => {
    const reply = await pay(CARDS.success);
    expect(reply.body.payload).toEqual({ provider: 'sandbox', result: null });
    expect(await sync()).toEqual({ mayStartAgain: false, status: 'success', jobCreationBalance: before + 3 });
    const [entry] = (await server.call(getStatement, { as: 'company' })).body.payload;
    expect(entry).toMatchObject({ kind: 'purchase', amount: 3, payment: { amount: 1199, currency: 'TRY' } });
    expect((await server.call(getOpenBasket, { as: 'company' })).body.payload.basket).toBeNull();
  });

  it.each([
    ['declined', CARDS.declined, ERROR_KEYS.cardDeclined],
    ['expired', CARDS.expired, ERROR_KEYS.cardExpired],
    ['a wrong cvc', CARDS.cvc, ERROR_KEYS.cardCvc],
    ['insufficient funds', CARDS.funds, ERROR_KEYS.cardFunds],
    ['an unissued number', UNKNOWN, ERROR_KEYS.cardNumber],
    ['an impossible number', NOT_LUHN, ERROR_KEYS.cardNumber],
  ])('fail with their key: %s, and accept another try', async (_name, card, key) => {
    expectRefusal(await pay(card), key);
    expect(await balance()).toBe(before);
    expect((await pay(CARDS.success)).status).toBe(200);
    expect(await balance()).toBe(before + 3);
  });

  it('accept a card to the end of its month in the marketplace’s time zone', async () => {
    await server.db
      .updateTable('products')
      .set({ rulePriceEndsAt: new Date('2027-01-01') })
      .where('key', '=', 'triple')
      .execute();
    server.clock.set(new Date('2026-11-30T20:59:59Z'));
    expect((await pay(CARDS.declined, { expireMonth: '11', expireYear: '26' })).body.key).toBe(ERROR_KEYS.cardDeclined);
    server.clock.set(new Date('2026-11-30T21:00:00Z'));
    expectRefusal(await pay(CARDS.success, { expireMonth: '11', expireYear: '2026' }), ERROR_KEYS.cardExpired);
  });

  it('with a challenge show the bank’s page once, and return after the approval', async () => {
    const { result } = (await pay(CARDS.challenge)).body.payload;
    expect(await sync()).toMatchObject({ status: 'pending' });
    const page = await get(result);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self' http://127.0.0.1:3000");
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect((await get(result)).headers.location).toContain('payment-result?status=pending');
    const bank = await get(`/api/payment/sandbox/bank/${await paymentId()}`);
    expect(bank.body).toContain('1,199');
    const approved = await answer('approve');
    expect(approved.statusCode).toBe(303);
    expect(await balance()).toBe(before);
    const back = await goBack();
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toContain('/dashboard/packages/payment-result?status=success');
    expect(await sync()).toEqual({ mayStartAgain: false, status: 'success', jobCreationBalance: before + 3 });
  });

  it('post the result to the embedding page of our origin only', async () => {
    await pay(CARDS.challenge);
    await answer('approve');
    const page = await goBack({ 'sec-fetch-dest': 'iframe' });
    expect(page.body).toContain(`parent.postMessage({"type":"payment","status":"success"`);
    expect(page.body).toContain('of new Set([location.origin,...["http://127.0.0.1:3000"]])');
    expect(page.body).not.toContain('*');
  });

  it('fail when the challenge is cancelled', async () => {
    await pay(CARDS.challenge);
    await answer('cancel');
    await answer('approve');
    const back = await goBack();
    expect(back.headers.location).toContain('status=failure&errorKey=challenge_failed');
    expect(await sync()).toEqual({
      mayStartAgain: false,
      status: 'failure',
      errorKey: ERROR_KEYS.challengeFailed,
      jobCreationBalance: before,
    });
    expect((await server.call(getOpenBasket, { as: 'company' })).body.payload.basket.status).toBe('open');
  });

  it('ignore a callback before the bank’s answer', async () => {
    await pay(CARDS.challenge);
    expect((await goBack()).headers.location).toContain('status=pending');
    expect(await sync()).toMatchObject({ status: 'pending', jobCreationBalance: before });
  });

  it('end an unanswered challenge after half an hour', async () => {
    await pay(CARDS.challenge);
    server.clock.set(later(29 * MINUTE));
    await advanceUnsettled(server.deps);
    expect(await sync()).toMatchObject({ status: 'pending' });
    server.clock.set(later(30 * MINUTE));
    await advanceUnsettled(server.deps);
    expect(await sync()).toMatchObject({ status: 'failure', errorKey: ERROR_KEYS.challengeFailed });
  });

  it('stay pending when their charge begins while the challenge times out', async () => {
    await pay(CARDS.challenge);
    server.clock.set(later(30 * MINUTE));
    const id = await paymentId();
    const retrieve = jest.spyOn(server.deps.payments, 'retrieve').mockImplementationOnce(async () => {
      const charging = { state: 'charging', page: null, pageHash: null } as const;
      await server.db.updateTable('payments').set(charging).where('id', '=', id).execute();
      return { state: 'waiting' };
    });
    expect(await sync()).toMatchObject({ status: 'pending', jobCreationBalance: before });
    retrieve.mockRestore();
  });

  it('end an open challenge when the basket changes, and its approval takes no money', async () => {
    await pay(CARDS.challenge);
    const params = { basketId: basket._id, itemId: basket.items[0]!._id };
    expect((await server.call(putBasketItem, { as: 'company', params, body: { quantity: 2 } })).status).toBe(200);
    await answer('approve');
    await goBack();
    await advanceUnsettled(server.deps, { quietMs: 0 });
    expect(await balance()).toBe(before);
  });

  it.each([
    ['under review', CARDS.review, REVIEW_MS],
    ['with a late answer of the provider', CARDS.late, LATE_MS],
  ])('stay pending %s until the clock’s task settles them', async (_name, card, ms) => {
    expect((await pay(card)).body.payload.result).toBeNull();
    expect(await sync()).toMatchObject({ status: 'pending', jobCreationBalance: before });
    expectRefusal(await pay(CARDS.success), ERROR_KEYS.basketBusy, 409);
    server.clock.set(later(ms + MINUTE));
    await advanceUnsettled(server.deps);
    expect(await balance()).toBe(before + 3);
  });

  it('give credits once, whatever arrives and however often', async () => {
    await pay(CARDS.challenge);
    await answer('approve');
    await Promise.all([goBack(), goBack(), sync(), sync(), advanceUnsettled(server.deps, { quietMs: 0 }), goBack()]);
    await goBack();
    expect(await balance()).toBe(before + 3);
  });

  it('accept a webhook with a valid signature only', async () => {
    await pay(CARDS.challenge);
    await answer('approve');
    const payload = JSON.stringify({ paymentId: await paymentId() });
    const send = (signature: string, provider = 'sandbox') =>
      server.app.inject({
        method: 'POST',
        url: `/api/payment/webhook/${provider}`,
        headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature },
        payload,
      });
    const right = signSandbox('secret of the tests', Buffer.from(payload));
    expect((await send(right.replace(/^./, (first) => (first === '0' ? '1' : '0')))).statusCode).toBe(404);
    expect((await send(right, 'stripe')).statusCode).toBe(404);
    expect(await balance()).toBe(before);
    expect((await send(right)).statusCode).toBe(200);
    expect(await balance()).toBe(before + 3);
  });

  it('never charge an expired price, but update the basket first', async () => {
    await server.db
      .updateTable('products')
      .set({ rulePriceEndsAt: later(-1) })
      .where('key', '=', 'triple')
      .execute();
    expectRefusal(await pay(CARDS.success), ERROR_KEYS.priceChanged, 409);
    const { totalPrice } = (await server.call(getBasket, { as: 'company', params: { basketId: basket._id } })).body
      .payload.basket;
    expect(totalPrice).toBe(1299);
    expect((await pay(CARDS.success)).status).toBe(200);
  });

  it('reject an empty, foreign or paid basket', async () => {
    expectRefusal(await pay(CARDS.success, { basketId: 'a'.repeat(24) }), ERROR_KEYS.notFound, 404);
    const other = (await server.call(createBasket, { as: 'other' })).body.payload.basket;
    expectRefusal(await pay(CARDS.success, { basketId: other._id }), ERROR_KEYS.notFound, 404);
    expectRefusal(
      await server.call(syncPayment, { as: 'company', body: { basketId: other._id } }),
      ERROR_KEYS.notFound,
      404,
    );
    await pay(CARDS.success);
    expectRefusal(await pay(CARDS.success), ERROR_KEYS.basketPaid, 409);
    basket = (await server.call(createBasket, { as: 'company' })).body.payload.basket;
    expectRefusal(await pay(CARDS.success), ERROR_KEYS.basketEmpty);
  });

  it('repeat their answer for the same Idempotency-Key and charge once', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await pay(CARDS.success, { headers });
    const second = await pay(CARDS.success, { headers });
    expect(second.body.payload).toEqual(first.body.payload);
    expect(await balance()).toBe(before + 3);
    expectRefusal(await pay(CARDS.success, { headers, basketId: 'a'.repeat(24) }), ERROR_KEYS.idempotencyMismatch, 409);
    await sql`update idempotency_keys set status = null, answer = null`.execute(server.db);
    expectRefusal(await pay(CARDS.success, { headers }), ERROR_KEYS.idempotencyInFlight, 409);
  });

  it('report each attempt separately: an earlier decline does not affect the next one', async () => {
    const syncAttempt = (attemptKey: string, as: 'company' | 'empty' = 'company') =>
      server.call(syncPayment, { as, body: { basketId: basket._id, attemptKey } });
    await pay(CARDS.declined, { headers: { 'idempotency-key': 'attempt-1' } });
    expect(await sync()).toMatchObject({ status: 'failure' });
    expect((await syncAttempt('attempt-1')).body.payload).toMatchObject({
      status: 'failure',
      errorKey: ERROR_KEYS.cardDeclined,
    });
    expect((await syncAttempt('attempt-2')).body.key).toBe(ERROR_KEYS.notFound);
    await pay(CARDS.success, { headers: { 'idempotency-key': 'attempt-2' } });
    expect((await syncAttempt('attempt-2')).body.payload).toEqual({
      mayStartAgain: false,
      status: 'success',
      jobCreationBalance: before + 3,
    });
    expect((await syncAttempt('attempt-2', 'empty')).status).toBe(404);
  });

  it('fail when the provider does not answer, and accept another try', async () => {
    const startCard = jest.spyOn(server.deps.payments, 'startCard').mockRejectedValueOnce(new Error('away'));
    expectRefusal(await pay(CARDS.success), ERROR_KEYS.paymentInit);
    startCard.mockRestore();
    expect((await pay(CARDS.success)).status).toBe(200);
  });

  it('check a charge without an answer again and charge once', async () => {
    const { complete } = server.deps.payments;
    const spy = jest.spyOn(server.deps.payments, 'complete').mockImplementationOnce(async (...args) => {
      await complete(...args);
      throw new Error('the line broke after the money was taken');
    });
    expect((await pay(CARDS.success)).body.payload.result).toBeNull();
    expect(await balance()).toBe(before);
    spy.mockRestore();
    expect(await sync()).toEqual({ mayStartAgain: false, status: 'success', jobCreationBalance: before + 3 });
  });

  it('have a limit that prevents trying cards one after the other', async () => {
    for (let at = 0; at < 10; at += 1) await pay(CARDS.declined);
    expectRefusal(await pay(CARDS.declined), ERROR_KEYS.tooManyRequests, 429);
  });

  it('store nothing of the card', async () => {
    await pay(CARDS.challenge, { cvc: '987' });
    await answer('approve');
    await goBack();
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(server.db);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} t
        where t::text like ${`%${CARDS.challenge}%`} or t::text like '%Ayşe Yılmaz%'`.execute(server.db);
      expect([name, rows[0]!.n]).toEqual([name, 0]);
    }
  });
});
