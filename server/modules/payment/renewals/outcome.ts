import type { PlanPeriod } from '../../../../contract/constants/options';
import { audit } from '../../../platform/audit';
import type { Trx } from '../../../platform/database/schema';
import type { Deps } from '../../../platform/deps';
import type { Outcome, Initiator } from '../../../platform/ports/payments';
import { recordCredits } from '../../commerce';
import { subscriptions, mailFailure, mailRenewal, type Terms } from '../../product';
import { issueReceipt } from '../receipts/service';
import * as repository from '../repository';
import type { PaymentRecord } from '../repository';

const DAY_MS = 86_400_000;
/**
 * Days before each retry of a failed charge. After the last retry the subscription ends. The sum of the days is
 * shorter than a period.
 */
const RETRY_DAYS: Record<PlanPeriod, readonly number[]> = {
  weekly: [1, 2, 2],
  monthly: [1, 3, 5],
  annual: [1, 3, 5],
};
/** The most charges of one period. */
export const MAX_ATTEMPTS = 1 + Math.max(...Object.values(RETRY_DAYS).map(({ length }) => length));

type RenewalDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

export type Renewal = PaymentRecord & { subscriptionId: number };

const paidTerms = ({ amountMinor: priceMinor, currency, grants }: Renewal): Terms => ({
  priceMinor,
  currency,
  jobCredits: grants.jobCredits,
});

const succeed = async (
  trx: Trx,
  deps: RenewalDeps,
  payment: Renewal,
  { reference, by }: { reference: string; by: Initiator },
) => {
  const now = deps.clock.now();
  const { id: paymentId, organisationId, userId, subscriptionId, grants, createdAt } = payment;
  await repository.updatePayment(trx, paymentId, { state: 'succeeded', by, reference }, now);
  // The charge pays the period in which it was sent, which may be over when the answer arrives.
  await subscriptions.renew(trx, subscriptionId, { now: createdAt, timeZone: deps.settings.timeZone });
  const { jobCredits: amount } = grants;
  if (amount > 0) await recordCredits(trx, now, { organisationId, userId, amount, kind: 'subscription', paymentId });
  const renewed = await subscriptions.findRenewable(trx, subscriptionId);
  if (renewed) await mailRenewal(trx, deps, renewed, paidTerms(payment));
  await issueReceipt(trx, deps, paymentId);
};

const failAttempt = async (
  trx: Trx,
  deps: RenewalDeps,
  payment: Renewal,
  { key, by }: { key: string; by: Initiator },
) => {
  const now = deps.clock.now();
  const due = await subscriptions.lockForRenewal(trx, payment.subscriptionId);
  await repository.updatePayment(trx, payment.id, { state: 'failed', by, errorKey: key }, now);
  if (!due || due.status === 'ended') return;
  // The company cancelled during the charge, so there is no retry and no warning.
  if (due.nextAttemptAt === null) return subscriptions.endUnpaid(trx, due.id, now);
  const days = RETRY_DAYS[due.period][due.failedAttempts];
  const next = days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
  await (next ? subscriptions.postpone(trx, due.id, next) : subscriptions.endUnpaid(trx, due.id, now));
  await mailFailure(trx, deps, due, { failedTerms: paidTerms(payment), next });
};

/**
 * Stores the outcome of a renewal's charge and its credits in one transaction. A review stays under way. The caller
 * holds the payment's lock.
 */
export const settleRenewal = async (
  trx: Trx,
  deps: RenewalDeps,
  payment: Renewal,
  { outcome, by }: { outcome: Outcome; by: Initiator },
): Promise<void> => {
  if (outcome.state === 'succeeded') await succeed(trx, deps, payment, { reference: outcome.reference, by });
  else if (outcome.state === 'failed') await failAttempt(trx, deps, payment, { key: outcome.key, by });
  else if (outcome.state === 'review' && payment.state !== 'review')
    return repository.updatePayment(trx, payment.id, { state: 'review', by }, deps.clock.now());
  else return;
  const { id: paymentId, organisationId, subscriptionId } = payment;
  const details = { paymentId, ...(outcome.state === 'failed' && { key: outcome.key }) };
  const entry = {
    action: `subscription.charge_${outcome.state}`,
    subjectType: 'subscription',
    subjectId: subscriptionId,
  };
  await audit(trx, deps.clock, { kind: 'clock', organisationId }, { ...entry, details });
};
