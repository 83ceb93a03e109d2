import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { audit } from '../../platform/audit';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import type { Outcome } from '../../platform/payment/provider';
import { recordCredits } from '../commerce/credits';
import * as subscriptions from '../product/renewalRepository';
import { warnOfRenewal } from './mails';
import * as repository from './repository';
import type { PaymentRecord } from './repository';
import { orderOf } from './settle';

const DAY_MS = 86_400_000;
/** Days until a failed charge is tried again, one after the other; then the subscription ends. */
const RETRY_DAYS = [1, 3, 5] as const;

/** "About to charge" is written before the charge, one renewal of a subscription at a time. */
const begin = (deps: Deps) =>
  deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const due = await subscriptions.lockDue(trx, now);
    if (!due) return undefined;
    const { id: subscriptionId, organisationId, userId, jobCredits, priceMinor, currency, title } = due;
    const id = randomBytes(16).toString('hex');
    const items = [{ title: title.en, quantity: 1 }];
    const grants = { jobCredits, givesDashboardAccess: false, planId: null, items };
    await repository.insertPayment(
      trx,
      {
        id,
        organisationId,
        userId,
        basketId: null,
        subscriptionId,
        provider: deps.payments.name,
        amountMinor: priceMinor,
        currency,
        grants,
        state: 'charging',
        referrer: null,
      },
      now,
    );
    const payment = await repository.findPayment(trx, id);
    return payment && { payment, token: due.token };
  });

const succeed = async (trx: Transaction<Database>, deps: Deps, payment: PaymentRecord, reference: string) => {
  const now = deps.clock.now();
  const { id: paymentId, organisationId, userId, subscriptionId, grants } = payment;
  await repository.updatePayment(trx, paymentId, { state: 'succeeded', reference }, now);
  await subscriptions.renew(trx, subscriptionId!, now);
  const { jobCredits: amount } = grants;
  if (amount > 0) await recordCredits(trx, now, { organisationId, userId, amount, kind: 'subscription', paymentId });
};

const failOnce = async (trx: Transaction<Database>, deps: Deps, payment: PaymentRecord, key: string) => {
  const now = deps.clock.now();
  await repository.updatePayment(trx, payment.id, { state: 'failed', errorKey: key }, now);
  const due = await subscriptions.lockForRenewal(trx, payment.subscriptionId!);
  if (!due) return;
  const days = RETRY_DAYS[due.failedAttempts];
  const next = days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
  await subscriptions.postpone(trx, due.id, next, now);
  await warnOfRenewal(trx, deps, { userId: due.userId, title: due.title, next });
};

/** Writes down what came of a renewal's charge: once. Credits come with the charge, in one transaction. */
const settleRenewal = (deps: Deps, id: string, outcome: Outcome) =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (!payment || payment.subscriptionId === null || !repository.LIVE.includes(payment.state)) return;
    const { organisationId, subscriptionId } = payment;
    if (outcome.state === 'succeeded') await succeed(trx, deps, payment, outcome.reference);
    else if (outcome.state === 'failed') await failOnce(trx, deps, payment, outcome.key);
    else return;
    const entry = {
      action: `subscription.charge_${outcome.state}`,
      subjectType: 'subscription',
      subjectId: subscriptionId,
    };
    await audit(trx, deps.clock, { kind: 'clock', organisationId }, { ...entry, details: { paymentId: id } });
  });

const chargeOne = async (deps: Deps, payment: PaymentRecord, token: string | null) => {
  // Without a card that may be used again there is nothing to charge.
  const outcome: Outcome =
    token === null
      ? { state: 'failed', key: ERROR_KEYS.cardDeclined }
      : // Without an answer nobody knows: it stays begun and is asked about again, and the others are charged meanwhile.
        await deps.payments.chargeAgain(orderOf(payment), token).catch(() => ({ state: 'waiting' as const }));
  await settleRenewal(deps, payment.id, outcome);
};

/** Charges that were begun by a process that died: the provider is asked again under the same id, so none is taken twice. */
const finishBegun = async (deps: Deps) => {
  const before = new Date(deps.clock.now().getTime() - 60_000);
  for (const id of await repository.listBegunRenewals(deps.db, before)) {
    const payment = await repository.findPayment(deps.db, id);
    const token = payment && (await repository.findToken(deps.db, payment.subscriptionId!));
    if (payment) await chargeOne(deps, payment, token ?? null);
  }
};

/**
 * Charges the subscriptions that are due; answers how many. Several processes may do so at once. A failed charge is tried
 * again after 1, 3 and 5 days, with a mail each time; then the subscription ends. API contract, section 9.
 */
export const renewDue = async (deps: Deps): Promise<number> => {
  await finishBegun(deps);
  for (let count = 0; ; count += 1) {
    const begun = await begin(deps);
    if (!begun) return count;
    await chargeOne(deps, begun.payment, begun.token);
  }
};
