import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Language, PlanPeriod } from '../../../contract/constants/options';

/** The price per period in minor units, and the job credits that it brings. */
export interface Terms {
  priceMinor: number;
  currency: string;
  jobCredits: number;
}

/** A subscription with its current terms. */
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
  /** Null after a cancellation. */
  nextAttemptAt: Date | null;
  endsAt: Date | null;
  /** Announced terms, which apply to the renewal at `from` and all later ones. */
  nextTerms: (Terms & { from: Date }) | null;
}

/** Returns the terms of the period that begins at `period`. */
export const termsAt = ({ nextTerms, priceMinor, currency, jobCredits }: RenewableSubscription, period: Date): Terms =>
  nextTerms && nextTerms.from <= period ? nextTerms : { priceMinor, currency, jobCredits };
