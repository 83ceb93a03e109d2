import { MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Basket } from '../../../contract/schemas/commerce';
import { NOW } from '../../support/demo';
import { CARDS } from '../../support/money/cards';
import { shopper } from '../../support/money/shopper';
import { testServer, type TestServer } from '../../support/testServer';

const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('the limit of failed card payments', () => {
  let server: TestServer;
  let buyer: ReturnType<typeof shopper>;
  let basket: Basket;
  beforeEach(async () => {
    server = await testServer();
    buyer = shopper(server);
    basket = await buyer.fill('One job');
  });
  afterEach(() => server.close());

  const decline = async (times: number) => {
    for (let at = 0; at < times; at += 1) expect((await buyer.pay(basket._id, CARDS.declined)).status).toBe(400);
  };
  const payResult = async (cardNumber: string = CARDS.success) => {
    const { status, body, headers } = await buyer.pay(basket._id, cardNumber);
    return status === 429 ? [status, body.key, headers['retry-after']] : status;
  };
  const refused = (seconds: number) => [429, ERROR_KEYS.tooManyRequests, String(seconds)];

  it('stops the card after ten failures and gives the seconds until the first of them is ten minutes old', async () => {
    await decline(1);
    server.clock.set(later(4 * MINUTE));
    await decline(9);
    expect(await payResult()).toEqual(refused(360));
    server.clock.set(later(10 * MINUTE - 1500));
    expect(await payResult()).toEqual(refused(2));
    server.clock.set(later(10 * MINUTE));
    expect(await payResult(CARDS.declined)).toBe(400);
    // The second failure was at four minutes.
    expect(await payResult()).toEqual(refused(240));
    server.clock.set(later(14 * MINUTE));
    expect(await payResult()).toBe(200);
  });

  it('does not count successful payments', async () => {
    for (let at = 0; at < 11; at += 1) {
      basket = await buyer.fill('One job');
      expect(await payResult()).toBe(200);
    }
  });

  it('does not count impossible numbers, changed prices and provider failures', async () => {
    for (let at = 0; at < 11; at += 1) expect(await payResult('4242424242424241')).toBe(400);
    const startCard = jest.spyOn(server.deps.payments, 'startCard').mockRejectedValue(new Error('away'));
    for (let at = 0; at < 11; at += 1) expect(await payResult()).toBe(400);
    startCard.mockRestore();
    for (let at = 0; at < 11; at += 1) {
      await server.db.updateTable('basketItems').set({ unitPriceMinor: 1 }).execute();
      expect(await payResult()).toBe(409);
    }
    expect(await payResult()).toBe(200);
  });

  it('counts abandoned challenges, since each reveals that a card exists', async () => {
    for (let at = 0; at < 11; at += 1) expect(await payResult(CARDS.challenge)).toBe(200);
    expect(await payResult(CARDS.challenge)).toEqual(refused(600));
  });

  it('applies to each company separately and to simultaneous tries', async () => {
    await decline(9);
    const tries = await Promise.all(Array.from({ length: 6 }, () => buyer.pay(basket._id, CARDS.declined)));
    expect(tries.filter(({ body }) => body.key === ERROR_KEYS.cardDeclined)).toHaveLength(1);
    const other = shopper(server, 'other');
    const { _id } = await other.fill('One job');
    expect((await other.pay(_id)).status).toBe(200);
  });
});
