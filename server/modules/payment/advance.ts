import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Deps } from '../../platform/deps';
import { type Outcome, mayMove } from '../../platform/ports/payments';
import { findToken, type PaymentRecord } from './repository';
import type { Renewal } from './renewals/outcome';
import * as repository from './repository';
import { isRenewal, orderOf, recordMove, settle } from './settlement';

const MINUTE_MS = 60_000;
/** A challenge without an answer ends after this time. */
const CHALLENGE_MS = 30 * MINUTE_MS;
/**
 * A payment that started this long ago without an answer took no money, because a provider takes none before
 * `complete`.
 */
const START_MS = 2 * MINUTE_MS;
/** For this long after a failure the server still asks the provider, because money may arrive late. */
const LATE_MS = 24 * 60 * MINUTE_MS;
/** No bank holds a charge for longer. */
const CHARGE_MS = 30 * MINUTE_MS;
/** The provider may take this long to answer a renewal's charge. */
const RENEWAL_ANSWER_MS = MINUTE_MS;

/** Runs `work` for each item, even after an error. Then throws the first error for the log. */
export const forEachSettled = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/**
 * Returns the provider's answer. A failed call gives null, because the money may be gone and the server must ask
 * again.
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
