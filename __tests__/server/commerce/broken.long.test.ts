import { sql } from 'kysely';
import { HOUR, MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  addBasketItem,
  createBasket,
  getBasket,
  getPackages,
  payByCard,
  syncPayment,
} from '../../../contract/routes/commerce';
import type { Basket, Product } from '../../../contract/schemas/commerce';
import { advanceUnsettled } from '../../../server/modules/payment';
import { signSandbox } from '../../../server/adapters/payment/payments';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Failures between the server and the provider, and what happens to the money. */
describe('payments over a broken connection', () => {
  let server: TestServer;
  let basket: Basket;
  let before: number;
  beforeEach(async () => {
    server = await testServer();
    basket = await filled('company');
    before = await balance();
  });
  afterEach(() => server.close());

  const balance = async (email = 'company@demo.test') =>
    (await sql<{ n: number }>`select job_creation_balance as n from users where email = ${email}`.execute(server.db))
      .rows[0]!.n;
  const filled = async (as: 'company' | 'other'): Promise<Basket> => {
    const { packages } = (await server.call(getPackages, { as })).body.payload;
    const { _id: basketId } = (await server.call(createBasket, { as })).body.payload.basket;
    const productId = packages.find(({ title }: Product) => title === 'One job').id;
    return (await server.call(addBasketItem, { as, params: { basketId }, body: { productId } })).body.payload.basket;
  };
  const pay = (cardNumber: string, { headers = {}, as = 'company' as 'company' | 'other', of = basket } = {}) =>
    server.call(payByCard, {
      as,
      headers,
      body: {
        basketId: of._id,
        cardHolderName: 'Ayşe Yılmaz',
        cardNumber,
        cvc: '123',
        expireMonth: '12',
        expireYear: '39',
      },
    });
  const sync = async () =>
    (await server.call(syncPayment, { as: 'company', body: { basketId: basket._id } })).body.payload;
  const lastPayment = () =>
    server.db.selectFrom('payments').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow();
  const webhook = async () => {
    const payload = JSON.stringify({ paymentId: (await lastPayment()).id });
    const headers = {
      'content-type': 'application/json',
      'x-sandbox-signature': signSandbox('secret of the tests', Buffer.from(payload)),
    };
    return server.app.inject({ method: 'POST', url: '/api/payment/webhook/sandbox', headers, payload });
  };
  const SUCCESS = '4242424242424242';
  const CHALLENGE = '4000000000003220';

  it('keep a challenge open while the provider does not answer', async () => {
    await pay(CHALLENGE);
    const spy = jest.spyOn(server.deps.payments, 'retrieve').mockRejectedValue(new Error('away'));
    server.clock.set(later(2 * HOUR));
    await advanceUnsettled(server.deps);
    expect(await sync()).toMatchObject({ status: 'pending' });
    spy.mockRestore();
    expect(await sync()).toMatchObject({ status: 'failure', errorKey: ERROR_KEYS.challengeFailed });
  });

  it('give the credits once for money that arrives after the payment failed', async () => {
    const { complete } = server.deps.payments;
    const spy = jest.spyOn(server.deps.payments, 'complete').mockImplementationOnce(async (...args) => {
      await complete(...args);
      return { state: 'failed', key: ERROR_KEYS.cardDeclined };
    });
    expect((await pay(SUCCESS)).status).toBe(400);
    spy.mockRestore();
    expect((await webhook()).statusCode).toBe(200);
    expect((await webhook()).statusCode).toBe(200);
    expect(await balance()).toBe(before + 1);
    expect(await sync()).toMatchObject({ status: 'success' });
    const { basket: paid } = (await server.call(getBasket, { as: 'company', params: { basketId: basket._id } })).body
      .payload;
    expect(paid.status).toBe('paid');
    expect(await lastPayment()).toMatchObject({ isLate: true, errorKey: null });
  });

  it('give the credits of both payments when the basket was paid again before the first one was confirmed', async () => {
    const { complete } = server.deps.payments;
    const spy = jest.spyOn(server.deps.payments, 'complete').mockImplementationOnce(async (...args) => {
      await complete(...args);
      return { state: 'failed', key: ERROR_KEYS.cardDeclined };
    });
    await pay(SUCCESS);
    spy.mockRestore();
    const first = await lastPayment();
    server.clock.set(later(MINUTE));
    expect((await pay(SUCCESS)).status).toBe(200);
    const payload = JSON.stringify({ paymentId: first.id });
    const headers = {
      'content-type': 'application/json',
      'x-sandbox-signature': signSandbox('secret of the tests', Buffer.from(payload)),
    };
    await server.app.inject({ method: 'POST', url: '/api/payment/webhook/sandbox', headers, payload });
    expect(await balance()).toBe(before + 2);
  });

  it('believe a late message only if it says that the money was taken', async () => {
    await pay(CHALLENGE);
    server.clock.set(later(HOUR));
    await advanceUnsettled(server.deps);
    await server.app.inject({
      method: 'POST',
      url: `/api/payment/sandbox/bank/${(await lastPayment()).id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=approve',
    });
    expect(await sync()).toMatchObject({ status: 'failure', jobCreationBalance: before });
  });

  it('answer a repeat with the same key when the server died between the charge and its answer', async () => {
    const headers = { 'idempotency-key': 'died' };
    await pay(SUCCESS, { headers });
    await sql`update idempotency_keys set status = null, answer = null`.execute(server.db);
    server.clock.set(later(2 * MINUTE));
    const again = await pay(SUCCESS, { headers });
    expect([again.status, again.body.payload]).toEqual([200, { provider: 'sandbox', result: null }]);
    const paid = await pay(SUCCESS, { headers: { 'idempotency-key': 'another' } });
    expect([paid.status, paid.body.key]).toEqual([409, ERROR_KEYS.basketPaid]);
    expect(await balance()).toBe(before + 1);
  });

  it('settle the others although one throws', async () => {
    await pay('4000000000000259');
    const other = await filled('other');
    const otherBefore = await balance('other@demo.test');
    await pay('4000000000000259', { as: 'other', of: other });
    const broken = await server.db
      .selectFrom('payments')
      .select('id')
      .where('basketId', '=', basket._id)
      .executeTakeFirstOrThrow();
    const { retrieve } = server.deps.payments;
    const spy = jest.spyOn(server.deps.payments, 'retrieve').mockImplementation((order, ...rest) => {
      if (order.id === broken.id) throw new Error('cannot be read');
      return retrieve(order, ...rest);
    });
    server.clock.set(later(MINUTE));
    await expect(advanceUnsettled(server.deps)).rejects.toThrow('cannot be read');
    expect(await balance('other@demo.test')).toBe(otherBefore + 1);
    spy.mockRestore();
  });

  it('are all settled, even behind one that never gets an answer', async () => {
    await pay(CHALLENGE);
    const other = await filled('other');
    const otherBefore = await balance('other@demo.test');
    server.clock.set(later(1000));
    await pay('4000000000000259', { as: 'other', of: other });
    for (const minutes of [1, 2]) {
      server.clock.set(later(minutes * MINUTE));
      expect(await advanceUnsettled(server.deps, { limit: 1 })).toBe(1);
    }
    expect(await balance('other@demo.test')).toBe(otherBefore + 1);
  });

  it('charge one sum in one currency and first remove products whose price has changed', async () => {
    await server.db.updateTable('products').set({ isStandalone: true }).where('type', '=', 'addon').execute();
    const addon = await server.db
      .selectFrom('products')
      .select('id')
      .where('type', '=', 'addon')
      .executeTakeFirstOrThrow();
    const params = { basketId: basket._id };
    expect((await server.call(addBasketItem, { as: 'company', params, body: { productId: addon.id } })).status).toBe(
      200,
    );
    await server.db.updateTable('products').set({ currency: 'EUR' }).where('id', '=', addon.id).execute();
    expect((await pay(SUCCESS)).body.key).toBe(ERROR_KEYS.priceChanged);
    const { items } = (await server.call(getBasket, { as: 'company', params })).body.payload.basket;
    expect(items).toHaveLength(1);
    expect((await pay(SUCCESS)).status).toBe(200);
  });
});
