import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Basket } from '../../../contract/schemas/commerce';
import { CARDS } from '../../support/money/cards';
import { shopper } from '../../support/money/shopper';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';

const headers = { 'idempotency-key': 'one' };
const resultOf = ({ status, body }: CallResult) => (status === 200 ? status : [status, body.key]);
const MISMATCH = [409, ERROR_KEYS.idempotencyMismatch];

describe('the Idempotency-Key of a payment', () => {
  let server: TestServer;
  let buyer: ReturnType<typeof shopper>;
  let basket: Basket;
  beforeEach(async () => {
    server = await testServer();
    buyer = shopper(server);
    basket = await buyer.fill('Three jobs');
  });
  afterEach(() => server.close());

  const WAYS = {
    card: () => buyer.pay(basket._id, CARDS.challenge, headers),
    form: () => buyer.checkout({ basketId: basket._id }, headers),
  };

  it.each(['card', 'form'] as const)('repeats the answer while the basket is unchanged: %s', async (way) => {
    const first = await WAYS[way]();
    expect(resultOf(first)).toBe(200);
    expect((await WAYS[way]()).body.payload).toEqual(first.body.payload);
  });

  it.each(['card', 'form'] as const)(
    'is rejected for another quantity and stays free for a new try: %s',
    async (way) => {
      await WAYS[way]();
      await buyer.setQuantity(basket, 2);
      expect(resultOf(await WAYS[way]())).toEqual(MISMATCH);
      expect(resultOf(await buyer.pay(basket._id, CARDS.success, { 'idempotency-key': 'two' }))).toBe(200);
    },
  );

  it.each(['card', 'form'] as const)('is rejected for another price: %s', async (way) => {
    await WAYS[way]();
    await server.db.updateTable('basketItems').set({ unitPriceMinor: 1 }).execute();
    expect(resultOf(await WAYS[way]())).toEqual(MISMATCH);
  });

  it.each(['card', 'form'] as const)('is rejected for another product at the same price: %s', async (way) => {
    const other = await buyer.productId('One job');
    await WAYS[way]();
    await server.db.updateTable('basketItems').set({ productId: other }).execute();
    expect(resultOf(await WAYS[way]())).toEqual(MISMATCH);
  });

  it.each(['card', 'form'] as const)('is rejected for another currency: %s', async (way) => {
    await WAYS[way]();
    await server.db.updateTable('products').set({ currency: 'EUR' }).execute();
    expect(resultOf(await WAYS[way]())).toEqual(MISMATCH);
  });

  it.each(['card', 'form'] as const)('never repeats the bank page of a payment that has ended: %s', async (way) => {
    await WAYS[way]();
    await buyer.setQuantity(basket, 2);
    await buyer.setQuantity(basket, 1);
    expect(resultOf(await WAYS[way]())).toEqual(MISMATCH);
  });

  it('covers the price of a package that is bought alone', async () => {
    const packageId = await buyer.productId('Three jobs');
    const buy = () => buyer.checkout({ packageId }, headers);
    const first = await buy();
    expect((await buy()).body.payload).toEqual(first.body.payload);
    await server.db.updateTable('products').set({ rulePriceMinor: 111 }).where('id', '=', packageId).execute();
    expect(resultOf(await buy())).toEqual(MISMATCH);
  });

  it('stores a fingerprint that does not depend on the card', async () => {
    const first = await buyer.pay(basket._id, CARDS.challenge, headers);
    const second = await buyer.pay(basket._id, CARDS.success, headers);
    expect(second.body.payload).toEqual(first.body.payload);
  });
});
