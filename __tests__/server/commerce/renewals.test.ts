import { sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { renewDue } from '../../../server/modules/payment';
import { endSubscriptions } from '../../../server/modules/product';
import { subscriber } from '../../support/subscriber';
import { testServer, type TestServer } from '../../support/testServer';

const DECLINED = `sandbox-${ERROR_KEYS.cardDeclined}`;
/** The last day of January, noon in Istanbul. */
const START = new Date('2027-01-31T09:00:00.000Z');

describe('renewals', () => {
  let server: TestServer;
  let company: ReturnType<typeof subscriber>;
  let other: ReturnType<typeof subscriber>;
  beforeEach(async () => {
    server = await testServer();
    await sql`update subscriptions set status = 'ended', next_attempt_at = null`.execute(server.db);
    server.clock.set(START);
    company = subscriber(server, 'company');
    other = subscriber(server, 'other');
  });
  afterEach(() => server.close());

  const at = (ms: number) => server.clock.set(new Date(START.getTime() + ms));
  const nextOf = async () => (await company.current()).nextAttemptAt;
  const due = async () => {
    const next = await nextOf();
    if (next === null) throw new Error('nothing is due');
    server.clock.set(new Date(next));
  };
  const auditOf = async (id: number) => {
    const entries = server.db.selectFrom('auditLog').select('action').where('subjectType', '=', 'subscription');
    return (await entries.where('subjectId', '=', id).orderBy('id').execute()).map(({ action }) => action);
  };

  it('count from the first day despite short months and late charges', async () => {
    await company.subscribe('monthly');
    const before = await company.balance();
    expect(await nextOf()).toBe('2027-02-28T09:00:00.000Z');
    await due();
    expect(await renewDue(server.deps)).toBe(1);
    expect(await nextOf()).toBe('2027-03-31T09:00:00.000Z');
    await company.setCard(DECLINED);
    await due();
    await renewDue(server.deps);
    expect(await company.current()).toMatchObject({ status: 'past_due', nextAttemptAt: '2027-04-01T09:00:00.000Z' });
    await company.setCard('sandbox-success');
    await due();
    await renewDue(server.deps);
    expect(await company.current()).toMatchObject({ status: 'active', nextAttemptAt: '2027-04-30T09:00:00.000Z' });
    expect(await company.charges()).toEqual(['succeeded', 'failed', 'succeeded']);
    expect(await company.balance()).toBeGreaterThan(before);
  });

  it('charge no period that passed while no server ran', async () => {
    await company.subscribe('weekly');
    at(30 * DAY);
    expect(await renewDue(server.deps)).toBe(1);
    expect(await nextOf()).toBe(new Date(START.getTime() + 35 * DAY).toISOString());
    expect(await renewDue(server.deps)).toBe(0);
  });

  it.each([
    ['weekly', [1, 2, 2]],
    ['monthly', [1, 3, 5]],
    ['annual', [1, 3, 5]],
  ])('of a %s plan retry within the period, warn after each failure, then end', async (period, days) => {
    await company.subscribe(period);
    await company.setCard(DECLINED);
    const mails = (await company.mails()).length;
    const before = await company.balance();
    for (const wait of days) {
      await due();
      await renewDue(server.deps);
      const next = new Date(server.clock.now().getTime() + wait * DAY).toISOString();
      expect(await company.current()).toMatchObject({ status: 'past_due', nextAttemptAt: next });
    }
    await due();
    await renewDue(server.deps);
    const now = server.clock.now().toISOString();
    expect(await company.current()).toMatchObject({ status: 'ended', nextAttemptAt: null, endsAt: now });
    expect((await company.mails()).length - mails).toBe(4);
    expect(await company.balance()).toBe(before);
  });

  it('do not touch another provider’s subscriptions, and end those without a stored card', async () => {
    await company.subscribe('weekly');
    await sql`update subscriptions set provider = 'iyzico' where status <> 'ended'`.execute(server.db);
    await due();
    expect(await renewDue(server.deps)).toBe(0);
    expect(await company.charges()).toEqual([]);
    await sql`update subscriptions set provider = null, provider_token = null where status <> 'ended'`.execute(
      server.db,
    );
    expect(await renewDue(server.deps)).toBe(1);
    expect((await company.current()).status).toBe('past_due');
  });

  /** Runs `work` between a charge and its answer. */
  const during = async (work: () => Promise<unknown>) => {
    const { chargeAgain } = server.deps.payments;
    const spy = jest.spyOn(server.deps.payments, 'chargeAgain').mockImplementationOnce(async (...args) => {
      const outcome = await chargeAgain(...args);
      await work();
      return outcome;
    });
    await due();
    await renewDue(server.deps);
    spy.mockRestore();
  };

  it('keep the paid period when cancelled during the charge', async () => {
    await company.subscribe('weekly');
    const before = await company.balance();
    await during(async () => {
      await company.cancel();
      await endSubscriptions(server.deps);
    });
    const endsAt = new Date(START.getTime() + 14 * DAY).toISOString();
    expect(await company.current()).toMatchObject({ status: 'active', nextAttemptAt: null, endsAt });
    expect(await company.balance()).toBeGreaterThan(before);
    server.clock.set(new Date(endsAt));
    await endSubscriptions(server.deps);
    expect((await company.current()).status).toBe('ended');
  });

  it('end when cancelled during a failing charge, without a mail about a retry', async () => {
    await company.subscribe('weekly');
    await company.setCard(DECLINED);
    const mails = await company.mails();
    await during(() => company.cancel());
    expect(await company.current()).toMatchObject({ status: 'ended', endsAt: server.clock.now().toISOString() });
    expect((await company.mails()).slice(mails.length)).toEqual(['Haftalık Plan aboneliğiniz iptal edildi']);
  });

  it('charge once from four servers at once, and write the payment before the charge', async () => {
    await company.subscribe('weekly');
    await other.subscribe('weekly');
    for (let week = 0; week < 3; week += 1) {
      await due();
      await Promise.all([1, 2, 3, 4].map(() => renewDue(server.deps)));
    }
    for (const one of [company, other]) expect(await one.charges()).toEqual(['succeeded', 'succeeded', 'succeeded']);
    const actions = await auditOf((await company.current()).id);
    expect(actions.slice(0, 2)).toEqual(['subscription.charge_started', 'subscription.charge_succeeded']);
    expect(actions).toHaveLength(6);
  });

  it('check a charge without an answer again, charge once and delay no other', async () => {
    await company.subscribe('weekly');
    await other.subscribe('weekly');
    const { chargeAgain } = server.deps.payments;
    const spy = jest.spyOn(server.deps.payments, 'chargeAgain').mockImplementationOnce(async (...args) => {
      await chargeAgain(...args);
      throw new Error('the line broke after the money was taken');
    });
    const before = await company.balance();
    await due();
    expect(await renewDue(server.deps)).toBe(2);
    expect([await company.charges(), await other.charges()]).toEqual([['charging'], ['succeeded']]);
    expect(await company.balance()).toBe(before);
    spy.mockRestore();
    server.clock.set(new Date(server.clock.now().getTime() + 2 * MINUTE));
    await renewDue(server.deps);
    expect(await company.charges()).toEqual(['succeeded']);
    expect(await company.balance()).toBeGreaterThan(before);
  });

  it('continue after one that throws, and report it at the end', async () => {
    await company.subscribe('weekly');
    server.clock.set(new Date(START.getTime() + MINUTE));
    await other.subscribe('weekly');
    const spy = jest.spyOn(server.deps.payments, 'chargeAgain').mockImplementationOnce(() => {
      throw new Error('cannot be charged');
    });
    at(7 * DAY + HOUR);
    await expect(renewDue(server.deps)).rejects.toThrow('cannot be charged');
    expect(await other.charges()).toEqual(['succeeded']);
    spy.mockRestore();
  });
});
