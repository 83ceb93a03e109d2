import { sql } from 'kysely';
import type { Language, PlanPeriod } from '../../../contract/constants/options';
import type { SubscriptionStatus } from '../../../contract/constants/statuses';
import { firstRow, hasRow, rowsOf, onlyValue, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import type { PaymentProvider } from '../../../contract/constants/payment';
import { nextPeriod, RENEWABLE, renewableOf, type Calendar, type RenewableRow } from './renewalRepository';
import type { RenewableSubscription, Terms } from './terms';

type Texts = Record<Language, string>;

/** The texts of a plan in every language. */
interface PlanProduct {
  title: Texts;
  features: { description: Texts; preview: boolean; order: number; icon: string | null }[];
}

export interface PlanRecord {
  id: number;
  interval: number;
  period: PlanPeriod;
  priceMinor: number;
  currency: string;
  isPurchasable: boolean;
  isUpgradeable: boolean;
  product: PlanProduct;
}

export interface SubscriptionRecord {
  id: number;
  planId: number;
  status: SubscriptionStatus;
  startsAt: Date;
  nextAttemptAt: Date | null;
  endsAt: Date | null;
  /** With the price that this subscription pays, even when the plan now costs something else. */
  plan: PlanRecord;
  /** The announced price and credits, and the renewal from which they apply. */
  nextPrice: { priceMinor: number; currency: string; jobCredits: number; from: Date } | null;
}

export type LockedSubscription = Pick<SubscriptionRecord, 'id' | 'status' | 'nextAttemptAt' | 'endsAt'>;

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
): Promise<SubscriptionRecord[]> => {
  const { rows } = await sql<FlatRow>`
    select s.id as subscription_id, s.plan_id, s.status, s.starts_at, s.next_attempt_at, s.ends_at, ${PLAN_FACTS},
      s.price_minor, s.currency, s.next_price_minor, s.next_currency, s.next_job_credits, s.next_terms_from as next_from
    from subscriptions s join subscription_plans p on p.id = s.plan_id
    where s.user_id = ${owner.id} and s.organisation_id = ${owner.organisationId}
    order by s.starts_at, s.id`.execute(db);
  return rows.map((row) => {
    const { subscriptionId: id, planId, status, startsAt, nextAttemptAt, endsAt } = row;
    const { interval, period, priceMinor, currency, isPurchasable, isUpgradeable, product } = row;
    const plan = { id: planId, interval, period, priceMinor, currency, isPurchasable, isUpgradeable, product };
    return { id, planId, status, startsAt, nextAttemptAt, endsAt, plan, nextPrice: nextPriceOf(row) };
  });
};

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
  await sql`
    update subscriptions set next_attempt_at = null, ends_at = ${endsAt}, unpaid_since = coalesce(unpaid_since, next_attempt_at)
    where id = ${id}`.execute(trx);
  await sql`
    update subscriptions set next_price_minor = null, next_currency = null, next_job_credits = null, next_terms_from = null
    where id = ${id} and next_terms_from >= ends_at`.execute(trx);
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
): Promise<RenewableSubscription[]> => {
  const { rows } = await sql<RenewableRow>`
    update subscriptions s set reminded_for = s.next_attempt_at from subscription_plans p
    where p.id = s.plan_id and s.id in (
      select id from subscriptions
      where status = 'active' and next_attempt_at > ${options.now} and next_attempt_at <= ${options.until}
        and reminded_for is distinct from next_attempt_at and provider = ${options.provider}
      order by next_attempt_at, id limit ${options.limit} for update skip locked)
    returning ${RENEWABLE}`.execute(trx);
  return rows.map(renewableOf);
};

/** A locked subscription whose plan has changed, with the plan's current terms. */
export interface Outdated extends RenewableSubscription {
  planTerms: Terms;
}

/**
 * Locks renewing subscriptions whose plan differs from their announced terms, or from their current terms when none
 * are announced. It leaves out deleted accounts, because no mail reaches them.
 */
export const lockOutdated = async (trx: Trx, limit: number): Promise<Outdated[]> => {
  const { rows } = await sql<RenewableRow & { planPriceMinor: number; planCurrency: string; planCredits: number }>`
    select ${RENEWABLE}, p.price_minor as plan_price_minor, p.currency as plan_currency, p.job_credits as plan_credits
    from subscriptions s join subscription_plans p on p.id = s.plan_id join users u on u.id = s.user_id
    where s.status <> 'ended' and s.next_attempt_at is not null and u.deleted_at is null
      and (p.price_minor, p.currency, p.job_credits) is distinct from (
        coalesce(s.next_price_minor, s.price_minor), coalesce(s.next_currency, s.currency),
        coalesce(s.next_job_credits, s.job_credits))
    order by s.id limit ${limit} for update of s skip locked`.execute(trx);
  return rows.map(({ planPriceMinor: priceMinor, planCurrency: currency, planCredits: jobCredits, ...row }) => ({
    ...renewableOf(row),
    planTerms: { priceMinor, currency, jobCredits },
  }));
};

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
