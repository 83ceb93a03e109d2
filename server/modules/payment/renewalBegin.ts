import type { Transaction } from 'kysely';
import { audit } from '../../platform/audit';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import type { Outcome } from '../../platform/ports/payments';
import { termsAt, type RenewableSubscription } from '../product/renewable';
import * as subscriptions from '../product/renewalRepository';
import { renewalId } from './renewalId';
import { settleRenewal, type Renewal } from './renewalOutcome';
import * as repository from './repository';
import { listKnown } from './unsettledRepository';

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** The subscription, locked, when nothing has happened to it since it was read; else undefined. */
const lockUnchanged = async (trx: Transaction<Database>, due: RenewableSubscription) => {
  const locked = await subscriptions.lockForRenewal(trx, due.id);
  const isUnchanged =
    locked !== undefined &&
    locked.status === due.status &&
    locked.failedAttempts === due.failedAttempts &&
    isSame(locked.nextAttemptAt, due.nextAttemptAt) &&
    isSame(locked.nextTerms?.from ?? null, due.nextTerms?.from ?? null);
  // Another server may have begun it since.
  return isUnchanged && !(await subscriptions.isBeingCharged(trx, due.id)) ? locked : undefined;
};

const note = async (
  trx: Transaction<Database>,
  deps: Deps,
  due: RenewableSubscription,
  { id, period, at, action }: { id: string; period: Date; at: Date; action: string },
): Promise<Renewal | null> => {
  // Whoever notes one holds the lock of the subscription.
  if ((await listKnown(trx, [id])).length > 0) return null;
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
 * Writes down that the charge is sent, before it is. Whoever gets the payment sends it, once; null when somebody else has, or when it is
 * not due any more.
 */
export const beginRenewal = (deps: Deps, due: RenewableSubscription, period: Date): Promise<Renewal | null> =>
  deps.db.transaction().execute(async (trx) => {
    if (!(await lockUnchanged(trx, due))) return null;
    const id = renewalId(due, period, due.failedAttempts);
    return note(trx, deps, due, { id, period, at: deps.clock.now(), action: 'subscription.charge_started' });
  });

/** Writes down a charge that the provider knows of and the store does not; false when the subscription has changed meanwhile. */
export const adoptRenewal = (
  deps: Deps,
  due: RenewableSubscription,
  { id, period, outcome }: { id: string; period: Date; outcome: Outcome },
): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    if (!(await lockUnchanged(trx, due))) return false;
    const payment = await note(trx, deps, due, { id, period, at: period, action: 'subscription.charge_found' });
    if (payment) await settleRenewal(trx, deps, payment, outcome);
    return payment !== null;
  });
