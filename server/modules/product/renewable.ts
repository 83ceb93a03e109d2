import { sql } from 'kysely';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Language, PlanPeriod } from '../../../contract/constants/options';

/** What a subscription costs for each period, in minor units, and the job credits that come with it. */
export interface Terms {
  priceMinor: number;
  currency: string;
  jobCredits: number;
}

/** A subscription with what a renewal of it costs and gives. */
export interface RenewableSubscription extends Terms {
  id: number;
  organisationId: number;
  userId: number;
  status: string;
  period: PlanPeriod;
  title: Record<Language, string>;
  provider: PaymentProvider | null;
  token: string | null;
  failedAttempts: number;
  startsAt: Date;
  /** Null once it was cancelled. */
  nextAttemptAt: Date | null;
  endsAt: Date | null;
  /** What was announced: the terms of the renewal at this moment and of those after it. */
  nextTerms: (Terms & { from: Date }) | null;
}

/** The columns of `subscriptions s` with `subscription_plans p` as a `RenewableSubscription`. */
export const RENEWABLE = sql`
  s.id, s.organisation_id as "organisationId", s.user_id as "userId", s.status, p.period, p.product -> 'title' as title,
  s.price_minor as "priceMinor", s.currency, s.job_credits as "jobCredits", s.provider, s.provider_token as token,
  s.failed_attempts as "failedAttempts", s.starts_at as "startsAt", s.next_attempt_at as "nextAttemptAt",
  s.ends_at as "endsAt", s.next_price_minor as "nextPriceMinor", s.next_currency as "nextCurrency",
  s.next_job_credits as "nextJobCredits", s.next_terms_from as "nextTermsFrom"`;

/** A row of `RENEWABLE`. */
export type RenewableRow = Omit<RenewableSubscription, 'nextTerms'> & {
  nextPriceMinor: number | null;
  nextCurrency: string | null;
  nextJobCredits: number | null;
  nextTermsFrom: Date | null;
};

export const renewableOf = (row: RenewableRow): RenewableSubscription => {
  const { nextPriceMinor, nextCurrency, nextJobCredits, nextTermsFrom: from, ...rest } = row;
  const isWhole = nextPriceMinor !== null && nextCurrency !== null && nextJobCredits !== null && from !== null;
  const nextTerms = isWhole
    ? { priceMinor: nextPriceMinor, currency: nextCurrency, jobCredits: nextJobCredits, from }
    : null;
  return { ...rest, nextTerms };
};

/** What a renewal costs and gives: of the period that begins at `period`. */
export const termsAt = ({ nextTerms, priceMinor, currency, jobCredits }: RenewableSubscription, period: Date): Terms =>
  nextTerms && nextTerms.from <= period ? nextTerms : { priceMinor, currency, jobCredits };
