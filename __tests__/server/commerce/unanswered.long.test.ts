import { sql } from 'kysely';
import { DAY, MINUTE } from '../../../contract/constants/time';
import { findUnanswered, renewDue, settleManually } from '../../../server/modules/payment';
import { subscriber } from '../../support/subscriber';
import { testServer, type TestServer } from '../../support/testServer';

const START = new Date('2027-01-31T09:00:00.000Z');
const DUE = START.getTime() + 7 * DAY;

describe('a renewal charge without an answer', () => {
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
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.close();
  });

  const run = async (minutes: number) => {
    server.clock.set(new Date(DUE + minutes * MINUTE));
    await renewDue(server.deps);
  };
  /** Makes the next charge fail before the provider receives it. */
  const loseRequest = () => charge.mockImplementationOnce(() => Promise.reject(new Error('the line broke')));
  const loseIt = async () => {
    loseRequest();
    await run(0);
    const [unanswered] = await server.db.selectFrom('payments').select('id').where('state', '=', 'charging').execute();
    return unanswered!.id;
  };
  const knowsNoIdempotency = () => jest.replaceProperty(server.deps.payments, 'repeatsSafelyMs', 0);
  const waiting = async (queue: string) => {
    const { body } = await server.app.inject('/metrics');
    return ['waiting', 'oldest_seconds'].map((name) =>
      Number(new RegExp(`queue_${name}\\{queue="${queue}"\\} (\\d+)`).exec(body)![1]),
    );
  };

  it('is only looked up, for any length of time, where a repeat would charge twice', async () => {
    knowsNoIdempotency();
    const paymentId = await loseIt();
    for (const minutes of [2, 5, 60, 24 * 60, 8 * 24 * 60]) await run(minutes);
    expect(charge).toHaveBeenCalledTimes(1);
    expect(await company.charges()).toEqual(['charging']);
    expect(await findUnanswered(server.deps)).toEqual([
      { paymentId, subscriptionId: (await company.current()).id, sentAt: new Date(DUE) },
    ]);
  });

  it('is repeated while the provider recognises the order and charges it once', async () => {
    await loseIt();
    loseRequest();
    await run(2);
    expect(charge).toHaveBeenCalledTimes(2);
    await run(24 * 60 + 1);
    expect(charge).toHaveBeenCalledTimes(2);
    expect(await company.charges()).toEqual(['charging']);
  });

  it('appears in the log and the metrics after ten minutes, apart from charges that wait briefly', async () => {
    knowsNoIdempotency();
    await loseIt();
    server.clock.set(new Date(DUE + 9 * MINUTE));
    expect(await findUnanswered(server.deps)).toEqual([]);
    server.clock.set(new Date(DUE + 15 * MINUTE));
    expect(await findUnanswered(server.deps)).toHaveLength(1);
    expect(await waiting('unanswered_renewals')).toEqual([1, 900]);
    expect(await waiting('payments')).toEqual([0, 0]);
    expect(await waiting('renewals')).toEqual([0, 0]);
  });

  it('is not sent while the provider cannot be asked first, and counts as a late renewal', async () => {
    const ask = jest.spyOn(server.deps.payments, 'findCharge').mockRejectedValue(new Error('away'));
    server.clock.set(new Date(DUE + 5 * MINUTE));
    await expect(renewDue(server.deps)).rejects.toThrow('away');
    expect(charge).not.toHaveBeenCalled();
    expect(await waiting('renewals')).toEqual([1, 300]);
    ask.mockRestore();
    await run(6);
    expect(await company.charges()).toEqual(['succeeded']);
  });

  it.each([
    [true, 'succeeded', 'active', 1],
    [false, 'failed', 'past_due', 0],
  ])(
    'can be settled by an operator (taken: %s) once, after the bank’s longest delay',
    async (wasTaken, state, status, gains) => {
      knowsNoIdempotency();
      const paymentId = await loseIt();
      const before = await company.balance();
      const decide = (id = paymentId) => settleManually(server.deps, { paymentId: id, wasTaken });
      server.clock.set(new Date(DUE + 29 * MINUTE));
      expect(await decide()).toBe('too_recent');
      server.clock.set(new Date(DUE + 30 * MINUTE));
      expect(await decide('0'.repeat(32))).toBe('unknown');
      expect((await Promise.all([decide(), decide()])).sort()).toEqual(['already_settled', 'settled']);
      expect(await company.charges()).toEqual([state]);
      expect((await company.current()).status).toBe(status);
      expect((await company.balance()) - before).toBe(gains);
      const { rows } = await sql<{ actor: string }>`
      select actor from audit_log where action = 'subscription.charge_settled'`.execute(server.db);
      expect(rows).toEqual([{ actor: 'operator' }]);
    },
  );

  it('is found at the provider by its id when a restored store lacks it', async () => {
    await run(0);
    const [paid] = await server.db.selectFrom('payments').selectAll().where('subscriptionId', 'is not', null).execute();
    const client = await server.pool.connect();
    // The store as it was before the charge.
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query('delete from credit_ledger where payment_id = $1', [paid!.id]);
    await client.query('delete from payments where id = $1', [paid!.id]);
    await client.query(
      "update users set job_creation_balance = job_creation_balance - 1 where email = 'company@demo.test'",
    );
    await client.query('update subscriptions set next_attempt_at = $1, unpaid_since = null where status <> $2', [
      new Date(DUE),
      'ended',
    ]);
    await client.query('commit');
    client.release();
    const before = await company.balance();
    await run(120);
    expect(charge).toHaveBeenCalledTimes(1);
    expect(await company.charges()).toEqual(['succeeded']);
    expect((await company.balance()) - before).toBe(1);
    const { rows } = await sql<{ id: string }>`select id from payments where subscription_id is not null`.execute(
      server.db,
    );
    expect(rows).toEqual([{ id: paid!.id }]);
  });
});
