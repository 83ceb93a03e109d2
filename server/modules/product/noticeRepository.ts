import { sql, type Transaction } from 'kysely';
import type { PaymentProvider } from '../../../contract/constants/payment';
import { onlyValue, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { nextPeriod, RENEWABLE, renewableOf, type Calendar, type RenewableRow } from './renewalRepository';
import type { RenewableSubscription, Terms } from './terms';

/**
 * Returns active subscriptions that are charged by `until` and whose company got no reminder of that charge. It marks
 * them as reminded, so that each is returned once, even when several servers call it.
 */
export const claimReminders = async (
  trx: Transaction<Database>,
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
export const lockOutdated = async (trx: Transaction<Database>, limit: number): Promise<Outdated[]> => {
  const { rows } = await sql<RenewableRow & { planPriceMinor: number; planCurrency: string; planCredits: number }>`
    select ${RENEWABLE}, p.price_minor as "planPriceMinor", p.currency as "planCurrency", p.job_credits as "planCredits"
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
export const withdrawTerms = (trx: Transaction<Database>, id: number): Promise<void> => run(trx)`
    update subscriptions set next_price_minor = null, next_currency = null, next_job_credits = null, next_terms_from = null
    where id = ${id}`;

/** Stores the new terms, which apply from the first renewal after `notBefore`. Returns the time of that renewal. */
export const announceTerms = (
  trx: Transaction<Database>,
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
  trx: Transaction<Database>,
  userId: number,
): Promise<{ email: string; first_name: string; language_code: string } | undefined> =>
  trx
    .selectFrom('users')
    .select(['email', 'first_name', 'language_code'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
