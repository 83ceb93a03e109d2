import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  addBasketItem,
  createBasket,
  deleteBasketItem,
  getBasket,
  getOpenBasket,
  getPackages,
  getProducts,
  putBasketItem,
} from '../../../contract/routes/commerce';
import { getSubscriptionPlans } from '../../../contract/routes/product';
import type { Basket, ItemBody, Product } from '../../../contract/schemas/commerce';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';

const after = (ms: number) => new Date(NOW.getTime() + ms);
const expectRefusal = (reply: { status: number; body: { key: string } }, key: string, status: number) =>
  expect([reply.status, reply.body.key]).toEqual([status, key]);
type As = 'company' | 'other' | 'empty';

describe('catalogue and basket', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await testServer();
  });
  afterEach(() => server.close());

  const packages = async (as: As = 'company', headers = {}): Promise<Product[]> =>
    (await server.call(getPackages, { as, headers })).body.payload.packages;
  const addonsOf = async (id: number): Promise<Product[]> =>
    (await server.call(getProducts, { as: 'company', query: { type: 'addon', relatedPackageId: String(id) } })).body
      .payload;
  const product = async (title: string) => (await packages()).find((one) => one.title === title)!;
  const newBasket = async (as: As = 'company'): Promise<Basket> =>
    (await server.call(createBasket, { as })).body.payload.basket;
  const add = (basketId: string, body: ItemBody, as: As = 'company') =>
    server.call(addBasketItem, { as, params: { basketId }, body });
  const added = async (basketId: string, body: ItemBody): Promise<Basket> => {
    const reply = await add(basketId, body);
    expect(reply.status).toBe(200);
    return reply.body.payload.basket;
  };
  const setQuantity = (basketId: string, itemId: string, quantity: number, as: As = 'company') =>
    server.call(putBasketItem, { as, params: { basketId, itemId }, body: { quantity } });
  const remove = (basketId: string, itemId: string, as: As = 'company') =>
    server.call(deleteBasketItem, { as, params: { basketId, itemId } });
  const titles = ({ items }: Basket) => items.map((item) => item.product?.title ?? item.plan?.product.title);

  it.each([
    ['tr', 'Tek İlan'],
    ['en', 'One job'],
    ['es-MX', 'Un empleo'],
  ])('shows the packages in the language of the request: %s', async (language, title) => {
    const [first] = await packages('company', { 'accept-language': language });
    expect(first).toMatchObject({ title, price: 499, originalPrice: null, currency: 'TRY', job_creation_amount: 1 });
  });

  it('shows newcomers and returning companies their own offers', async () => {
    const names = async () => (await packages()).map(({ title }) => title);
    expect(await names()).toContain('Welcome');
    expect(await names()).not.toContain('Chain');
    await sql`
      insert into payments (id, organisation_id, user_id, basket_id, provider, amount_minor, currency, grants, state, created_at, changed_at)
      select repeat('a', 32), u.organisation_id, u.id, b.id, 'sandbox', 49900, 'TRY', '{}', 'succeeded', now(), now()
      from users u, baskets b where u.email = 'company@demo.test' and b.id = ${(await newBasket())._id}`.execute(
      server.db,
    );
    expect(await names()).not.toContain('Welcome');
    expect(await names()).toContain('Chain');
  });

  it('shows each company the prices of its own test group', async () => {
    await server.db.updateTable('products').set({ testGroup: 0 }).where('key', '=', 'single').execute();
    await server.db.updateTable('products').set({ testGroup: 1 }).where('key', '=', 'triple').execute();
    const names = (await packages()).map(({ title }) => title);
    expect(names.filter((name) => ['One job', 'Three jobs'].includes(name))).toHaveLength(1);
    expect((await packages()).map(({ title }) => title)).toEqual(names);
  });

  it('shows a temporary price until it ends', async () => {
    const endsAt = after(HOUR);
    await server.db.updateTable('products').set({ rulePriceEndsAt: endsAt }).where('key', '=', 'triple').execute();
    const { rule_price: price, rule_price_ttl: ttl } = await product('Three jobs');
    expect([price, ttl]).toEqual([1199, endsAt.toISOString()]);
    server.clock.set(after(HOUR));
    expect(await product('Three jobs')).toMatchObject({ price: 1299, rule_price: null, rule_price_ttl: null });
  });

  it('has one basket for each company, even for two simultaneous requests, and null before the first', async () => {
    expect((await server.call(getOpenBasket, { as: 'company' })).body.payload.basket).toBeNull();
    const [one, two] = await Promise.all([newBasket(), newBasket()]);
    expect(one._id).toBe(two._id);
    expect((await server.call(getOpenBasket, { as: 'company' })).body.payload.basket).toEqual(one);
    expect((await newBasket('other'))._id).not.toBe(one._id);
  });

  it('holds a package with its add-ons up to their limits, with the server’s totals', async () => {
    const { _id } = await newBasket();
    const triple = await product('Three jobs');
    const [oneMore] = await addonsOf(triple.id);
    await added(_id, { productId: triple.id });
    for (const quantity of [1, 2, 3, 4, 5]) {
      const basket = await added(_id, { productId: oneMore!.id });
      expect(basket.items[1]).toMatchObject({ quantity, unitPrice: 299, totalPrice: 299 * quantity });
    }
    expectRefusal(await add(_id, { productId: oneMore!.id }), ERROR_KEYS.purchaseLimit, 409);
    const { items } = (await server.call(getBasket, { as: 'company', params: { basketId: _id } })).body.payload.basket;
    expectRefusal(await setQuantity(_id, items[1]._id, 6), ERROR_KEYS.purchaseLimit, 409);
    const basket = (await setQuantity(_id, items[1]._id, 2)).body.payload.basket;
    expect([basket.items[1].quantity, basket.totalPrice]).toEqual([2, 1199 + 2 * 299]);
  });

  it('replaces the package and its add-ons by another package, and everything by a plan', async () => {
    const { _id } = await newBasket('company');
    const [one, triple] = [await product('One job'), await product('Three jobs')];
    const [addon] = await addonsOf(triple.id);
    await added(_id, { productId: triple.id });
    await added(_id, { productId: addon!.id });
    expect(titles(await added(_id, { productId: one.id }))).toEqual(['One job']);
    const [plan] = (await server.call(getSubscriptionPlans, { as: 'company' })).body.payload;
    expectRefusal(await add(_id, { planId: plan.id }), ERROR_KEYS.subscriptionExists, 409);
    await server.db.updateTable('subscriptions').set({ status: 'ended' }).execute();
    expect(titles(await added(_id, { planId: plan.id }))).toEqual(['Weekly plan']);
    expect(titles(await added(_id, { productId: one.id }))).toEqual(['One job']);
  });

  it('rejects an add-on without its package and removes them together', async () => {
    const { _id } = await newBasket();
    const [one, triple] = [await product('One job'), await product('Three jobs')];
    const oneMore = (await addonsOf(triple.id)).find(({ title }) => title === 'One more job')!;
    expectRefusal(await add(_id, { productId: oneMore.id }), ERROR_KEYS.addonNeedsPackage, 409);
    await added(_id, { productId: one.id });
    expectRefusal(await add(_id, { productId: oneMore.id }), ERROR_KEYS.addonNeedsPackage, 409);
    await added(_id, { productId: triple.id });
    const { items } = await added(_id, { productId: oneMore.id });
    expect((await remove(_id, items[0]!._id)).body.payload.basket.items).toEqual([]);
  });

  it('holds one currency: a product in another currency replaces the basket’s content', async () => {
    const { _id } = await newBasket();
    const [one, triple] = [await product('One job'), await product('Three jobs')];
    const addons = await addonsOf(triple.id);
    const free = addons.find(({ title }) => title !== 'One more job')!;
    const bound = addons.find(({ title }) => title === 'One more job')!;
    await added(_id, { productId: triple.id });
    await server.db.updateTable('products').set({ currency: 'EUR' }).where('type', '=', 'addon').execute();
    expectRefusal(await add(_id, { productId: bound.id }), ERROR_KEYS.addonNeedsPackage, 409);
    await server.db.updateTable('products').set({ isStandalone: true }).where('id', '=', free.id).execute();
    const basket = await added(_id, { productId: free.id });
    expect([titles(basket), basket.currency]).toEqual([[free.title], 'EUR']);
    expect((await added(_id, { productId: one.id })).currency).toBe('TRY');
  });

  it('belongs to one company and holds only products that the company may buy', async () => {
    const { _id } = await newBasket();
    const one = await product('One job');
    const { items } = await added(_id, { productId: one.id });
    const itemId = items[0]!._id;
    const unknown = 'a'.repeat(24);
    for (const reply of [
      await server.call(getBasket, { as: 'other', params: { basketId: _id } }),
      await add(_id, { productId: one.id }, 'other'),
      await setQuantity(_id, itemId, 2, 'other'),
      await remove(_id, itemId, 'other'),
      await setQuantity(_id, unknown, 2),
      await remove(_id, unknown),
      await add(unknown, { productId: one.id }),
      await add(_id, { productId: 999_999 }),
      await add(_id, { planId: 999_999 }),
    ])
      expectRefusal(reply, ERROR_KEYS.notFound, 404);
  });

  it('cannot change while a charge may be running', async () => {
    const { _id } = await newBasket();
    const { items } = await added(_id, { productId: (await product('One job')).id });
    await server.db.updateTable('baskets').set({ status: 'paying' }).where('id', '=', _id).execute();
    await sql`
      insert into payments (id, organisation_id, user_id, basket_id, provider, amount_minor, currency, grants, state, created_at, changed_at)
      select repeat('a', 32), organisation_id, user_id, id, 'sandbox', 49900, 'TRY', '{}', 'charging', now(), now()
      from baskets where id = ${_id}`.execute(server.db);
    for (const reply of [
      await add(_id, { productId: items[0]!.product!.id }),
      await setQuantity(_id, items[0]!._id, 2),
      await remove(_id, items[0]!._id),
    ])
      expectRefusal(reply, ERROR_KEYS.basketBusy, 409);
  });

  it('cannot change once it is paid', async () => {
    const { _id } = await newBasket();
    const { items } = await added(_id, { productId: (await product('One job')).id });
    await server.db.updateTable('baskets').set({ status: 'paid' }).where('id', '=', _id).execute();
    for (const reply of [
      await add(_id, { productId: items[0]!.product!.id }),
      await setQuantity(_id, items[0]!._id, 2),
      await remove(_id, items[0]!._id),
    ])
      expectRefusal(reply, ERROR_KEYS.basketPaid, 409);
  });
});
