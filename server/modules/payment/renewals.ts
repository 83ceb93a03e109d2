import type { PlanPeriod } from '../../../contract/constants/options';
import { audit } from '../../platform/audit';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { type Outcome, type Initiator, mayMove } from '../../platform/ports/payments';
import { recordCredits } from '../commerce';
import { subscriptions, mailFailure, mailRenewal, type Terms, termsAt, type RenewableSubscription } from '../product';
import { issueReceipt } from './receipts';
import * as repository from './repository';
import { type PaymentRecord, listExisting, listUnanswered, type Unanswered } from './repository';
import { sha256 } from '../../platform/secrets';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { DAY, MINUTE } from '../../../contract/constants/time';

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
  const next = days === undefined ? null : new Date(now.getTime() + days * DAY);
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
  const actor = { kind: 'clock', organisationId } as const;
  const subject = ['subscription', subscriptionId] as const;
  await audit({ trx, clock: deps.clock }, actor, `subscription.charge_${outcome.state}`, subject, details);
};

/**
 * Derives the id of a renewal's charge from the subscription, the period and the attempt, so that a restored database
 * can ask the provider about charges that it has lost. The owner and the start are part of it, because a restored
 * database assigns ids again. `attempt` is the number of earlier declines in the period.
 */
export const renewalId = (
  subscription: { id: number; userId: number; startsAt: Date },
  period: Date,
  attempt: number,
): string => {
  const { id, userId, startsAt } = subscription;
  const parts = ['renewal', id, userId, startsAt.toISOString(), period.toISOString(), attempt];
  return sha256(parts.join('/')).toString('hex').slice(0, 32);
};

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/**
 * Locks a subscription. Returns undefined when it has changed since it was read, or when a charge of it is under way.
 */
const lockUnchanged = async (trx: Trx, due: RenewableSubscription) => {
  const locked = await subscriptions.lockForRenewal(trx, due.id);
  const isUnchanged =
    locked !== undefined &&
    locked.status === due.status &&
    locked.failedAttempts === due.failedAttempts &&
    isSame(locked.nextAttemptAt, due.nextAttemptAt) &&
    isSame(locked.nextTerms?.from ?? null, due.nextTerms?.from ?? null);
  // Another server may have started a charge since.
  return isUnchanged && !(await subscriptions.isBeingCharged(trx, due.id)) ? locked : undefined;
};

const insertRenewal = async (
  trx: Trx,
  deps: Deps,
  due: RenewableSubscription,
  { id, period, at, action }: { id: string; period: Date; at: Date; action: string },
): Promise<Renewal | null> => {
  // A plain read is enough, because every caller holds the lock of the subscription.
  if ((await listExisting(trx, [id])).length > 0) return null;
  const { organisationId, userId, nextTerms } = due;
  const { priceMinor, currency, jobCredits } = termsAt(due, period);
  if (nextTerms && nextTerms.from <= period) await subscriptions.applyNextTerms(trx, due.id);
  const items = [{ title: due.title.en, quantity: 1 }];
  const payment: repository.NewPayment = {
    id,
    organisationId,
    userId,
    basketId: null,
    subscriptionId: due.id,
    provider: deps.payments.name,
    amountMinor: priceMinor,
    currency,
    grants: { jobCredits, givesDashboardAccess: false, planId: null, items },
    state: 'charging',
    referrer: null,
  };
  await repository.insertPayment(trx, payment, at);
  const details = { paymentId: id, amountMinor: priceMinor, currency, provider: deps.payments.name };
  await audit({ trx, clock: deps.clock }, { kind: 'clock', organisationId }, action, ['subscription', due.id], details);
  return ((await repository.findPayment(trx, id)) as Renewal | undefined) ?? null;
};

/**
 * Stores the charge before it is sent. Only the caller that gets the payment sends it. Returns null when another
 * caller has it or the renewal is no longer due.
 */
export const beginRenewal = (deps: Deps, due: RenewableSubscription, period: Date): Promise<Renewal | null> =>
  deps.db.transaction().execute(async (trx) => {
    if (!(await lockUnchanged(trx, due))) return null;
    const id = renewalId(due, period, due.failedAttempts);
    return insertRenewal(trx, deps, due, { id, period, at: deps.clock.now(), action: 'subscription.charge_started' });
  });

/** Stores a charge that only the provider knows. Returns false when the subscription has changed meanwhile. */
export const adoptRenewal = (
  deps: Deps,
  due: RenewableSubscription,
  { id, period, outcome }: { id: string; period: Date; outcome: Outcome },
): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    if (!(await lockUnchanged(trx, due))) return false;
    const payment = await insertRenewal(trx, deps, due, {
      id,
      period,
      at: period,
      action: 'subscription.charge_found',
    });
    if (payment) await settleRenewal(trx, deps, payment, { outcome, by: 'provider' });
    return payment !== null;
  });

/** Every run logs a charge that has been without an answer for this long. */
const ALERT_MS = 10 * MINUTE;
/** An operator may decide only after this time, when no bank holds the charge any more. */
const MANUAL_SETTLE_MS = 30 * MINUTE;

/** Returns at most 50 renewals that have waited ten minutes or more for the provider's answer, oldest first. */
export const findUnanswered = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Unanswered[]> =>
  listUnanswered(db, new Date(clock.now().getTime() - ALERT_MS));

export type ManualResult = 'settled' | 'unknown' | 'already_settled' | 'too_recent';

/**
 * Settles a renewal without an answer as the operator saw it in the provider's panel. If the money was taken, the
 * company gets its credits; otherwise the card is retried as after a decline. Returns `unknown` when there is no such
 * renewal, `already_settled` when it is already settled, and `too_recent` when it was sent less than half an hour ago.
 */
export const settleManually = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { paymentId, wasTaken }: { paymentId: string; wasTaken: boolean },
): Promise<ManualResult> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, paymentId);
    if (!payment || payment.subscriptionId === null) return 'unknown';
    if (!mayMove(payment.state, 'succeeded', 'operator')) return 'already_settled';
    if (deps.clock.now().getTime() - payment.createdAt.getTime() < MANUAL_SETTLE_MS) return 'too_recent';
    const outcome = wasTaken
      ? ({ state: 'succeeded', reference: 'by hand', customerToken: null } as const)
      : ({ state: 'failed', key: ERROR_KEYS.paymentInit } as const);
    const { organisationId, subscriptionId } = payment;
    const actor = { kind: 'operator', organisationId } as const;
    const subject = ['subscription', subscriptionId] as const;
    const details = { paymentId, wasTaken };
    await audit({ trx, clock: deps.clock }, actor, 'subscription.charge_settled', subject, details);
    await settleRenewal(trx, deps, payment as Renewal, { outcome, by: 'operator' });
    return 'settled';
  });
