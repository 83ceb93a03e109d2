import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { tellBegun } from '../product/mails';
import { findRenewable, startSubscription } from '../product/renewalRepository';
import type { PaymentRecord } from './repository';

/** Begins the subscription of a payment that succeeded, on the terms that were paid: a plan is alone in its basket. The company is told. */
export const beginSubscription = async (
  trx: Transaction<Database>,
  deps: Deps,
  payment: PaymentRecord & { planId: number; token: string | null },
): Promise<void> => {
  const { organisationId, userId, planId, provider, token, amountMinor: priceMinor, currency, grants } = payment;
  const terms = { priceMinor, currency, jobCredits: grants.jobCredits };
  const calendar = { now: deps.clock.now(), timeZone: deps.settings.timeZone };
  const id = await startSubscription(trx, { organisationId, userId, planId, provider, token, terms }, calendar);
  const begun = id === null ? undefined : await findRenewable(trx, id);
  if (begun?.nextAttemptAt) await tellBegun(trx, deps, { ...begun, next: begun.nextAttemptAt });
};
