import { sql } from 'kysely';
import { DAY, HOUR } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { renewDue } from '../../../server/modules/payment';
import { endSubscriptions } from '../../../server/modules/product';
import { createRandom } from '../../../server/seeds/insert';
import { newSeed } from '../../support/newSeed';
import { subscriber } from '../../support/subscriber';
import { testServer, type TestServer } from '../../support/testServer';

jest.setTimeout(300_000);

/** The last day of January, so that the days of renewal shift in short months. */
const START = new Date('2027-01-31T09:00:00.000Z');
const DAYS = 400;
const SEED = newSeed('YEAR_SEED');

type Step = 'fails' | 'pays' | 'cancel' | 'subscribe';
type Story = readonly (readonly [day: number, step: Step])[];

/** Events of each company by day. */
const STORIES = {
  // Fails once and recovers; fails to the end; starts again; is cancelled; starts again.
  weekly: [
    [20, 'fails'],
    [23, 'pays'],
    [100, 'fails'],
    [115, 'pays'],
    [120, 'subscribe'],
    [200, 'cancel'],
    [230, 'subscribe'],
  ],
  // Fails on 28 February; is cancelled before a retry; starts again; fails to the end.
  monthly: [
    [27, 'fails'],
    [30, 'pays'],
    [150, 'fails'],
    [152, 'cancel'],
    [160, 'subscribe'],
    [300, 'fails'],
  ],
  // Fails at its one renewal and pays at the last retry.
  annual: [
    [360, 'fails'],
    [370, 'pays'],
  ],
} as const satisfies Record<string, Story>;
const WHO = { weekly: 'other', monthly: 'company', annual: 'empty' } as const;

describe('a year of subscriptions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await sql`update subscriptions set status = 'ended', next_attempt_at = null`.execute(server.db);
  });
  afterAll(() => server.close());

  /** Returns where the ledger differs from the sandbox's book or a balance from its sum. */
  const disagreements = async () => {
    const { rows } = await sql<{ what: string }>`
      select 'charge ' || coalesce(y.id, c.id) || ' ' || coalesce(y.state, '-') || ' ' || coalesce(c.state, '-') as what
      from (select * from payments where state = 'succeeded') y
      full join (select * from sandbox_charges where state = 'charged') c on c.id = y.id
      where y.id is null or c.id is null or y.amount_minor <> c.amount_minor or y.currency <> c.currency
      union all
      select 'credits of ' || coalesce(y.id, l.payment_id)
      from (select * from payments where state = 'succeeded') y
      full join (select * from credit_ledger where payment_id is not null) l on l.payment_id = y.id
      where l.amount is distinct from (y.grants ->> 'jobCredits')::int
      union all
      select 'balance of ' || u.email from users u
      left join (select user_id, sum(amount) as sum from credit_ledger group by 1) l on l.user_id = u.id
      where u.job_creation_balance <> coalesce(l.sum, 0)`.execute(server.db);
    return rows.map(({ what }) => what);
  };

  interface Look {
    email: string;
    status: string;
    next: Date | null;
    endsAt: Date | null;
    balance: number;
    /** Number of mails without receipts. */
    mails: number;
    receipts: number;
    /** States of the renewal payments, oldest first. */
    charges: string[];
  }
  const look = async (): Promise<Map<string, Look>> => {
    const { rows } = await sql<Look>`
      select u.email, s.status, s.next_attempt_at as next, s.ends_at as "endsAt", u.job_creation_balance as balance,
        (select count(*)::int from outgoing_messages m where m.channel = 'mail' and m.recipient = u.email
          and m.subject not like 'Ödeme makbuzu%') as mails,
        (select count(*)::int from outgoing_messages m where m.channel = 'mail' and m.recipient = u.email
          and m.subject like 'Ödeme makbuzu%') as receipts,
        (select coalesce(json_agg(y.state order by y.created_at, y.id), '[]') from payments y
          where y.user_id = u.id and y.subscription_id is not null) as charges
      from users u cross join lateral (
        select * from subscriptions where user_id = u.id order by starts_at desc, id desc limit 1) s`.execute(
      server.db,
    );
    return new Map(rows.map((row) => [row.email, row]));
  };

  it(`charges when it is due, never before, and gives credits for each charge alone (seed ${SEED})`, async () => {
    const random = createRandom(SEED);
    const companies = (['weekly', 'monthly', 'annual'] as const).map((period) => ({
      period,
      story: [...STORIES[period]] as [number, Step][],
      card: 'sandbox-success',
      ...subscriber(server, WHO[period]),
    }));
    type Company = (typeof companies)[number];
    const play: Record<Step, (one: Company) => Promise<unknown>> = {
      fails: async (one) => one.setCard((one.card = `sandbox-${ERROR_KEYS.cardDeclined}`)),
      pays: async (one) => one.setCard((one.card = 'sandbox-success')),
      cancel: (one) => one.cancel(),
      subscribe: async (one) => {
        // The subscription keeps a card that pays, which later charges use.
        one.card = 'sandbox-success';
        await one.subscribe(one.period);
      },
    };
    server.clock.set(START);
    for (const one of companies) await one.subscribe(one.period);
    const warned = { weekly: 0, monthly: 0, annual: 0 };
    const ended = { weekly: 0, monthly: 0, annual: 0 };

    for (let hours = 0; hours < DAYS * 24; hours += random.int(1, 12)) {
      server.clock.set(new Date(START.getTime() + hours * HOUR));
      const now = server.clock.now();
      for (const one of companies)
        while (one.story[0] && one.story[0][0] * DAY <= hours * HOUR) await play[one.story.shift()![1]](one);
      const before = await look();
      await Promise.all([renewDue(server.deps), renewDue(server.deps)]);
      await endSubscriptions(server.deps);
      const after = await look();

      let charged = false;
      for (const { email, period, card } of companies) {
        const [was, is] = [before.get(email)!, after.get(email)!];
        const isDue = was.next !== null && was.next <= now;
        const outcome = card === 'sandbox-success' ? 'succeeded' : 'failed';
        const expected = {
          charges: isDue ? [outcome] : [],
          gains: isDue && outcome === 'succeeded',
          // It was renewed, failed or ended.
          mails: isDue ? 1 : 0,
          receipts: isDue && outcome === 'succeeded' ? 1 : 0,
        };
        const found = {
          charges: is.charges.slice(was.charges.length),
          gains: is.balance > was.balance,
          mails: is.mails - was.mails,
          receipts: is.receipts - was.receipts,
        };
        expect([period, hours, found]).toEqual([period, hours, expected]);
        if (is.next !== null) expect(is.next > now).toBe(true);
        if (isDue && outcome === 'succeeded') expect(is.status).toBe('active');
        if (is.endsAt !== null) expect(is.status === 'ended').toBe(is.endsAt <= now);
        if (isDue && outcome === 'failed') (is.status === 'ended' ? ended : warned)[period] += 1;
        charged ||= isDue;
      }
      if (charged) expect(await disagreements()).toEqual([]);
    }
    expect(await disagreements()).toEqual([]);
    // A run without failures would prove nothing.
    expect(ended).toEqual({ weekly: 1, monthly: 1, annual: 0 });
    expect(warned.weekly).toBeGreaterThan(3);
    expect(warned.monthly).toBeGreaterThan(3);
    expect(warned.annual).toBeGreaterThan(0);
    const all = await look();
    const paid = all.get('other@demo.test')!.charges.filter((state) => state === 'succeeded');
    expect(paid.length).toBeGreaterThan(40);
    expect(all.get('empty@demo.test')!.status).toBe('active');
  });
});
