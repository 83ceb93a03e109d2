import { sql } from 'kysely';
import { DAY, HOUR } from '../../../contract/constants/time';
import { renewDue, settleManually } from '../../../server/modules/payment';
import { endSubscriptions } from '../../../server/modules/product';
import { takeBackup } from '../../support/money/renewalBackup';
import { subscriber } from '../../support/subscriber';
import { testServer, type TestServer } from '../../support/testServer';

const START = new Date('2027-01-31T09:00:00.000Z');
const DUE = START.getTime() + 7 * DAY;

describe('cancelling after a restored backup that lacks charges', () => {
  let server: TestServer;
  let company: ReturnType<typeof subscriber>;
  let charge: jest.SpyInstance;
  beforeEach(async () => {
    server = await testServer();
    await sql`update subscriptions set status = 'ended', next_attempt_at = null`.execute(server.db);
    server.clock.set(START);
    company = subscriber(server, 'company');
    await company.subscribe('weekly');
    charge = jest.spyOn(server.deps.payments, 'chargeAgain');
    jest.replaceProperty(server.deps.payments, 'repeatsSafelyMs', 0);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.close();
  });

  const renewAt = async (ms: number) => {
    server.clock.set(new Date(DUE + ms));
    await renewDue(server.deps);
  };
  const backup = async () => {
    const { id: subscriptionId, ...owner } = await server.db
      .selectFrom('subscriptions')
      .select(['id', 'userId', 'organisationId'])
      .where('status', '<>', 'ended')
      .executeTakeFirstOrThrow();
    return takeBackup(server.pool, [{ seed: 0, subscriptionId, ...owner }]);
  };
  const books = async () => ({
    charges: await company.charges(),
    balance: await company.balance(),
    payments: await server.db.selectFrom('payments').select(['id', 'state', 'amountMinor']).orderBy('id').execute(),
  });

  it('gives the credits of every lost charge and the paid period', async () => {
    const lost = await backup();
    await renewAt(0);
    await renewAt(7 * DAY);
    const before = await books();
    expect(before.charges).toEqual(['succeeded', 'succeeded']);
    await lost.restore();
    server.clock.set(new Date(DUE + 8 * DAY));
    await company.cancel();
    await renewAt(8 * DAY);
    await renewAt(8 * DAY + HOUR);
    expect(await books()).toEqual(before);
    const endsAt = new Date(DUE + 14 * DAY).toISOString();
    expect(await company.current()).toMatchObject({ nextAttemptAt: null, endsAt });
    expect(charge).toHaveBeenCalledTimes(2);
  });

  it('gives them although the subscription has ended by then', async () => {
    const lost = await backup();
    await renewAt(0);
    const before = await books();
    await lost.restore();
    server.clock.set(new Date(DUE + HOUR));
    await company.cancel();
    await endSubscriptions(server.deps);
    await renewAt(HOUR);
    expect(await books()).toEqual(before);
    expect((await company.current()).status).toBe('ended');
  });

  it('gives them on the terms that were announced and valid at that time', async () => {
    await sql`
      update subscriptions set next_price_minor = price_minor + 100, next_currency = currency,
        next_job_credits = job_credits + 1, next_terms_from = ${new Date(DUE)} where status <> 'ended'`.execute(
      server.db,
    );
    const lost = await backup();
    await renewAt(0);
    const before = await books();
    await lost.restore();
    server.clock.set(new Date(DUE + HOUR));
    await company.cancel();
    await renewAt(HOUR);
    expect(await books()).toEqual(before);
  });

  it('gives them when the backup holds an older charge without an answer', async () => {
    charge.mockImplementationOnce(() => Promise.reject(new Error('the line broke')));
    await renewAt(0);
    const { id: paymentId } = await server.db
      .selectFrom('payments')
      .select('id')
      .where('state', '=', 'charging')
      .executeTakeFirstOrThrow();
    const lost = await backup();
    const settle = () => settleManually(server.deps, { paymentId, wasTaken: false });
    server.clock.set(new Date(DUE + HOUR));
    await settle();
    await renewAt(2 * DAY);
    const before = await books();
    expect(before.charges).toEqual(['failed', 'succeeded']);
    await lost.restore();
    server.clock.set(new Date(DUE + 3 * DAY));
    await company.cancel();
    await renewAt(3 * DAY);
    await settle();
    await renewAt(3 * DAY + HOUR);
    expect({ ...(await books()), charges: (await company.charges()).sort() }).toEqual(before);
    expect(charge).toHaveBeenCalledTimes(2);
  });

  it('repeats the question until the provider answers, and then stops', async () => {
    const ask = jest.spyOn(server.deps.payments, 'findCharge');
    server.clock.set(new Date(DUE + HOUR));
    await company.cancel();
    ask.mockRejectedValueOnce(new Error('away'));
    await expect(renewDue(server.deps)).rejects.toThrow('away');
    await renewAt(2 * HOUR);
    const asked = ask.mock.calls.length;
    expect(asked).toBeGreaterThan(1);
    await renewAt(3 * HOUR);
    expect(ask).toHaveBeenCalledTimes(asked);
    expect(charge).not.toHaveBeenCalled();
  });
});
