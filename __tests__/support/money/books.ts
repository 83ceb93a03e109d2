import type { Pool } from 'pg';
import { cannotSucceed, type Plan } from './plan';
import type { BuyerReport } from './buyer';

interface PaymentRow {
  id: string;
  state: string;
  amountMinor: number;
  planId: number | null;
  basketId: string;
  basketStatus: string;
  /** The basket's price by the catalogue at the time of the payment, and its credits. */
  priceMinor: number;
  credits: number;
  /** The state in the provider's own book; null when the provider never received the payment. */
  chargeState: string | null;
  chargedMinor: number | null;
  /** The number of the payment's rows in the ledger. */
  rows: number;
  granted: number;
}

interface Account {
  run: number;
  balance: number;
  ledger: number;
  /** The number of rows without a payment. */
  strays: number;
  subscriptions: number;
  isOpen: boolean;
  payments: PaymentRow[];
}

const ACCOUNTS = `
  with priced as (
    select b.id as basket_id, y.id as payment_id,
      sum(i.quantity * case when p.id is null then s.price_minor
        when p.rule_price_ends_at > y.created_at then p.rule_price_minor else p.price_minor end)::float8 as price,
      sum(i.quantity * coalesce(p.job_credits, s.job_credits))::int as credits
    from payments y join baskets b on b.id = y.basket_id left join basket_items i on i.basket_id = b.id
    left join products p on p.id = i.product_id left join subscription_plans s on s.id = i.plan_id
    group by b.id, y.id
  )
  select substring(u.email from '\\d+')::int as run, u.job_creation_balance as balance,
    (select coalesce(sum(l.amount), 0)::int from credit_ledger l where l.user_id = u.id) as ledger,
    (select count(*)::int from credit_ledger l where l.user_id = u.id and l.payment_id is null) as strays,
    (select count(*)::int from subscriptions t where t.user_id = u.id) as subscriptions,
    exists (select 1 from baskets b where b.user_id = u.id and b.status = 'paying') as "isOpen",
    (select coalesce(json_agg(json_build_object('id', y.id, 'state', y.state, 'amountMinor', y.amount_minor,
      'planId', y.grants -> 'planId', 'basketId', y.basket_id, 'basketStatus', b.status, 'priceMinor', d.price,
      'credits', d.credits, 'chargeState', c.state, 'chargedMinor', c.amount_minor,
      'rows', (select count(*) from credit_ledger l where l.payment_id = y.id),
      'granted', (select coalesce(sum(l.amount), 0) from credit_ledger l where l.payment_id = y.id))), '[]')
      from payments y join baskets b on b.id = y.basket_id join priced d on d.payment_id = y.id
      left join sandbox_charges c on c.id = y.id where y.user_id = u.id) as payments
  from users u where u.email like 'buyer-%' order by run`;

/** Whether the provider has the money. It takes a payment in review before the end of a run. */
const hasCharge = ({ chargeState }: PaymentRow): boolean => chargeState === 'charged' || chargeState === 'review';

const problemsOfPayment = (payment: PaymentRow): string[] => {
  const { state, rows, granted, credits, amountMinor, chargedMinor, priceMinor, basketStatus } = payment;
  const taken = hasCharge(payment);
  const given = rows > 0;
  return [
    taken !== (state === 'succeeded') && `charge ${payment.chargeState}, payment ${state}`,
    taken && credits > 0 && !given && 'charged without credits',
    given && !taken && 'credits without a charge',
    rows > 1 && 'credits given twice',
    given && granted !== credits && `${granted} credits for ${credits}`,
    taken &&
      (chargedMinor !== amountMinor || amountMinor !== priceMinor) &&
      `charged ${chargedMinor}, noted ${amountMinor}, price ${priceMinor}`,
    taken && basketStatus !== 'paid' && `charged, basket ${basketStatus}`,
    !['succeeded', 'failed'].includes(state) && `left ${state}`,
  ].filter((one) => one !== false);
};

const problemsOfAccount = (account: Account, plan: Plan, reports: BuyerReport | undefined): string[] => {
  const { payments, balance, ledger, strays, subscriptions, isOpen } = account;
  const taken = payments.filter(hasCharge);
  const planned = taken.filter(({ planId }) => planId !== null).length;
  const paidBaskets = new Set(taken.map(({ basketId }) => basketId));
  return [
    ...payments.flatMap((payment) => problemsOfPayment(payment).map((problem) => `payment ${payment.id}: ${problem}`)),
    balance !== ledger && `balance ${balance}, ledger ${ledger}`,
    strays > 0 && `${strays} rows of the ledger without a payment`,
    subscriptions !== planned && `${subscriptions} subscriptions, ${planned} paid`,
    isOpen && 'a basket waits for a payment',
    taken.length > paidBaskets.size && 'a basket was charged twice',
    taken.length > 0 && cannotSucceed(plan) && 'charged although every card was refused and every challenge cancelled',
    ...[...(reports?.paid ?? [])].map((id) => !paidBaskets.has(id) && `basket ${id} was said to be paid`),
    ...(reports?.faults ?? []),
  ].filter((one) => one !== false);
};

export interface Balance {
  runs: number;
  paid: number;
  problems: string[];
}

/** Compares the ledger with the provider's own book for each company. */
export const compareBooks = async (
  pool: Pool,
  planOf: (run: number) => Plan,
  reports: readonly BuyerReport[],
): Promise<Balance> => {
  const { rows } = await pool.query<Account>(ACCOUNTS);
  const byRun = new Map(reports.map((one) => [one.run, one]));
  const orphans = await pool.query<{ n: number }>(
    `select count(*)::int as n from sandbox_charges c where state in ('charged', 'review')
       and not exists (select 1 from payments y where y.id = c.id)`,
  );
  const problems = rows.flatMap((account) =>
    problemsOfAccount(account, planOf(account.run), byRun.get(account.run)).map((one) => `run ${account.run}: ${one}`),
  );
  if (orphans.rows[0]!.n > 0) problems.push(`${orphans.rows[0]!.n} charges that nobody knows of`);
  return { runs: rows.length, paid: rows.filter(({ payments }) => payments.some(hasCharge)).length, problems };
};
