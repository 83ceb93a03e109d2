import { sql, type RawBuilder } from 'kysely';
import type { PaymentProvider } from '../../../contract/constants/payment';
import { firstRow, hasRow, idsOf, onlyValue, run, rowsOf } from '../../platform/database/query';
import type { Db, Row, Trx } from '../../platform/database/schema';
import { LIVE_RENEWAL_STATES, stateList } from '../../platform/ports/payments';
import type { RenewableSubscription, Terms } from './index';
import type { Language } from '../../../contract/constants/options';

/** The current time, and the time zone in which billing periods are counted. */
export interface Calendar {
  now: Date;
  timeZone: string;
}

/** Columns of `subscriptions s` and `subscription_plans p` for a `RenewableSubscription`. */
const RENEWABLE = sql`
  s.id, s.organisation_id, s.user_id, s.status, p.period, p.product -> 'title' as title, s.price_minor, s.currency,
  s.job_credits, s.provider, s.provider_token as token, s.failed_attempts, s.starts_at, s.next_attempt_at, s.ends_at,
  s.next_price_minor, s.next_currency, s.next_job_credits, s.next_terms_from`;

type RenewableRow = Omit<RenewableSubscription, 'nextTerms'> & {
  nextPriceMinor: number | null;
  nextCurrency: string | null;
  nextJobCredits: number | null;
  nextTermsFrom: Date | null;
};

const renewableOf = (row: RenewableRow): RenewableSubscription => {
  const { nextPriceMinor, nextCurrency, nextJobCredits, nextTermsFrom: from, ...rest } = row;
  const isWhole = nextPriceMinor !== null && nextCurrency !== null && nextJobCredits !== null && from !== null;
  const nextTerms = isWhole
    ? { priceMinor: nextPriceMinor, currency: nextCurrency, jobCredits: nextJobCredits, from }
    : null;
  return { ...rest, nextTerms };
};

const PERIOD = sql`make_interval(
  weeks => case p.period when 'weekly' then p.interval else 0 end,
  months => case p.period when 'monthly' then p.interval else 0 end,
  years => case p.period when 'annual' then p.interval else 0 end)`;
/** The shortest possible period of plan `p` in days. It limits how many periods the query generates. */
const FEWEST_DAYS = sql`(p.interval * case p.period when 'weekly' then 7 when 'monthly' then 28 else 365 end)`;

/**
 * Computes the first period end after `now`. Periods count from the start of the subscription and not from the last
 * charge, so a late charge moves no later date, and a start on the 31st renews on the 31st again after a February.
 */
const nextPeriod = (startsAt: RawBuilder<unknown>, { now, timeZone }: Calendar) => sql`(
  select min(ends.at) from generate_series(
    1, greatest(1, 3 + (extract(epoch from ${now}::timestamptz - ${startsAt}) / 86400 / ${FEWEST_DAYS})::int)) n
  cross join lateral (
    select (${startsAt} at time zone ${timeZone}::text + n * ${PERIOD}) at time zone ${timeZone}::text as at) ends
  where ends.at > ${now}::timestamptz)`;

/**
 * Starts a paid subscription on the paid terms; it renews after one period. Returns its id, or null when the company
 * already has a live subscription: the payment arrived late and brings only its credits.
 */
export const startSubscription = async (
  trx: Trx,
  options: {
    organisationId: number;
    userId: number;
    planId: number;
    provider: PaymentProvider;
    token: string | null;
    terms: Terms;
  },
  calendar: Calendar,
): Promise<number | null> => {
  const startsAt = sql`${calendar.now}::timestamptz`;
  const { priceMinor, currency, jobCredits } = options.terms;
  return (
    (
      await firstRow(trx)<{ id: number }>`
    insert into subscriptions
      (organisation_id, user_id, plan_id, status, starts_at, next_attempt_at, created_at, provider, provider_token,
       price_minor, currency, job_credits)
    select ${options.organisationId}, ${options.userId}, p.id, 'active', ${startsAt}, ${nextPeriod(startsAt, calendar)},
      ${startsAt}, ${options.provider}, ${options.token}, ${priceMinor}, ${currency}, ${jobCredits}
    from subscription_plans p where p.id = ${options.planId}
    on conflict (user_id) where status <> 'ended' do nothing returning id`
    )?.id ?? null
  );
};

const findOne = async (db: Db, id: number, how: RawBuilder<unknown>) => {
  const row = await firstRow(db)<RenewableRow>`
    select ${RENEWABLE} from subscriptions s join subscription_plans p on p.id = s.plan_id
    where s.id = ${id} ${how}`;
  return row && renewableOf(row);
};

export const findRenewable = (db: Db, id: number): Promise<RenewableSubscription | undefined> => findOne(db, id, sql``);

export const lockForRenewal = (trx: Trx, id: number): Promise<RenewableSubscription | undefined> =>
  findOne(trx, id, sql`for update of s`);

/**
 * Returns the start of every period from the first unpaid one to the current one, or to the one in which the
 * subscription was cancelled; oldest first.
 */
export const listDuePeriods = async (db: Db, id: number, { now, timeZone }: Calendar): Promise<Date[]> => {
  const at = (n: RawBuilder<unknown>) =>
    sql`(s.starts_at at time zone ${timeZone}::text + ${n} * ${PERIOD}) at time zone ${timeZone}::text`;
  return (
    await rowsOf(db)<{ at: Date }>`
    select begun.at from subscriptions s join subscription_plans p on p.id = s.plan_id
    cross join generate_series(
      0, 3 + (greatest(0, extract(epoch from ${now}::timestamptz - s.starts_at)) / 86400 / ${FEWEST_DAYS})::int) n
    cross join lateral (select ${at(sql`n`)} as at, ${at(sql`(n + 1)`)} as over) begun
    where s.id = ${id} and begun.at <= ${now}::timestamptz and begun.over > coalesce(s.unpaid_since, s.next_attempt_at)
      and begun.at < coalesce(s.ends_at, 'infinity')
    order by begun.at`
  ).map((row) => row.at);
};

/** Makes the announced terms the current ones. */
export const applyNextTerms = (trx: Trx, id: number): Promise<void> => run(trx)`
    update subscriptions set price_minor = next_price_minor, currency = next_currency, job_credits = next_job_credits,
      next_price_minor = null, next_currency = null, next_job_credits = null, next_terms_from = null
    where id = ${id} and next_terms_from is not null`;

/**
 * Whether a charge of the subscription is under way. Call it under the subscription's lock and in a new statement, so
 * that it sees the latest commits.
 */
export const isBeingCharged = (trx: Trx, id: number): Promise<boolean> => hasRow(trx)`
    select 1 from payments where subscription_id = ${id} and state in (${stateList(LIVE_RENEWAL_STATES)})`;

/**
 * Returns due subscriptions, longest overdue first, without those in `seen`. A provider cannot charge another
 * provider's subscription. One without a stored card matches every provider, so that any of them ends it.
 */
export const listDue = (
  db: Db,
  options: { provider: PaymentProvider; now: Date; seen: readonly number[]; limit: number },
): Promise<number[]> => idsOf(db)`
    select s.id from subscriptions s
    where s.status <> 'ended' and s.next_attempt_at <= ${options.now} and coalesce(s.provider, ${options.provider}) = ${options.provider}
      and s.id <> all(${[...options.seen]}::bigint[])
      and not exists (select 1 from payments y
        where y.subscription_id = s.id and y.state in (${stateList(LIVE_RENEWAL_STATES)}))
    order by s.next_attempt_at, s.id limit ${options.limit}`;

/**
 * Returns subscriptions that no longer renew, ended ones included, and still have unpaid periods to check with the
 * provider. It skips those with a charge under way.
 */
export const listStopped: typeof listDue = (db, { provider, now, seen, limit }) => idsOf(db)`
    select s.id from subscriptions s
    where s.next_attempt_at is null and s.unpaid_since < least(s.ends_at, ${now}) and s.provider = ${provider}
      and s.id <> all(${[...seen]}::bigint[])
      and not exists (select 1 from payments y
        where y.subscription_id = s.id and y.state in (${stateList(LIVE_RENEWAL_STATES)}))
    order by s.unpaid_since, s.id limit ${limit}`;

/** Records that the provider knows no further charges of a subscription that no longer renews. */
export const markChecked = (db: Db, id: number): Promise<void> => run(db)`
    update subscriptions set unpaid_since = null, next_price_minor = null, next_currency = null, next_job_credits = null,
      next_terms_from = null
    where id = ${id} and next_attempt_at is null`;

/**
 * Marks the period at `calendar.now` as paid and schedules the next charge at its end. A subscription that was
 * cancelled meanwhile runs at least to that end. A late answer never moves a date back.
 */
export const renew = (trx: Trx, id: number, calendar: Calendar): Promise<void> => run(trx)`
    with paid as (
      select s.id, ${nextPeriod(sql`s.starts_at`, calendar)} as over
      from subscriptions s join subscription_plans p on p.id = s.plan_id where s.id = ${id} and s.status <> 'ended')
    update subscriptions s set status = 'active', failed_attempts = 0, unpaid_since = greatest(s.unpaid_since, paid.over),
      next_attempt_at = case when s.ends_at is null then greatest(s.next_attempt_at, paid.over) end,
      ends_at = case when s.ends_at is not null then greatest(s.ends_at, paid.over) end
    from paid where s.id = paid.id`;

/** Returns the end of the period that a charge under way pays for. */
export const endOfPaidPeriod = (trx: Trx, id: number, calendar: Calendar): Promise<Date> =>
  onlyValue(trx)`
    select ${nextPeriod(sql`s.starts_at`, calendar)} as at
    from subscriptions s join subscription_plans p on p.id = s.plan_id where s.id = ${id}`;

/** Counts a failed charge and schedules the next attempt. */
export const postpone = (trx: Trx, id: number, next: Date): Promise<void> => run(trx)`
    update subscriptions set status = 'past_due', failed_attempts = failed_attempts + 1, next_attempt_at = ${next},
      unpaid_since = coalesce(unpaid_since, next_attempt_at)
    where id = ${id}`;

/** Ends a subscription after its last failed charge, or after a failed charge when it was cancelled meanwhile. */
export const endUnpaid = (trx: Trx, id: number, now: Date): Promise<void> => run(trx)`
    update subscriptions set status = 'ended', failed_attempts = failed_attempts + 1, next_attempt_at = null,
      ends_at = least(ends_at, ${now}::timestamptz)
    where id = ${id}`;

type Texts = Record<Language, string>;

/** The texts of a product or plan in every language. */
export interface ProductTexts {
  title: Texts;
  features: { description: Texts; preview: boolean; order: number; icon: string | null }[];
}

export interface PlanRecord extends Row<
  'subscriptionPlans',
  'id' | 'interval' | 'period' | 'priceMinor' | 'currency' | 'isPurchasable' | 'isUpgradeable'
> {
  product: ProductTexts;
}

export interface SubscriptionRecord extends Row<
  'subscriptions',
  'id' | 'planId' | 'status' | 'startsAt' | 'nextAttemptAt' | 'endsAt'
> {
  /** With the price that this subscription pays, even when the plan now costs something else. */
  plan: PlanRecord;
  /** The announced price and credits, and the renewal from which they apply. */
  nextPrice: { priceMinor: number; currency: string; jobCredits: number; from: Date } | null;
}

type LockedSubscription = Pick<SubscriptionRecord, 'id' | 'status' | 'nextAttemptAt' | 'endsAt'>;

const PLAN_FACTS = sql`
  p.id, p.interval, p.period, p.is_purchasable, p.is_upgradeable, p.product`;
const PLAN = sql`${PLAN_FACTS}, p.price_minor, p.currency`;

/** Returns the plans on sale, in catalogue order. */
export const listPlans = (db: Db): Promise<PlanRecord[]> => rowsOf(db)`
    select ${PLAN} from subscription_plans p where p.is_purchasable order by p.sort_order, p.id`;

/** Returns a plan on sale with its credits per period. */
export const findPlan = (db: Db, id: number): Promise<(PlanRecord & { jobCredits: number }) | undefined> => firstRow(
  db,
)<PlanRecord & { jobCredits: number }>`
    select ${PLAN}, p.job_credits from subscription_plans p
    where p.id = ${id} and p.is_purchasable`;

export const hasLiveSubscription = (db: Db, owner: { id: number; organisationId: number }): Promise<boolean> => hasRow(
  db,
)`
    select 1 from subscriptions
    where user_id = ${owner.id} and organisation_id = ${owner.organisationId} and status <> 'ended'`;

type FlatRow = Omit<SubscriptionRecord, 'plan' | 'id' | 'nextPrice'> &
  Omit<PlanRecord, 'id'> & {
    subscriptionId: number;
    nextPriceMinor: number | null;
    nextCurrency: string | null;
    nextJobCredits: number | null;
    nextFrom: Date | null;
  };

const nextPriceOf = (row: FlatRow): SubscriptionRecord['nextPrice'] => {
  const { nextPriceMinor: priceMinor, nextCurrency: currency, nextJobCredits: jobCredits, nextFrom: from } = row;
  const isWhole = priceMinor !== null && currency !== null && jobCredits !== null && from !== null;
  return isWhole ? { priceMinor, currency, jobCredits, from } : null;
};

/** Returns a company's subscriptions with their plans, oldest first. */
export const listSubscriptions = async (
  db: Db,
  owner: { id: number; organisationId: number },
): Promise<SubscriptionRecord[]> =>
  (
    await rowsOf(db)<FlatRow>`
    select s.id as subscription_id, s.plan_id, s.status, s.starts_at, s.next_attempt_at, s.ends_at, ${PLAN_FACTS},
      s.price_minor, s.currency, s.next_price_minor, s.next_currency, s.next_job_credits, s.next_terms_from as next_from
    from subscriptions s join subscription_plans p on p.id = s.plan_id
    where s.user_id = ${owner.id} and s.organisation_id = ${owner.organisationId}
    order by s.starts_at, s.id`
  ).map((row) => {
    const { subscriptionId: id, planId, status, startsAt, nextAttemptAt, endsAt } = row;
    const { interval, period, priceMinor, currency, isPurchasable, isUpgradeable, product } = row;
    const plan = { id: planId, interval, period, priceMinor, currency, isPurchasable, isUpgradeable, product };
    return { id, planId, status, startsAt, nextAttemptAt, endsAt, plan, nextPrice: nextPriceOf(row) };
  });

const locked = sql`id, status, next_attempt_at, ends_at`;

export const lockSubscription = (
  trx: Trx,
  owner: { id: number; organisationId: number },
  id: number,
): Promise<LockedSubscription | undefined> => firstRow(trx)`
    select ${locked} from subscriptions
    where id = ${id} and user_id = ${owner.id} and organisation_id = ${owner.organisationId} for update`;

/**
 * Stops the renewal and lets the subscription run to `endsAt`. It drops announced terms that would apply later.
 * `unpaid_since` keeps the first unpaid period, because after a restore from a backup the provider may already have
 * charged it.
 */
export const stopRenewal = async (trx: Trx, id: number, endsAt: Date): Promise<void> => {
  await run(trx)`
    update subscriptions set next_attempt_at = null, ends_at = ${endsAt}, unpaid_since = coalesce(unpaid_since, next_attempt_at)
    where id = ${id}`;
  await run(trx)`
    update subscriptions set next_price_minor = null, next_currency = null, next_job_credits = null, next_terms_from = null
    where id = ${id} and next_terms_from >= ends_at`;
};

/** Marks subscriptions past their end as ended and returns them. It skips those that another process has locked. */
export const endDue = (trx: Trx, now: Date, limit: number): Promise<{ id: number; organisationId: number }[]> => rowsOf(
  trx,
)`
    update subscriptions set status = 'ended'
    where id in (
      select id from subscriptions where status <> 'ended' and ends_at <= ${now}
      order by ends_at, id limit ${limit} for update skip locked
    )
    returning id, organisation_id`;

/**
 * Returns active subscriptions that are charged by `until` and whose company got no reminder of that charge. It marks
 * them as reminded, so that each is returned once, even when several servers call it.
 */
export const claimReminders = async (
  trx: Trx,
  options: { provider: PaymentProvider; now: Date; until: Date; limit: number },
): Promise<RenewableSubscription[]> =>
  (
    await rowsOf(trx)<RenewableRow>`
    update subscriptions s set reminded_for = s.next_attempt_at from subscription_plans p
    where p.id = s.plan_id and s.id in (
      select id from subscriptions
      where status = 'active' and next_attempt_at > ${options.now} and next_attempt_at <= ${options.until}
        and reminded_for is distinct from next_attempt_at and provider = ${options.provider}
      order by next_attempt_at, id limit ${options.limit} for update skip locked)
    returning ${RENEWABLE}`
  ).map(renewableOf);

/** A locked subscription whose plan has changed, with the plan's current terms. */
export interface Outdated extends RenewableSubscription {
  planTerms: Terms;
}

/**
 * Locks renewing subscriptions whose plan differs from their announced terms, or from their current terms when none
 * are announced. It leaves out deleted accounts, because no mail reaches them.
 */
export const lockOutdated = async (trx: Trx, limit: number): Promise<Outdated[]> =>
  (
    await rowsOf(trx)<RenewableRow & { planPriceMinor: number; planCurrency: string; planCredits: number }>`
    select ${RENEWABLE}, p.price_minor as plan_price_minor, p.currency as plan_currency, p.job_credits as plan_credits
    from subscriptions s join subscription_plans p on p.id = s.plan_id join users u on u.id = s.user_id
    where s.status <> 'ended' and s.next_attempt_at is not null and u.deleted_at is null
      and (p.price_minor, p.currency, p.job_credits) is distinct from (
        coalesce(s.next_price_minor, s.price_minor), coalesce(s.next_currency, s.currency),
        coalesce(s.next_job_credits, s.job_credits))
    order by s.id limit ${limit} for update of s skip locked`
  ).map(({ planPriceMinor: priceMinor, planCurrency: currency, planCredits: jobCredits, ...row }) => ({
    ...renewableOf(row),
    planTerms: { priceMinor, currency, jobCredits },
  }));

/** Removes the announced terms, because the plan is back on the terms in force. */
export const withdrawTerms = (trx: Trx, id: number): Promise<void> => run(trx)`
    update subscriptions set next_price_minor = null, next_currency = null, next_job_credits = null, next_terms_from = null
    where id = ${id}`;

/** Stores the new terms, which apply from the first renewal after `notBefore`. Returns the time of that renewal. */
export const announceTerms = (
  trx: Trx,
  id: number,
  { priceMinor, currency, jobCredits }: Terms,
  notBefore: Calendar,
): Promise<Date> =>
  onlyValue(trx)`
    update subscriptions s set next_price_minor = ${priceMinor}, next_currency = ${currency},
      next_job_credits = ${jobCredits}, next_terms_from = ${nextPeriod(sql`s.starts_at`, notBefore)}
    from subscription_plans p where p.id = s.plan_id and s.id = ${id}
    returning s.next_terms_from as "from"`;

/** Returns the recipient of mails about a subscription; undefined for a deleted account. */
export const findRecipient = (
  trx: Trx,
  userId: number,
): Promise<{ email: string; firstName: string; languageCode: string } | undefined> =>
  trx
    .selectFrom('users')
    .select(['email', 'firstName', 'languageCode'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
