import { sql, type Transaction } from 'kysely';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Database } from '../../platform/database/schema';

/** One period of plan `p` after a moment, in the marketplace's calendar. */
const onePeriod = sql`make_interval(
  weeks => case p.period when 'weekly' then p.interval else 0 end,
  months => case p.period when 'monthly' then p.interval else 0 end,
  years => case p.period when 'annual' then p.interval else 0 end)`;

/** Begins a subscription that was paid for: it renews itself after one period. */
export const startSubscription = async (
  trx: Transaction<Database>,
  ask: {
    organisationId: number;
    userId: number;
    planId: number;
    provider: PaymentProvider;
    token: string | null;
    now: Date;
  },
): Promise<void> => {
  await sql`
    insert into subscriptions
      (organisation_id, user_id, plan_id, status, starts_at, next_attempt_at, created_at, provider, provider_token)
    select ${ask.organisationId}, ${ask.userId}, p.id, 'active', ${ask.now}, ${ask.now}::timestamptz + ${onePeriod},
      ${ask.now}, ${ask.provider}, ${ask.token}
    from subscription_plans p where p.id = ${ask.planId}`.execute(trx);
};

/** A subscription whose charge is due, held by its row lock. */
export interface DueSubscription {
  id: number;
  organisationId: number;
  userId: number;
  planId: number;
  jobCredits: number;
  priceMinor: number;
  currency: string;
  title: Record<'tr' | 'en' | 'es', string>;
  token: string | null;
  failedAttempts: number;
  nextAttemptAt: Date;
}

const DUE = sql`
  s.id, s.organisation_id as "organisationId", s.user_id as "userId", s.plan_id as "planId",
  p.job_credits as "jobCredits", p.price_minor as "priceMinor", p.currency, p.product -> 'title' as title,
  s.provider_token as token, s.failed_attempts as "failedAttempts", s.next_attempt_at as "nextAttemptAt"`;

/** Locks one whose charge is due and that nobody else is charging. */
export const lockDue = async (trx: Transaction<Database>, now: Date): Promise<DueSubscription | undefined> => {
  const { rows } = await sql<DueSubscription>`
    select ${DUE} from subscriptions s join subscription_plans p on p.id = s.plan_id
    where s.status <> 'ended' and s.next_attempt_at <= ${now}
      and not exists (select 1 from payments y
        where y.subscription_id = s.id and y.state in ('started', 'charging', 'review'))
    order by s.next_attempt_at, s.id limit 1 for update of s skip locked`.execute(trx);
  return rows[0];
};

/** Locks the subscription of a renewal that was charged. */
export const lockForRenewal = async (trx: Transaction<Database>, id: number): Promise<DueSubscription | undefined> => {
  const { rows } = await sql<DueSubscription>`
    select ${DUE} from subscriptions s join subscription_plans p on p.id = s.plan_id where s.id = ${id} for update of s`.execute(
    trx,
  );
  return rows[0];
};

/** The next period, counted from the day that was due: a late charge does not move the days. Cancelled meanwhile, it stays so. */
export const renew = async (trx: Transaction<Database>, id: number, now: Date): Promise<void> => {
  await sql`
    update subscriptions s set status = 'active', failed_attempts = 0,
      next_attempt_at = case when s.ends_at is null then
        (select greatest(s.next_attempt_at + ${onePeriod}, ${now}::timestamptz + interval '1 day')
         from subscription_plans p where p.id = s.plan_id) end
    where s.id = ${id} and s.status <> 'ended'`.execute(trx);
};

/** A charge failed: it is tried again then, or the subscription ends. */
export const postpone = async (trx: Transaction<Database>, id: number, next: Date | null, now: Date): Promise<void> => {
  await (
    next
      ? sql`update subscriptions set status = 'past_due', failed_attempts = failed_attempts + 1, next_attempt_at = ${next}
            where id = ${id} and next_attempt_at is not null`
      : sql`update subscriptions set status = 'ended', failed_attempts = failed_attempts + 1, next_attempt_at = null,
              ends_at = ${now} where id = ${id} and status <> 'ended'`
  ).execute(trx);
};
