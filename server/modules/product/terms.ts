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

/** What a renewal costs and gives: of the period that begins at `period`. */
export const termsAt = ({ nextTerms, priceMinor, currency, jobCredits }: RenewableSubscription, period: Date): Terms =>
  nextTerms && nextTerms.from <= period ? nextTerms : { priceMinor, currency, jobCredits };
