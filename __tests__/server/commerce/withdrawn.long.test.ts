import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { deleteBasketItem, initPayment } from '../../../contract/routes/commerce';
import { getSubscriptionPlans } from '../../../contract/routes/product';
import type { Basket } from '../../../contract/schemas/commerce';
import { shopper } from '../../support/money/shopper';
import { CARDS } from '../../support/money/cards';
import { testServer, type TestServer } from '../../support/testServer';

describe('a basket with a withdrawn product', () => {
  let server: TestServer;
  let buyer: ReturnType<typeof shopper>;
  let basket: Basket;
  beforeEach(async () => {
    server = await testServer();
    buyer = shopper(server);
  });
  afterEach(() => server.close());

  const remove = (itemId: string) =>
    server.call(deleteBasketItem, { as: 'company', params: { basketId: basket._id, itemId } });
  const refusals = async () => {
    const body = { basketId: basket._id };
    const replies = [
      await buyer.pay(basket._id),
      await buyer.checkout(body),
      await server.call(initPayment, { as: 'company', body }),
    ];
    return replies.map(({ status, body }) => [status, body.key]);
  };
  const always = (key: string) => [
    [409, key],
    [409, key],
    [409, key],
  ];
  const countPayments = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from payments`.execute(server.db)).rows[0]!.n;

  const expectUnsold = async () => {
    const paymentsBefore = await countPayments();
    expect((await buyer.look(basket._id)).items.map(({ isOffered }) => isOffered)).toEqual([false]);
    expect(await refusals()).toEqual(always(ERROR_KEYS.itemWithdrawn));
    expect(await countPayments()).toBe(paymentsBefore);
    expect((await remove(basket.items[0]!._id)).body.payload.basket.items).toEqual([]);
  };

  it.each([
    ['was withdrawn', { isOffered: false }],
    ['is sold in another country only', { countryCode: 'ES' }],
    ['is no longer for newcomers and returning companies', { isForNewcomers: false, isForReturnees: false }],
  ])('does not charge for a product that %s', async (_name, change) => {
    basket = await buyer.fill('Three jobs');
    expect(basket.items[0]).toMatchObject({ isOffered: true });
    await server.db.updateTable('products').set(change).where('key', '=', 'triple').execute();
    await expectUnsold();
  });

  it('does not charge for a withdrawn plan', async () => {
    await server.db.updateTable('subscriptions').set({ status: 'ended' }).execute();
    const [plan] = (await server.call(getSubscriptionPlans, { as: 'company' })).body.payload;
    basket = await buyer.put({ planId: plan.id });
    await server.db.updateTable('subscriptionPlans').set({ isPurchasable: false }).execute();
    await expectUnsold();
  });

  it('does not charge for a plan beside a subscription that began later', async () => {
    await server.db.updateTable('subscriptions').set({ status: 'ended' }).execute();
    const [plan] = (await server.call(getSubscriptionPlans, { as: 'company' })).body.payload;
    basket = await buyer.put({ planId: plan.id });
    await server.db.updateTable('subscriptions').set({ status: 'active' }).execute();
    expect(await refusals()).toEqual(always(ERROR_KEYS.subscriptionExists));
  });

  it('does not charge for more than a lowered limit', async () => {
    basket = await buyer.fill('Three jobs');
    await buyer.setQuantity(basket, 3);
    await server.db.updateTable('products').set({ purchaseLimit: 2 }).where('key', '=', 'triple').execute();
    expect(await refusals()).toEqual(always(ERROR_KEYS.purchaseLimit));
    await buyer.setQuantity(basket, 2);
    expect((await buyer.pay(basket._id)).status).toBe(200);
  });

  it('keeps a challenge open that began before the withdrawal', async () => {
    basket = await buyer.fill('Three jobs');
    await buyer.pay(basket._id, CARDS.challenge);
    await server.db.updateTable('products').set({ isOffered: false }).where('key', '=', 'triple').execute();
    expect(await refusals()).toEqual(always(ERROR_KEYS.itemWithdrawn));
    expect(await server.db.selectFrom('payments').select('state').execute()).toEqual([{ state: 'challenge' }]);
  });

  it('accepts the payment after the product is removed', async () => {
    basket = await buyer.fill('Three jobs');
    const addon = await server.db
      .selectFrom('products')
      .select('id')
      .where('type', '=', 'addon')
      .executeTakeFirstOrThrow();
    basket = await buyer.put({ productId: addon.id });
    await server.db.updateTable('products').set({ isOffered: false }).where('id', '=', addon.id).execute();
    expect(await refusals()).toEqual(always(ERROR_KEYS.itemWithdrawn));
    await remove(basket.items[1]!._id);
    expect((await buyer.pay(basket._id)).status).toBe(200);
  });
});
