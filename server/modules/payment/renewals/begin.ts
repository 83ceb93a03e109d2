import type { Transaction } from 'kysely';
import { audit } from '../../../platform/audit';
import type { Database } from '../../../platform/database/schema';
import type { Deps } from '../../../platform/deps';
import type { Outcome } from '../../../platform/ports/payments';
import { subscriptions, termsAt, type RenewableSubscription } from '../../product';
import { settleRenewal, type Renewal } from './outcome';
import * as repository from '../repository';
import { listExisting } from './repository';
import { sha256 } from '../../../platform/sha256';

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
const lockUnchanged = async (trx: Transaction<Database>, due: RenewableSubscription) => {
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
  trx: Transaction<Database>,
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
  const entry = { action, subjectType: 'subscription', subjectId: due.id, details };
  await audit(trx, deps.clock, { kind: 'clock', organisationId }, entry);
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
