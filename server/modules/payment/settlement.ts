import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { audit, type Actor } from '../../platform/audit';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { conflict } from '../../platform/errors';
import {
  type DeclineKey,
  type Order,
  type Outcome,
  isLive,
  mayMove,
  type Initiator,
} from '../../platform/ports/payments';
import { baskets, recordCredits } from '../commerce';
import { subscriptions, mailStart } from '../product';
import { giveDashboardAccess } from './purchase/repository';
import { issueReceipt } from './receipts/service';
import { settleRenewal, type Renewal } from './renewals/outcome';
import * as repository from './repository';
import type { PaymentRecord } from './repository';

/** Returns the fields of a payment that its provider knows. */
export const orderOf = ({ id, amountMinor, currency }: PaymentRecord): Order => ({ id, amountMinor, currency });

export const recordMove = (trx: Trx, deps: Deps, payment: PaymentRecord, move: { state: string; key?: string }) => {
  const actor: Actor = { kind: 'clock', organisationId: payment.organisationId };
  const { id, basketId, amountMinor, currency, provider } = payment;
  const { state, key } = move;
  const details = { paymentId: id, basketId, amountMinor, currency, provider, ...(key && { key }) };
  const entry = { action: `payment.${state}`, subjectType: 'payment', subjectId: null, details };
  return audit(trx, deps.clock, actor, entry);
};

export const isRenewal = (payment: PaymentRecord): payment is Renewal => payment.subscriptionId !== null;

/**
 * Starts the subscription of a paid plan on the paid terms and mails the company. A plan is always the only item of
 * its basket.
 */
const beginSubscription = async (
  trx: Trx,
  deps: Deps,
  payment: PaymentRecord & { planId: number; token: string | null },
): Promise<void> => {
  const { organisationId, userId, planId, provider, token, amountMinor: priceMinor, currency, grants } = payment;
  const terms = { priceMinor, currency, jobCredits: grants.jobCredits };
  const calendar = { now: deps.clock.now(), timeZone: deps.settings.timeZone };
  const subscription = { organisationId, userId, planId, provider, token, terms };
  const id = await subscriptions.startSubscription(trx, subscription, calendar);
  const started = id === null ? undefined : await subscriptions.findRenewable(trx, id);
  if (started?.nextAttemptAt) await mailStart(trx, deps, { ...started, next: started.nextAttemptAt });
};

const grant = async (trx: Trx, deps: Deps, payment: PaymentRecord, token: string | null) => {
  const { id: paymentId, organisationId, userId, grants } = payment;
  const { planId, jobCredits: amount } = grants;
  if (planId !== null) await beginSubscription(trx, deps, { ...payment, planId, token });
  if (grants.givesDashboardAccess) await giveDashboardAccess(trx, userId);
  if (amount === 0) return;
  const kind = planId === null ? 'purchase' : 'subscription';
  const change = { organisationId, userId, amount, kind, paymentId, actorId: userId } as const;
  await recordCredits(trx, deps.clock.now(), change);
};

const succeed = async (
  trx: Trx,
  deps: Deps,
  payment: PaymentRecord,
  { reference, customerToken }: { reference: string; customerToken: string | null },
) => {
  const now = deps.clock.now();
  const isLate = !isLive(payment.state);
  // Late money must not close a basket that has been changed or is being paid again since the failure.
  if (payment.basketId !== null && (!isLate || (await repository.isBasketUnchanged(trx, payment))))
    await baskets.setStatus(trx, payment.basketId, 'paid', now);
  await repository.updatePayment(trx, payment.id, { state: 'succeeded', by: 'provider', reference, isLate }, now);
  await grant(trx, deps, payment, customerToken);
  await issueReceipt(trx, deps, payment.id);
  await recordMove(trx, deps, payment, { state: 'succeeded' });
};

/** Marks a locked payment as failed. Its basket can be changed and paid again. */
export const fail = async (
  trx: Trx,
  deps: Deps,
  payment: PaymentRecord,
  { key, by }: { key: DeclineKey; by: Initiator },
) => {
  const now = deps.clock.now();
  await repository.updatePayment(trx, payment.id, { state: 'failed', by, errorKey: key }, now);
  if (payment.basketId !== null) await baskets.setStatus(trx, payment.basketId, 'open', now);
  await recordMove(trx, deps, payment, { state: 'failed', key });
};

/**
 * Frees a locked basket from a payment that has taken no money; an open challenge fails. Throws 409 `basket.busy` when
 * a charge may be under way.
 */
export const releaseBasket = async (trx: Trx, deps: Deps, basketId: string): Promise<void> => {
  const live = await repository.lockLiveOfBasket(trx, basketId);
  if (live && live.state !== 'challenge') throw conflict(ERROR_KEYS.basketBusy);
  if (live) await fail(trx, deps, live, { key: ERROR_KEYS.challengeFailed, by: 'server' });
};

/**
 * Whether a payment accepts an outcome. A live payment accepts every outcome, except a failure that `by` may not set:
 * it has moved on since the caller read it. A failed one accepts late money, except from a form, whose money is
 * refunded.
 */
const isAccepted = ({ state, opensForm }: PaymentRecord, outcome: Outcome, by: Initiator): boolean =>
  isLive(state)
    ? outcome.state !== 'failed' || mayMove(state, 'failed', by)
    : state === 'failed' && !opensForm && outcome.state === 'succeeded';

const settlePurchase = async (
  trx: Trx,
  deps: Deps,
  payment: PaymentRecord,
  { outcome, by }: { outcome: Outcome; by: Initiator },
) => {
  if (outcome.state === 'succeeded') await succeed(trx, deps, payment, outcome);
  else if (outcome.state === 'failed') await fail(trx, deps, payment, { key: outcome.key, by });
  // A challenge can also go to review. Its money may be gone, so the basket stays locked.
  else if (outcome.state === 'review' && payment.state !== 'review')
    await repository.updatePayment(trx, payment.id, { state: 'review', by }, deps.clock.now());
};

/**
 * Stores an outcome once, in any order and however often it arrives; null means no answer. The money and its credits
 * are one transaction, even when the money arrives after a failure.
 */
export const settle = (
  deps: Deps,
  id: string,
  outcome: Outcome | null,
  by: Initiator = 'provider',
): Promise<PaymentRecord | undefined> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (!payment || outcome === null || !isAccepted(payment, outcome, by)) return payment;
    await (isRenewal(payment)
      ? settleRenewal(trx, deps, payment, { outcome, by })
      : settlePurchase(trx, deps, payment, { outcome, by }));
    return repository.findPayment(trx, id);
  });
