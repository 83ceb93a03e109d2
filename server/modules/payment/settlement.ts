import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { DAY, MINUTE } from '../../../contract/constants/time';
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
import { giveDashboardAccess, type PaymentRecord, findToken } from './repository';
import { issueReceipt } from './receipts';
import { settleRenewal, type Renewal } from './renewals';
import * as repository from './repository';

/** Returns the fields of a payment that its provider knows. */
export const orderOf = ({ id, amountMinor, currency }: PaymentRecord): Order => ({ id, amountMinor, currency });

const recordMove = (trx: Trx, deps: Deps, payment: PaymentRecord, move: { state: string; key?: string }) => {
  const actor: Actor = { kind: 'clock', organisationId: payment.organisationId };
  const { id, basketId, amountMinor, currency, provider } = payment;
  const { state, key } = move;
  const details = { paymentId: id, basketId, amountMinor, currency, provider, ...(key && { key }) };
  return audit({ trx, clock: deps.clock }, actor, `payment.${state}`, ['payment', null], details);
};

const isRenewal = (payment: PaymentRecord): payment is Renewal => payment.subscriptionId !== null;

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
const settle = (
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

/** A challenge without an answer ends after this time. */
const CHALLENGE_MS = 30 * MINUTE;
/**
 * A payment that started this long ago without an answer took no money, because a provider takes none before
 * `complete`.
 */
const START_MS = 2 * MINUTE;
/** For this long after a failure the server still asks the provider, because money may arrive late. */
const LATE_MS = DAY;
/** No bank holds a charge for longer. */
const CHARGE_MS = 30 * MINUTE;
/** The provider may take this long to answer a renewal's charge. */
const RENEWAL_ANSWER_MS = MINUTE;

/** Runs `work` for each item, even after an error. Then throws the first error for the log. */
export const forEachSettled = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/**
 * Returns the provider's answer. A failed call gives null, because the money may be gone and the server must ask again.
 */
const outcomeOf = (request: Promise<Outcome>): Promise<Outcome | null> => request.catch(() => null);

/**
 * Records that the charge is about to be sent. Returns false when another caller has recorded it, or the payment has
 * ended.
 */
const beginCharge = (deps: Deps, { id, reference }: PaymentRecord): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (!payment || !mayMove(payment.state, 'charging', 'server')) return false;
    // After a crash the server asks the provider by this reference.
    const kept = reference === null ? {} : { reference };
    await repository.updatePayment(trx, id, { state: 'charging', by: 'server', ...kept }, deps.clock.now());
    await recordMove(trx, deps, payment, { state: 'charging' });
    return true;
  });

const isOlder = (since: Date, ms: number, { clock }: Pick<Deps, 'clock'>): boolean =>
  clock.now().getTime() - since.getTime() >= ms;

/**
 * Returns the outcome of a purchase that is already `charging`. If the provider charges an order only once, the server
 * sends the charge again. Otherwise it only asks, because the bank may still hold the first charge. The purchase fails
 * when the provider still reports authorised money half an hour later. Throws when the provider does not answer.
 */
const resolveCharge = async (deps: Deps, payment: PaymentRecord): Promise<Outcome> => {
  const { payments } = deps;
  const order = orderOf(payment);
  if (payments.repeatsSafelyMs > 0) return payments.complete(order, payment.reference);
  const outcome = await payments.retrieve(order, payment.reference);
  const isOver = isOlder(payment.changedAt, CHARGE_MS, deps);
  return outcome.state === 'authorised' && isOver ? { state: 'failed', key: ERROR_KEYS.paymentInit } : outcome;
};

const settleCharging = async (deps: Deps, payment: PaymentRecord) =>
  settle(deps, payment.id, await outcomeOf(resolveCharge(deps, payment)));

/**
 * Takes the money of a payment after its challenge and stores the outcome. Only the caller that moves the payment to
 * `charging` sends the charge. Without an answer the payment stays `charging` until the server asks again.
 */
export const charge = async (deps: Deps, payment: PaymentRecord): Promise<PaymentRecord | undefined> => {
  if (!(await beginCharge(deps, payment))) {
    const current = await repository.findPayment(deps.db, payment.id);
    return current?.state === 'charging' ? settleCharging(deps, current) : current;
  }
  return settle(deps, payment.id, await outcomeOf(deps.payments.complete(orderOf(payment), payment.reference)));
};

const advanceChallenge = async (deps: Deps, payment: PaymentRecord, hasReturned: boolean) => {
  const request = deps.payments.retrieve(orderOf(payment), payment.reference, hasReturned);
  const outcome = await outcomeOf(request);
  if (outcome?.state === 'authorised') return charge(deps, payment);
  // Only a challenge that the provider reports as waiting may time out. Without an answer its state is unknown.
  if (outcome?.state === 'waiting' && isOlder(payment.changedAt, CHALLENGE_MS, deps))
    return settle(deps, payment.id, { state: 'failed', key: ERROR_KEYS.challengeFailed }, 'server');
  return settle(deps, payment.id, outcome);
};

/**
 * Sends the charge of a renewal that has just been stored. Without an answer it stays `charging`, and the server asks
 * about it later.
 */
export const sendRenewal = async (deps: Deps, payment: Renewal, token: string) =>
  settle(deps, payment.id, await outcomeOf(deps.payments.chargeAgain(orderOf(payment), token)));

/**
 * Whether the server may repeat a charge that the provider does not know. It may only while the provider charges an
 * order once. Any other charge stays open until the provider or an operator settles it.
 */
const mayResend = (deps: Deps, payment: Renewal, outcome: Outcome | null): boolean => {
  const isUnknown = outcome?.state === 'waiting' || outcome?.state === 'authorised';
  const isOver = isOlder(payment.createdAt, deps.payments.repeatsSafelyMs, deps);
  return isUnknown && payment.state === 'charging' && isOlder(payment.createdAt, RENEWAL_ANSWER_MS, deps) && !isOver;
};

const advanceRenewal = async (deps: Deps, payment: Renewal) => {
  const token = await findToken(deps.db, payment.subscriptionId);
  // Without a stored card there was no charge and can be none, so this counts as a decline.
  if (token === null) return settle(deps, payment.id, { state: 'failed', key: ERROR_KEYS.cardDeclined });
  const outcome = await outcomeOf(deps.payments.findCharge(orderOf(payment), token));
  return mayResend(deps, payment, outcome) ? sendRenewal(deps, payment, token) : settle(deps, payment.id, outcome);
};

const retrieve = async (deps: Deps, payment: PaymentRecord) =>
  settle(deps, payment.id, await outcomeOf(deps.payments.retrieve(orderOf(payment), payment.reference)));

/**
 * Asks the provider about a payment and moves it on. The return from the bank, a webhook, a sync request and the clock
 * call it. `hasReturned` means that the browser came back from the provider's form. Returns the current payment;
 * undefined when it does not exist.
 */
export const advance = async (
  deps: Deps,
  id: string,
  { hasReturned = false } = {},
): Promise<PaymentRecord | undefined> => {
  const payment = await repository.findPayment(deps.db, id);
  if (!payment || payment.provider !== deps.payments.name) return payment;
  const isFinal = payment.state === 'failed' && isOlder(payment.changedAt, LATE_MS, deps);
  if (isFinal || payment.state === 'succeeded') return payment;
  if (isRenewal(payment)) return advanceRenewal(deps, payment);
  switch (payment.state) {
    case 'started':
      return isOlder(payment.changedAt, START_MS, deps)
        ? settle(deps, id, { state: 'failed', key: ERROR_KEYS.paymentInit }, 'server')
        : payment;
    case 'challenge':
      return advanceChallenge(deps, payment, hasReturned);
    case 'charging':
      return settleCharging(deps, payment);
    case 'review':
      return retrieve(deps, payment);
    case 'failed':
      return payment.opensForm ? payment : retrieve(deps, payment);
  }
};

/**
 * Settles purchases after a crash, a lost return or a late answer. Returns how many it checked. An error of one does
 * not stop the others; the first error is thrown at the end.
 */
export const advanceUnsettled = async (deps: Deps, { quietMs = 15_000, limit = 50 } = {}): Promise<number> => {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - quietMs);
  const claim = { kind: 'purchase', provider: deps.payments.name, before, now, limit } as const;
  const ids = await repository.claimUnsettled(deps.db, claim);
  await forEachSettled(ids, (id) => advance(deps, id));
  return ids.length;
};
