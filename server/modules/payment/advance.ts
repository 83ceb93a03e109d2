import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Deps } from '../../platform/deps';
import type { Outcome } from '../../platform/ports/payments';
import { mayMove } from '../../platform/ports/paymentStates';
import { findToken } from './renewals/repository';
import type { Renewal } from './renewals/outcome';
import * as repository from './repository';
import type { PaymentRecord } from './repository';
import { isRenewal, orderOf, recordMove, settle } from './settlement';

const MINUTE_MS = 60_000;
/** An unanswered challenge ends after this time. */
const CHALLENGE_MS = 30 * MINUTE_MS;
/** A start without an answer took no money: a provider takes none before `complete`. */
const START_MS = 2 * MINUTE_MS;
/** A failed payment is asked about again within this time: money may come late. */
const LATE_MS = 24 * 60 * MINUTE_MS;
/** No bank holds a charge for longer. */
const CHARGE_MS = 30 * MINUTE_MS;
/** The answer to a renewal's charge may take this long. */
const RENEWAL_ANSWER_MS = MINUTE_MS;

/** Runs `work` for each, also after one that throws; then throws the first error, for the log. */
export const eachOne = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/** The provider's answer; null after a call that broke, because the money may be gone and must be asked about again. */
const outcomeOf = (asking: Promise<Outcome>): Promise<Outcome | null> => asking.catch(() => null);

/** Notes that the money is about to be taken; false when another caller has noted it, or the payment has ended. */
const beginCharge = (deps: Deps, { id, reference }: PaymentRecord): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (!payment || !mayMove(payment.state, 'charging', 'server')) return false;
    // After a crash the provider is asked by this reference.
    const kept = reference === null ? {} : { reference };
    await repository.updatePayment(trx, id, { state: 'charging', by: 'server', ...kept }, deps.clock.now());
    await recordMove(trx, deps, payment, { state: 'charging' });
    return true;
  });

const isOlder = (since: Date, ms: number, { clock }: Pick<Deps, 'clock'>): boolean =>
  clock.now().getTime() - since.getTime() >= ms;

/**
 * The outcome of a purchase that is `charging` already. A provider that charges an order once gets the charge again. Any other
 * is only asked, because the bank may still hold the first charge: the purchase fails when the provider says after half an
 * hour that the money is authorised and not taken. Throws without an answer.
 */
const askCharge = async (deps: Deps, payment: PaymentRecord): Promise<Outcome> => {
  const { payments } = deps;
  const order = orderOf(payment);
  if (payments.repeatsSafelyMs > 0) return payments.complete(order, payment.reference);
  const outcome = await payments.retrieve(order, payment.reference);
  const isOver = isOlder(payment.changedAt, CHARGE_MS, deps);
  return outcome.state === 'authorised' && isOver ? { state: 'failed', key: ERROR_KEYS.paymentInit } : outcome;
};

const askAgain = async (deps: Deps, payment: PaymentRecord) =>
  settle(deps, payment.id, await outcomeOf(askCharge(deps, payment)));

/**
 * Takes the money of a payment whose challenge was passed and writes the outcome down. Only the caller that moves it to
 * `charging` sends the charge. Without an answer it stays `charging` until the provider is asked again.
 */
export const charge = async (deps: Deps, payment: PaymentRecord): Promise<PaymentRecord | undefined> => {
  if (!(await beginCharge(deps, payment))) {
    const current = await repository.findPayment(deps.db, payment.id);
    return current?.state === 'charging' ? askAgain(deps, current) : current;
  }
  return settle(deps, payment.id, await outcomeOf(deps.payments.complete(orderOf(payment), payment.reference)));
};

const advanceChallenge = async (deps: Deps, payment: PaymentRecord, hasReturned: boolean) => {
  const asking = deps.payments.retrieve(orderOf(payment), payment.reference, hasReturned);
  const outcome = await outcomeOf(asking);
  if (outcome?.state === 'authorised') return charge(deps, payment);
  // Only a challenge that the provider calls unanswered may end by time; without its answer nobody knows.
  if (outcome?.state === 'waiting' && isOlder(payment.changedAt, CHALLENGE_MS, deps))
    return settle(deps, payment.id, { state: 'failed', key: ERROR_KEYS.challengeFailed }, 'server');
  return settle(deps, payment.id, outcome);
};

/** Charges a renewal that was just written down as sent. Without an answer it stays `charging`, and is only asked about. */
export const sendRenewal = async (deps: Deps, payment: Renewal, token: string) =>
  settle(deps, payment.id, await outcomeOf(deps.payments.chargeAgain(orderOf(payment), token)));

/**
 * Whether a charge unknown to the provider may be sent again: only while the provider charges an order once. Any other charge
 * stays open until the provider or an operator settles it.
 */
const mayRepeat = (deps: Deps, payment: Renewal, outcome: Outcome | null): boolean => {
  const isUnknown = outcome?.state === 'waiting' || outcome?.state === 'authorised';
  const isOver = isOlder(payment.createdAt, deps.payments.repeatsSafelyMs, deps);
  return isUnknown && payment.state === 'charging' && isOlder(payment.createdAt, RENEWAL_ANSWER_MS, deps) && !isOver;
};

const advanceRenewal = async (deps: Deps, payment: Renewal) => {
  const token = await findToken(deps.db, payment.subscriptionId);
  // Without a stored card nothing was charged and nothing can be: the provider's answer would be a decline.
  if (token === null) return settle(deps, payment.id, { state: 'failed', key: ERROR_KEYS.cardDeclined });
  const outcome = await outcomeOf(deps.payments.findCharge(orderOf(payment), token));
  return mayRepeat(deps, payment, outcome) ? sendRenewal(deps, payment, token) : settle(deps, payment.id, outcome);
};

const retrieve = async (deps: Deps, payment: PaymentRecord) =>
  settle(deps, payment.id, await outcomeOf(deps.payments.retrieve(orderOf(payment), payment.reference)));

/**
 * Brings a payment as far as the provider's answer allows: after the return from the bank, a webhook, the company's question,
 * or by the clock. `hasReturned`: the browser came back from the provider's form. Returns the payment as it stands then;
 * undefined when there is none.
 */
export const advance = async (
  deps: Deps,
  id: string,
  { hasReturned = false } = {},
): Promise<PaymentRecord | undefined> => {
  const payment = await repository.findPayment(deps.db, id);
  if (!payment || payment.provider !== deps.payments.name) return payment;
  const isTooLate = payment.state === 'failed' && isOlder(payment.changedAt, LATE_MS, deps);
  if (isTooLate || payment.state === 'succeeded') return payment;
  if (isRenewal(payment)) return advanceRenewal(deps, payment);
  switch (payment.state) {
    case 'started':
      return isOlder(payment.changedAt, START_MS, deps)
        ? settle(deps, id, { state: 'failed', key: ERROR_KEYS.paymentInit }, 'server')
        : payment;
    case 'challenge':
      return advanceChallenge(deps, payment, hasReturned);
    case 'charging':
      return askAgain(deps, payment);
    case 'review':
      return retrieve(deps, payment);
    case 'failed':
      return payment.opensForm ? payment : retrieve(deps, payment);
  }
};

/**
 * Settles purchases that nobody asks about: after a crash, a lost return, a late answer. Returns how many it looked at; one that
 * throws holds up no other, and its error is thrown at the end.
 */
export const advanceUnsettled = async (deps: Deps, { quietMs = 15_000, limit = 50 } = {}): Promise<number> => {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - quietMs);
  const ask = { kind: 'purchase', provider: deps.payments.name, before, now, limit } as const;
  const ids = await repository.claimUnsettled(deps.db, ask);
  await eachOne(ids, (id) => advance(deps, id));
  return ids.length;
};
