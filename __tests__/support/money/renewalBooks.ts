import type { World } from './renewalWorld';
import type { BankCharge } from './slowBank';

interface Row {
  userId: number;
  startsAt: Date;
  period: string;
  balance: number;
  ledger: number;
  isLive: boolean;
  nextAttemptAt: Date | null;
  open: string[];
  payments: { id: string; state: string; amountMinor: number; rows: number; granted: number; credits: number }[];
}

const ROWS = `
  select s.user_id as "userId", s.starts_at as "startsAt", p.period, u.job_creation_balance as balance,
    s.status <> 'ended' as "isLive", s.next_attempt_at as "nextAttemptAt",
    (select coalesce(sum(amount), 0)::int from credit_ledger l where l.user_id = u.id) as ledger,
    (select coalesce(json_agg(y.id), '[]') from payments y where y.user_id = u.id and y.state not in ('succeeded', 'failed')) as open,
    (select coalesce(json_agg(json_build_object('id', y.id, 'state', y.state, 'amountMinor', y.amount_minor,
       'credits', (y.grants ->> 'jobCredits')::int,
       'rows', (select count(*) from credit_ledger l where l.payment_id = y.id),
       'granted', (select coalesce(sum(amount), 0) from credit_ledger l where l.payment_id = y.id))), '[]')
     from payments y where y.user_id = u.id) as payments
  from subscriptions s join users u on u.id = s.user_id join subscription_plans p on p.id = s.plan_id
  where s.user_id = any($1)`;

/** Returns how many periods had begun when the bank received the request. Istanbul has no summer time. */
const periodOf = ({ startsAt, period }: Row, at: number): number => {
  if (period === 'weekly') return Math.floor((at - startsAt.getTime()) / (7 * 86_400_000));
  let count = 0;
  for (const next = new Date(startsAt); next.getTime() <= at; count += 1)
    next.setTime(new Date(startsAt).setUTCMonth(startsAt.getUTCMonth() + count + 1));
  return count - 1;
};

const problemsOfCompany = (row: Row, taken: readonly BankCharge[], now: number): string[] => {
  const payments = new Map(row.payments.map((one) => [one.id, one]));
  const orders = taken.map(({ orderId }) => orderId);
  const periods = taken.map(({ sentAt }) => periodOf(row, sentAt));
  return [
    new Set(orders).size < orders.length && 'one order was charged twice',
    new Set(periods).size < periods.length && `one period was charged twice (${periods.join(', ')})`,
    ...taken.map(({ orderId, amountMinor, fate }) => {
      const payment = payments.get(orderId);
      if (payment?.state !== 'succeeded') return `charge ${orderId} (${fate}): payment ${payment?.state ?? 'unknown'}`;
      if (payment.amountMinor !== amountMinor) return `charge ${orderId}: another amount`;
      return (
        (payment.rows !== 1 || payment.granted !== payment.credits) && `charge ${orderId}: credits ${payment.granted}`
      );
    }),
    ...row.payments.map(({ id, rows }) => rows > 0 && !orders.includes(id) && `payment ${id}: credits without money`),
    row.balance !== row.ledger && `balance ${row.balance}, ledger ${row.ledger}`,
    row.open.length > 0 && `left open: ${row.open.join(', ')}`,
    row.isLive && row.nextAttemptAt !== null && row.nextAttemptAt.getTime() <= now && 'due and not renewed',
  ].filter((one) => one !== false);
};

/** Compares the store with the bank's own book and lists the differences by company seed. */
export const problemsOf = async ({ server, bank, companies }: World): Promise<string[]> => {
  const now = server.clock.now().getTime();
  const { rows } = await server.pool.query<Row>(ROWS, [companies.map(({ userId }) => userId)]);
  return companies.flatMap(({ seed, userId }) => {
    const taken = bank.charges.filter((one) => one.userId === userId && one.takenAt !== null && one.takenAt <= now);
    const row = rows.find((one) => one.userId === userId);
    return row ? problemsOfCompany(row, taken, now).map((one) => `seed ${seed}: ${one}`) : [`seed ${seed}: gone`];
  });
};
