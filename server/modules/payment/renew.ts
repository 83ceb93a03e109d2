import type { Deps } from '../../platform/deps';
import type { Order, Outcome } from '../../platform/ports/payments';
import { subscriptions, termsAt, type RenewableSubscription } from '../product';
import { advance, forEachSettled, sendRenewal } from './settlement';
import { claimUnsettled, listExisting } from './repository';
import { adoptRenewal, beginRenewal, renewalId, MAX_ATTEMPTS } from './renewals';

/** Subscriptions per query. */
const BATCH = 50;
/** Milliseconds until the server asks again about a renewal's charge without an answer. */
const RETRY_AFTER_MS = 60_000;

interface FoundCharge {
  id: string;
  period: Date;
  outcome: Outcome;
}

const tookMoney = ({ state }: Outcome): boolean => state === 'succeeded' || state === 'review';

/**
 * Finds a charge of a period that the provider knows and a restored database has lost. It prefers taken money of any
 * attempt over a decline of the current attempt.
 */
const findLostCharge = async (
  deps: Deps,
  due: RenewableSubscription & { token: string },
  period: Date,
): Promise<FoundCharge | null> => {
  const { priceMinor: amountMinor, currency } = termsAt(due, period);
  const ids = Array.from({ length: MAX_ATTEMPTS }, (_, attempt) => renewalId(due, period, attempt));
  const existing = await listExisting(deps.db, ids);
  let declined: FoundCharge | null = null;
  for (const [attempt, id] of ids.entries()) {
    if (existing.includes(id)) continue;
    const order: Order = { id, amountMinor, currency };
    const outcome = await deps.payments.findCharge(order, due.token);
    if (tookMoney(outcome)) return { id, period, outcome };
    if (outcome.state === 'failed' && attempt === due.failedAttempts) declined = { id, period, outcome };
  }
  return declined;
};

/**
 * Asks about the unpaid periods of a subscription that no longer renews. A restored backup may have lost their
 * charges, and no due charge would find them. A decline changes nothing. Each run finds one charge.
 */
const checkStopped = async (deps: Deps, subscriptionId: number): Promise<void> => {
  const calendar = { now: deps.clock.now(), timeZone: deps.settings.timeZone };
  const stopped = await subscriptions.findRenewable(deps.db, subscriptionId);
  if (!stopped || stopped.nextAttemptAt !== null) return;
  const { token } = stopped;
  const periods = token === null ? [] : await subscriptions.listDuePeriods(deps.db, subscriptionId, calendar);
  for (const period of periods) {
    const found = await findLostCharge(deps, { ...stopped, token: token! }, period);
    if (found && tookMoney(found.outcome)) return void (await adoptRenewal(deps, stopped, found));
  }
  await subscriptions.markChecked(deps.db, subscriptionId);
};

/** Charges a due subscription unless the provider has already charged it. Returns false when it is no longer due. */
const renewOne = async (deps: Deps, subscriptionId: number): Promise<boolean> => {
  const calendar = { now: deps.clock.now(), timeZone: deps.settings.timeZone };
  const due = await subscriptions.findRenewable(deps.db, subscriptionId);
  if (!due || due.status === 'ended' || due.nextAttemptAt === null || due.nextAttemptAt > calendar.now) return false;
  const { token } = due;
  const periods = await subscriptions.listDuePeriods(deps.db, subscriptionId, calendar);
  const currentPeriod = periods.at(-1);
  if (!currentPeriod) return false;
  for (const period of token === null ? [] : periods) {
    const found = await findLostCharge(deps, { ...due, token: token! }, period);
    // A decline of a past period says nothing about the current one.
    if (found && (tookMoney(found.outcome) || period === currentPeriod)) {
      const isAdopted = await adoptRenewal(deps, due, found);
      return isAdopted && (await renewOne(deps, subscriptionId), true);
    }
  }
  const payment = await beginRenewal(deps, due, currentPeriod);
  if (!payment) return false;
  await (token === null ? advance(deps, payment.id) : sendRenewal(deps, payment, token));
  return true;
};

/** Asks the provider about renewals whose charge has no answer yet. */
const advanceOpenRenewals = async (deps: Deps) => {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - RETRY_AFTER_MS);
  const options = { kind: 'renewal', provider: deps.payments.name, before, now, limit: BATCH } as const;
  await forEachSettled(await claimUnsettled(deps.db, options), (id) => advance(deps, id));
};

/** Reads a list of subscriptions in batches and runs `work` for each. An error of one does not stop the others. */
const inBatches = async (deps: Deps, list: typeof subscriptions.listDue, work: (id: number) => Promise<unknown>) => {
  const seen: number[] = [];
  const failures: unknown[] = [];
  for (;;) {
    const options = { provider: deps.payments.name, now: deps.clock.now(), seen, limit: BATCH };
    const ids = await list(deps.db, options);
    if (ids.length === 0) break;
    seen.push(...ids);
    await forEachSettled(ids, work).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
};

/**
 * Charges the subscriptions that are due and returns how many. Several processes may call it at once. A failed charge
 * is retried three times within the period, with a mail each time; then the subscription ends. An error of one does
 * not stop the others and is thrown at the end.
 */
export const renewDue = async (deps: Deps): Promise<number> => {
  let count = 0;
  const charge = async (id: number) => {
    if (await renewOne(deps, id)) count += 1;
  };
  const steps = [
    () => advanceOpenRenewals(deps),
    () => inBatches(deps, subscriptions.listDue, charge),
    () => inBatches(deps, subscriptions.listStopped, (id) => checkStopped(deps, id)),
  ];
  await forEachSettled(steps, (step) => step());
  return count;
};
