import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { PlanPeriod } from '../../../contract/constants/options';
import type { Database } from '../../platform/database/schema';

/** Of what the moments of a subscription depend: now, and the zone of the marketplace's calendar. */
export interface Calendar {
  now: Date;
  timeZone: string;
}

/** One period of plan `p`. */
const PERIOD = sql`make_interval(
  weeks => case p.period when 'weekly' then p.interval else 0 end,
  months => case p.period when 'monthly' then p.interval else 0 end,
  years => case p.period when 'annual' then p.interval else 0 end)`;
/** The fewest days that a period of plan `p` has: bounds how many are counted. */
const FEWEST_DAYS = sql`(p.interval * case p.period when 'weekly' then 7 when 'monthly' then 28 else 365 end)`;

/**
 * The first end of a period of plan `p` after now. Periods are counted from the beginning, not from the last charge: a late
 * charge moves nothing, and what began on the 31st is due on the 31st again after a February.
 */
const nextPeriod = (startsAt: RawBuilder<unknown>, { now, timeZone }: Calendar) => sql`(
  select min(ends.at) from generate_series(
    1, greatest(1, 3 + (extract(epoch from ${now}::timestamptz - ${startsAt}) / 86400 / ${FEWEST_DAYS})::int)) n
  cross join lateral (
    select (${startsAt} at time zone ${timeZone}::text + n * ${PERIOD}) at time zone ${timeZone}::text as at) ends
  where ends.at > ${now}::timestamptz)`;

/**
 * Begins a subscription that was paid for: it renews itself after one period. Nothing for a company that has one by now:
 * the money came late, and its credits are all that is left to give.
 */
export const startSubscription = async (
  trx: Transaction<Database>,
  ask: { organisationId: number; userId: number; planId: number; provider: PaymentProvider; token: string | null },
  calendar: Calendar,
): Promise<void> => {
  const startsAt = sql`${calendar.now}::timestamptz`;
  await sql`
    insert into subscriptions
      (organisation_id, user_id, plan_id, status, starts_at, next_attempt_at, created_at, provider, provider_token)
    select ${ask.organisationId}, ${ask.userId}, p.id, 'active', ${startsAt}, ${nextPeriod(startsAt, calendar)},
      ${startsAt}, ${ask.provider}, ${ask.token}
    from subscription_plans p where p.id = ${ask.planId}
    on conflict (user_id) where status <> 'ended' do nothing`.execute(trx);
};

/** A subscription with what a renewal of it costs and gives. */
export interface RenewableSubscription {
  id: number;
  organisationId: number;
  userId: number;
  status: string;
  period: PlanPeriod;
  jobCredits: number;
  priceMinor: number;
  currency: string;
  title: Record<'tr' | 'en' | 'es', string>;
  token: string | null;
  failedAttempts: number;
  /** Null once it was cancelled. */
  nextAttemptAt: Date | null;
}

/** Locks a subscription for its renewal. */
export const lockForRenewal = async (
  trx: Transaction<Database>,
  id: number,
): Promise<RenewableSubscription | undefined> => {
  const { rows } = await sql<RenewableSubscription>`
    select s.id, s.organisation_id as "organisationId", s.user_id as "userId", s.status, p.period,
      p.job_credits as "jobCredits", p.price_minor as "priceMinor", p.currency, p.product -> 'title' as title,
      s.provider_token as token, s.failed_attempts as "failedAttempts", s.next_attempt_at as "nextAttemptAt"
    from subscriptions s join subscription_plans p on p.id = s.plan_id where s.id = ${id} for update of s`.execute(trx);
  return rows[0];
};

/** Whether a renewal's charge is under way; asked under the subscription's lock, by a statement that began after it. */
export const isBeingCharged = async (trx: Transaction<Database>, id: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from payments where subscription_id = ${id} and state in ('started', 'charging', 'review')`.execute(trx);
  return rows.length > 0;
};

/**
 * Subscriptions whose charge is due, the longest due first, without those that were seen. Another provider's cannot be
 * charged by this one; one that no provider has a card of is any provider's, to end.
 */
export const listDue = async (
  db: Kysely<Database>,
  ask: { provider: PaymentProvider; now: Date; seen: readonly number[]; limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from subscriptions s
    where s.status <> 'ended' and s.next_attempt_at <= ${ask.now} and coalesce(s.provider, ${ask.provider}) = ${ask.provider}
      and s.id <> all(${[...ask.seen]}::bigint[])
      and not exists (select 1 from payments y
        where y.subscription_id = s.id and y.state in ('started', 'charging', 'review'))
    order by s.next_attempt_at, s.id limit ${ask.limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** It was charged: the next charge is due when the period ends. Cancelled meanwhile, it runs to the end that it has. */
export const renew = async (trx: Transaction<Database>, id: number, calendar: Calendar): Promise<void> => {
  await sql`
    update subscriptions s set status = 'active', failed_attempts = 0,
      next_attempt_at = case when s.ends_at is null then ${nextPeriod(sql`s.starts_at`, calendar)} end
    from subscription_plans p where p.id = s.plan_id and s.id = ${id} and s.status <> 'ended'`.execute(trx);
};

/** The end of the period that a charge under way pays for. */
export const endOfPaidPeriod = async (trx: Transaction<Database>, id: number, calendar: Calendar): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    select ${nextPeriod(sql`s.starts_at`, calendar)} as at
    from subscriptions s join subscription_plans p on p.id = s.plan_id where s.id = ${id}`.execute(trx);
  return rows[0]!.at;
};

/** A charge failed: it is tried again then. */
export const postpone = async (trx: Transaction<Database>, id: number, next: Date): Promise<void> => {
  await sql`
    update subscriptions set status = 'past_due', failed_attempts = failed_attempts + 1, next_attempt_at = ${next}
    where id = ${id}`.execute(trx);
};

/** A charge failed for the last time, or of a subscription that was cancelled meanwhile: it is over. */
export const endUnpaid = async (trx: Transaction<Database>, id: number, now: Date): Promise<void> => {
  await sql`
    update subscriptions set status = 'ended', failed_attempts = failed_attempts + 1, next_attempt_at = null,
      ends_at = least(ends_at, ${now}::timestamptz)
    where id = ${id}`.execute(trx);
};
