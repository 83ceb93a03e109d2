import { sql } from 'kysely';
import { DAY } from '../../../contract/constants/time';
import { renewDue } from '../../../server/modules/payment';
import { announceTerms, remindOfRenewals } from '../../../server/modules/product';
import { subscriber } from '../../support/subscriber';
import { testServer, type TestServer } from '../../support/testServer';

/** Sunday 31 January, noon in Istanbul. */
const START = new Date('2027-01-31T09:00:00.000Z');

describe('the price of a subscription', () => {
  let server: TestServer;
  let company: ReturnType<typeof subscriber>;
  beforeEach(async () => {
    server = await testServer();
    await sql`update subscriptions set status = 'ended', next_attempt_at = null`.execute(server.db);
    server.clock.set(START);
    company = subscriber(server, 'company');
    await company.subscribe('weekly');
  });
  afterEach(() => server.close());

  const at = (days: number) => server.clock.set(new Date(START.getTime() + days * DAY));
  const setPlan = (priceMinor: number, credits = 1) =>
    server.db
      .updateTable('subscriptionPlans')
      .set({ priceMinor, jobCredits: credits })
      .where('period', '=', 'weekly')
      .execute();
  const charged = async () =>
    (
      await sql<{ n: number }>`select amount_minor::int as n from payments where subscription_id is not null
        order by created_at, id`.execute(server.db)
    ).rows.map(({ n }) => n);
  /** Runs the clock's tasks day by day. */
  const live = async (from: number, to: number) => {
    for (let day = from; day <= to; day += 1) {
      at(day);
      await announceTerms(server.deps);
      await remindOfRenewals(server.deps);
      await renewDue(server.deps);
    }
  };
  const texts = async () =>
    (
      await sql<{ subject: string; text: string; at: Date }>`
        select subject, body_text as text, created_at as at from outgoing_messages
        where recipient = 'company@demo.test' and channel = 'mail' order by id`.execute(server.db)
    ).rows;
  const shown = async () => {
    const { plan, nextPrice } = await company.current();
    return { price: plan.price, nextPrice };
  };

  it('stays the same until 14 days after a mail announces another one', async () => {
    await setPlan(349_000, 2);
    await live(1, 28);
    const mails = await texts();
    const priceMails = mails.filter(({ text }) => text.includes('3.490'));
    const [first] = priceMails;
    expect(first!.subject).toBe('Haftalık Plan: 21 Şubat 2027 tarihinden itibaren yeni fiyat');
    expect(first!.text).toContain('Şimdi: her dönem ₺349 karşılığında 1 ilan kredisi.');
    expect(first!.text).toContain('21 Şubat 2027 tarihinden itibaren: her dönem ₺3.490 karşılığında 2 ilan kredisi.');
    expect(first!.text).toContain('/dashboard/packages');
    expect(mails.filter(({ subject }) => subject.includes('yeni fiyat'))).toHaveLength(1);
    expect(await charged()).toEqual([34_900, 34_900, 349_000, 349_000]);
    const since = START.getTime() + 21 * DAY - first!.at.getTime();
    expect(since).toBeGreaterThanOrEqual(14 * DAY);
    expect(await shown()).toEqual({ price: 3490, nextPrice: null });
    const { rows } = await sql<{ amount: number }>`select amount from credit_ledger where kind = 'subscription'
      order by id desc limit 2`.execute(server.db);
    expect(rows.map(({ amount }) => amount)).toEqual([2, 2]);
  });

  it('appears with the announced one, which the reminder before the renewal names', async () => {
    await setPlan(39_950);
    await live(1, 1);
    expect(await shown()).toEqual({
      price: 349,
      nextPrice: { price: 399.5, currency: 'TRY', jobCredits: 1, from: '2027-02-21T09:00:00.000Z' },
    });
    await live(2, 18);
    const soon = (await texts()).filter(({ subject }) => subject.includes('yenilenecek'));
    expect(soon.map(({ text }) => /₺[\d.,]+/.exec(text)![0])).toEqual(['₺349', '₺349', '₺399,50']);
  });

  it('never changes for a company that cancels', async () => {
    await setPlan(349_000);
    await live(1, 10);
    await company.cancel();
    expect((await company.current()).nextPrice).toBeNull();
    await live(11, 40);
    expect(await charged()).toEqual([34_900]);
  });

  it('stays when the plan returns to it in time', async () => {
    await setPlan(349_000);
    await live(1, 5);
    await setPlan(34_900);
    await live(6, 30);
    expect(await charged()).toEqual([34_900, 34_900, 34_900, 34_900]);
    expect(await shown()).toEqual({ price: 349, nextPrice: null });
  });

  it('waits another 14 days when it changes again', async () => {
    await setPlan(39_900);
    await live(1, 15);
    await setPlan(44_900);
    await live(16, 36);
    expect(await charged()).toEqual([34_900, 34_900, 34_900, 34_900, 44_900]);
  });

  it('is stored also by servers of the previous release, which do not name it', async () => {
    await sql`update subscription_plans set price_minor = 50000 where period = 'monthly'`.execute(server.db);
    const { rows } = await sql<{ price: number; currency: string; credits: number }>`
      insert into subscriptions (organisation_id, user_id, plan_id, status, starts_at, next_attempt_at, created_at)
      select u.organisation_id, u.id, p.id, 'active', ${START}, ${START}, ${START}
      from users u, subscription_plans p where u.email = 'other@demo.test' and p.period = 'monthly'
      returning price_minor::int as price, currency, job_credits as credits`.execute(server.db);
    expect(rows).toEqual([{ price: 50_000, currency: 'TRY', credits: 5 }]);
  });
});
