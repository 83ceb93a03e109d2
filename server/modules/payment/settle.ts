import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { audit, type Actor } from '../../platform/audit';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import type { DeclineKey, Order, Outcome } from '../../platform/ports/payments';
import { recordCredits } from '../commerce/credits';
import { beginSubscription } from './beginSubscription';
import { askCharge } from './chargeRepeat';
import { issueReceipt } from './receipt';
import { settleRenewal, type Renewal } from './renewalOutcome';
import { mayRepeat } from './renewalRepeat';
import * as repository from './repository';
import type { PaymentRecord } from './repository';
import { findToken } from './unsettledRepository';

/** A challenge that nobody answers is over after this long. */
const CHALLENGE_MS = 30 * 60_000;
/** A payment whose start was never answered took no money: the provider takes none before it is asked to. */
const START_MS = 2 * 60_000;
/** For so long a payment that failed is asked about again when somebody brings it up: money may come late. */
const LATE_MS = 24 * 3_600_000;

/** A payment as its provider knows it. */
export const orderOf = ({ id, amountMinor, currency }: PaymentRecord): Order => ({ id, amountMinor, currency });

const record = (trx: Transaction<Database>, deps: Deps, payment: PaymentRecord, state: string, key: string | null) => {
  const actor: Actor = { kind: 'clock', organisationId: payment.organisationId };
  const { id, basketId, amountMinor, currency, provider } = payment;
  const details = { paymentId: id, basketId, amountMinor, currency, provider, ...(key && { key }) };
  return audit(trx, deps.clock, actor, {
    action: `payment.${state}`,
    subjectType: 'payment',
    subjectId: null,
    details,
  });
};

const isRenewal = (payment: PaymentRecord): payment is Renewal => payment.subscriptionId !== null;

const grant = async (trx: Transaction<Database>, deps: Deps, payment: PaymentRecord, token: string | null) => {
  const { id: paymentId, organisationId, userId, grants } = payment;
  const now = deps.clock.now();
  const { planId } = grants;
  if (planId !== null) await beginSubscription(trx, deps, { ...payment, planId, token });
  if (grants.givesDashboardAccess) await repository.giveDashboardAccess(trx, userId);
  const kind = grants.planId === null ? 'purchase' : 'subscription';
  if (grants.jobCredits > 0)
    await recordCredits(trx, now, {
      organisationId,
      userId,
      amount: grants.jobCredits,
      kind,
      paymentId,
      actorId: userId,
    });
};

const succeed = async (
  trx: Transaction<Database>,
  deps: Deps,
  payment: PaymentRecord,
  { reference, customerToken }: { reference: string; customerToken: string | null },
) => {
  const now = deps.clock.now();
  const isLate = payment.state === 'failed';
  // A basket that was changed, or is being paid again, since the payment was taken for failed stays as it is.
  if (payment.basketId !== null && (!isLate || (await repository.isUntouchedSince(trx, payment))))
    await repository.setBasketStatus(trx, payment.basketId, 'paid', now);
  await repository.updatePayment(trx, payment.id, { state: 'succeeded', reference, isLate }, now);
  await grant(trx, deps, payment, customerToken);
  await issueReceipt(trx, deps, payment.id);
  await record(trx, deps, payment, 'succeeded', null);
};

/** Ends a locked payment without money; its basket can be changed and paid again. */
export const fail = async (trx: Transaction<Database>, deps: Deps, payment: PaymentRecord, key: DeclineKey) => {
  const now = deps.clock.now();
  await repository.updatePayment(trx, payment.id, { state: 'failed', errorKey: key }, now);
  if (payment.basketId !== null) await repository.setBasketStatus(trx, payment.basketId, 'open', now);
  await record(trx, deps, payment, 'failed', key);
};

/** Money may still be heard of: always of a live payment, and of a failed one but for a form, whose money goes back. */
const isHeard = ({ state, opensForm }: PaymentRecord, outcome: Outcome): boolean =>
  repository.LIVE.includes(state) || (state === 'failed' && !opensForm && outcome.state === 'succeeded');

const settlePurchase = async (trx: Transaction<Database>, deps: Deps, payment: PaymentRecord, outcome: Outcome) => {
  if (outcome.state === 'succeeded') await succeed(trx, deps, payment, outcome);
  else if (outcome.state === 'failed') await fail(trx, deps, payment, outcome.key);
  // Also from a challenge: money that may be gone already must not be freed with its basket.
  else if (outcome.state === 'review' && payment.state !== 'review')
    await repository.updatePayment(trx, payment.id, { state: 'review' }, deps.clock.now());
};

/**
 * Writes down what the provider said: once, in whatever order and however often it comes; null: it said nothing. Money that
 * was taken and its credits are one transaction, also when it comes after the payment was taken for failed. API contract,
 * section 9.
 */
export const settle = (deps: Deps, id: string, outcome: Outcome | null): Promise<PaymentRecord | undefined> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (!payment || outcome === null || !isHeard(payment, outcome)) return payment;
    await (isRenewal(payment)
      ? settleRenewal(trx, deps, payment, outcome)
      : settlePurchase(trx, deps, payment, outcome));
    return repository.findPayment(trx, id);
  });

/** Notes that the money is about to be taken, before it is; false when somebody else has noted it, or the payment has ended. */
const beginCharge = (deps: Deps, { id, reference }: PaymentRecord): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (!payment || (payment.state !== 'started' && payment.state !== 'challenge')) return false;
    // The provider's reference is kept with it: after a crash it is asked by that again.
    const kept = reference === null ? {} : { reference };
    await repository.updatePayment(trx, id, { state: 'charging', ...kept }, deps.clock.now());
    await record(trx, deps, payment, 'charging', null);
    return true;
  });

/** The provider's word; null after a call that broke: the money may be gone already, nobody knows yet, and it is asked again. */
const outcomeOf = (asking: Promise<Outcome>): Promise<Outcome | null> => asking.catch(() => null);

const askAgain = async (deps: Deps, payment: PaymentRecord) =>
  settle(deps, payment.id, await outcomeOf(askCharge(deps, payment, orderOf(payment))));

/**
 * Takes the money of a payment whose challenge was passed, and writes down what came of it. Only the caller that moves it to
 * `charging` sends the charge. Without an answer it stays `charging` until the provider is asked again.
 */
export const charge = async (deps: Deps, payment: PaymentRecord): Promise<PaymentRecord | undefined> => {
  if (!(await beginCharge(deps, payment))) {
    const current = await repository.findPayment(deps.db, payment.id);
    return current?.state === 'charging' ? askAgain(deps, current) : current;
  }
  return settle(deps, payment.id, await outcomeOf(deps.payments.complete(orderOf(payment), payment.reference)));
};

const isOlder = ({ changedAt }: PaymentRecord, ms: number, now: Date) => now.getTime() - changedAt.getTime() >= ms;

const advanceChallenge = async (deps: Deps, payment: PaymentRecord, hasReturned: boolean) => {
  const asking = deps.payments.retrieve(orderOf(payment), payment.reference, hasReturned);
  const outcome = await outcomeOf(asking);
  if (outcome?.state === 'authorised') return charge(deps, payment);
  // Only the provider's own word that nobody has answered ends it: without one nobody knows.
  if (outcome?.state === 'waiting' && isOlder(payment, CHALLENGE_MS, deps.clock.now()))
    return settle(deps, payment.id, { state: 'failed', key: ERROR_KEYS.challengeFailed });
  // Nobody charged it here: a provider that says so all the same is believed, for the money is gone.
  return settle(deps, payment.id, outcome);
};

/** Charges a renewal that was just written down as sent. Without an answer it stays `charging`, and is only asked about. */
export const sendRenewal = async (deps: Deps, payment: Renewal, token: string) =>
  settle(deps, payment.id, await outcomeOf(deps.payments.chargeAgain(orderOf(payment), token)));

const advanceRenewal = async (deps: Deps, payment: Renewal) => {
  const token = await findToken(deps.db, payment.subscriptionId);
  // Without a card that may be used again nothing was charged, and nothing can be.
  if (token === null) return settle(deps, payment.id, { state: 'failed', key: ERROR_KEYS.cardDeclined });
  const outcome = await outcomeOf(deps.payments.findCharge(orderOf(payment), token));
  return mayRepeat(deps, payment, outcome) ? sendRenewal(deps, payment, token) : settle(deps, payment.id, outcome);
};

const retrieve = async (deps: Deps, payment: PaymentRecord) =>
  settle(deps, payment.id, await outcomeOf(deps.payments.retrieve(orderOf(payment), payment.reference)));

/**
 * Brings a payment as far as the provider's own word allows: by the bank's way back, a webhook, the company's question,
 * or the clock. `hasReturned`: the browser came back from the provider's form. Answers how it stands then; undefined when
 * there is none.
 */
export const advance = async (
  deps: Deps,
  id: string,
  { hasReturned = false } = {},
): Promise<PaymentRecord | undefined> => {
  const payment = await repository.findPayment(deps.db, id);
  if (!payment || payment.provider !== deps.payments.name) return payment;
  const isTooLate = payment.state === 'failed' && isOlder(payment, LATE_MS, deps.clock.now());
  if (isTooLate || payment.state === 'succeeded') return payment;
  if (isRenewal(payment)) return advanceRenewal(deps, payment);
  switch (payment.state) {
    case 'started':
      return isOlder(payment, START_MS, deps.clock.now())
        ? settle(deps, id, { state: 'failed', key: ERROR_KEYS.paymentInit })
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
