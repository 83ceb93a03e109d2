import type { Transaction } from 'kysely';
import type { PlanPeriod } from '../../../contract/constants/options';
import { audit } from '../../platform/audit';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import type { Outcome } from '../../platform/payment/provider';
import { recordCredits } from '../commerce/credits';
import * as subscriptions from '../product/renewalRepository';
import { warnOfRenewal } from './mails';
import { issueReceipt } from './receipt';
import * as repository from './repository';
import type { PaymentRecord } from './repository';

const DAY_MS = 86_400_000;
/** Days until a failed charge is tried again, one after the other; then the subscription ends. Their sum is under a period. */
const RETRY_DAYS: Record<PlanPeriod, readonly number[]> = {
  weekly: [1, 2, 2],
  monthly: [1, 3, 5],
  annual: [1, 3, 5],
};

export type Renewal = PaymentRecord & { subscriptionId: number };

const succeed = async (trx: Transaction<Database>, deps: Deps, payment: Renewal, reference: string) => {
  const now = deps.clock.now();
  const { id: paymentId, organisationId, userId, subscriptionId, grants } = payment;
  await repository.updatePayment(trx, paymentId, { state: 'succeeded', reference }, now);
  await subscriptions.renew(trx, subscriptionId, { now, timeZone: deps.settings.timeZone });
  const { jobCredits: amount } = grants;
  if (amount > 0) await recordCredits(trx, now, { organisationId, userId, amount, kind: 'subscription', paymentId });
  await issueReceipt(trx, deps, paymentId);
};

const failOnce = async (trx: Transaction<Database>, deps: Deps, payment: Renewal, key: string) => {
  const now = deps.clock.now();
  const due = await subscriptions.lockForRenewal(trx, payment.subscriptionId);
  await repository.updatePayment(trx, payment.id, { state: 'failed', errorKey: key }, now);
  if (!due || due.status === 'ended') return;
  // Cancelled while it was charged: nothing is tried again, and nobody who cancelled has to be warned.
  if (due.nextAttemptAt === null) return subscriptions.endUnpaid(trx, due.id, now);
  const days = RETRY_DAYS[due.period][due.failedAttempts];
  const next = days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
  await (next ? subscriptions.postpone(trx, due.id, next) : subscriptions.endUnpaid(trx, due.id, now));
  await warnOfRenewal(trx, deps, { userId: due.userId, title: due.title, next });
};

/**
 * Writes down what came of a renewal's charge: credits come with it, in one transaction. A review stays under way. The
 * payment is locked by the caller.
 */
export const settleRenewal = async (
  trx: Transaction<Database>,
  deps: Deps,
  payment: Renewal,
  outcome: Outcome,
): Promise<void> => {
  if (outcome.state === 'succeeded') await succeed(trx, deps, payment, outcome.reference);
  else if (outcome.state === 'failed') await failOnce(trx, deps, payment, outcome.key);
  else if (outcome.state === 'review' && payment.state !== 'review')
    return repository.updatePayment(trx, payment.id, { state: 'review' }, deps.clock.now());
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
