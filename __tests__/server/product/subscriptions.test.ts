import { DAY } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { cancelSubscription, getSubscriptionPlans, getSubscriptions } from '../../../contract/routes/product';
import { endSubscriptions } from '../../../server/modules/product';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';

describe('subscriptions', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await testServer();
  });
  afterEach(() => server.close());

  const own = async (as: 'company' | 'other' = 'company') => (await server.call(getSubscriptions, { as })).body.payload;
  const cancel = (id: number, as: 'company' | 'other' | 'empty' = 'company') =>
    server.call(cancelSubscription, { as, params: { id } });
  const auditOf = async (id: number) => {
    const entries = server.db.selectFrom('auditLog').select(['action', 'actor']).where('subjectId', '=', id);
    return (await entries.where('subjectType', '=', 'subscription').orderBy('id').execute()).map(
      ({ actor, action }) => `${actor} ${action}`,
    );
  };

  it.each([
    ['tr', ['Haftalık Plan', 'Aylık Plan', 'Yıllık Plan']],
    ['en', ['Weekly plan', 'Monthly plan', 'Annual plan']],
    ['es-MX', ['Plan semanal', 'Plan mensual', 'Plan anual']],
    ['de', ['Weekly plan', 'Monthly plan', 'Annual plan']],
  ])('list plans in the language of the request: %s', async (language, titles) => {
    const headers = { 'accept-language': language };
    const { body } = await server.call(getSubscriptionPlans, { as: 'company', headers });
    expect(body.payload.map((plan: { product: { title: string } }) => plan.product.title)).toEqual(titles);
    expect(body.payload.map(({ price }: { price: number }) => price)).toEqual([349, 999, 9990]);
    expect(body.payload.map(({ period }: { period: string }) => period)).toEqual(['weekly', 'monthly', 'annual']);
    for (const { product } of body.payload) {
      const orders = product.features.map(({ order }: { order: number }) => order);
      expect(orders).toEqual([...orders].sort());
    }
  });

  it('hide withdrawn plans except from their subscribers', async () => {
    await server.db.updateTable('subscriptionPlans').set({ isPurchasable: false, priceMinor: 99_950 }).execute();
    expect((await server.call(getSubscriptionPlans, { as: 'company' })).body.payload).toEqual([]);
    const [{ plan, nextPrice }] = await own();
    // A subscription keeps its own price; the plan's current price is for new buyers.
    expect([plan.price, nextPrice]).toEqual([999, null]);
  });

  it('belong to one company; the demo company’s monthly one renews itself', async () => {
    const [subscription, ...others] = await own();
    expect(others).toEqual([]);
    expect(subscription).toMatchObject({
      status: 'active',
      endsAt: null,
      plan: { period: 'monthly', currency: 'TRY' },
    });
    expect(subscription.planId).toBe(subscription.plan.id);
    expect(Date.parse(subscription.nextAttemptAt)).toBeGreaterThan(NOW.getTime());
    expect(await own('other')).toEqual([]);
  });

  it('run until the next charge date once cancelled, and a second cancellation changes nothing', async () => {
    const [{ id, nextAttemptAt }] = await own();
    expect((await cancel(id)).body.payload).toBeNull();
    const after = await own();
    expect(after[0]).toMatchObject({ status: 'active', nextAttemptAt: null, endsAt: nextAttemptAt });
    expect((await cancel(id)).status).toBe(200);
    expect(await own()).toEqual(after);
    expect(await auditOf(id)).toEqual(['user subscription.cancelled']);
  });

  it('are cancelled once by many simultaneous requests', async () => {
    const [{ id }] = await own();
    const replies = await Promise.all(Array.from({ length: 4 }, () => cancel(id)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('answer alike for foreign and missing ids', async () => {
    const [{ id }] = await own();
    for (const reply of [await cancel(id, 'other'), await cancel(id, 'empty'), await cancel(999_999_999)])
      expect([reply.status, reply.body.key]).toEqual([404, ERROR_KEYS.notFound]);
    expect((await server.call(cancelSubscription, { as: 'company', params: { id: 'x' } })).status).toBe(400);
    expect((await own())[0].endsAt).toBeNull();
  });

  it('end at their last moment even before the clock’s task runs', async () => {
    const [{ id, nextAttemptAt }] = await own();
    await cancel(id);
    server.clock.set(new Date(Date.parse(nextAttemptAt) - 1000));
    expect(await endSubscriptions(server.deps)).toBe(0);
    expect((await own())[0].status).toBe('active');
    server.clock.set(new Date(nextAttemptAt));
    expect((await own())[0].status).toBe('ended');
    expect((await cancel(id)).body.key).toBe(ERROR_KEYS.subscriptionNotActive);
    expect(await endSubscriptions(server.deps)).toBe(1);
    expect(await endSubscriptions(server.deps)).toBe(0);
    const { status, body } = await cancel(id);
    expect([status, body.key]).toEqual([409, ERROR_KEYS.subscriptionNotActive]);
    expect(await auditOf(id)).toEqual(['user subscription.cancelled', 'clock subscription.ended']);
  });

  it('end at once when cancelled while a charge is late', async () => {
    const [{ id, nextAttemptAt }] = await own();
    const late = new Date(Date.parse(nextAttemptAt) + DAY);
    server.clock.set(late);
    expect((await cancel(id)).status).toBe(200);
    expect((await own())[0]).toMatchObject({ status: 'ended', endsAt: late.toISOString() });
  });

  it('are listed in the order of their start', async () => {
    const [current] = await own();
    const row = await server.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
    await server.db
      .insertInto('subscriptions')
      .values({
        organisationId: row.organisationId,
        userId: row.userId,
        planId: row.planId,
        status: 'ended',
        startsAt: new Date(NOW.getTime() - 90 * DAY),
        nextAttemptAt: null,
        endsAt: new Date(NOW.getTime() - 60 * DAY),
        createdAt: NOW,
      })
      .execute();
    expect((await own()).map(({ status }: { status: string }) => status)).toEqual(['ended', 'active']);
    expect((await own()).at(-1)).toEqual(current);
  });
});
