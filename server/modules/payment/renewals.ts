import { randomBytes } from 'node:crypto';
import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import * as subscriptions from '../product/renewalRepository';
import { eachOne } from './eachOne';
import * as repository from './repository';
import { advance } from './settle';
import { claimUnsettled } from './unsettledRepository';

/** Subscriptions that are looked up at once. */
const BATCH = 50;
/** A renewal whose charge got no answer is asked about again after this long. */
const QUIET_MS = 60_000;

/** "About to charge" is written before the charge, one renewal of a subscription at a time; null when it is not due any more. */
const begin = (deps: Deps, subscriptionId: number): Promise<string | null> =>
  deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const due = await subscriptions.lockForRenewal(trx, subscriptionId);
    if (!due || due.status === 'ended' || due.nextAttemptAt === null || due.nextAttemptAt > now) return null;
    // Another server may have begun it between the list and the lock.
    if (await subscriptions.isBeingCharged(trx, subscriptionId)) return null;
    const { organisationId, userId, jobCredits, priceMinor, currency, title } = due;
    const id = randomBytes(16).toString('hex');
    const items = [{ title: title.en, quantity: 1 }];
    const payment: repository.NewPayment = {
      id,
      organisationId,
      userId,
      basketId: null,
      subscriptionId,
      provider: deps.payments.name,
      amountMinor: priceMinor,
      currency,
      grants: { jobCredits, givesDashboardAccess: false, planId: null, items },
      state: 'charging',
      referrer: null,
    };
    await repository.insertPayment(trx, payment, now);
    const details = { paymentId: id, amountMinor: priceMinor, currency, provider: payment.provider };
    const entry = { action: 'subscription.charge_started', subjectType: 'subscription', subjectId: subscriptionId };
    await audit(trx, deps.clock, { kind: 'clock', organisationId }, { ...entry, details });
    return id;
  });

/** Charges that were begun and whose answer never came: the provider is asked again under the same id, so none is taken twice. */
const finishBegun = async (deps: Deps) => {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - QUIET_MS);
  const ask = { kind: 'renewal', provider: deps.payments.name, before, now, limit: BATCH } as const;
  await eachOne(await claimUnsettled(deps.db, ask), (id) => advance(deps, id));
};

const chargeDue = async (deps: Deps): Promise<number> => {
  const seen: number[] = [];
  const failures: unknown[] = [];
  let count = 0;
  for (;;) {
    const ask = { provider: deps.payments.name, now: deps.clock.now(), seen, limit: BATCH };
    const due = await subscriptions.listDue(deps.db, ask);
    if (due.length === 0) break;
    seen.push(...due);
    await eachOne(due, async (id) => {
      const paymentId = await begin(deps, id);
      if (paymentId === null) return;
      count += 1;
      await advance(deps, paymentId);
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return count;
};

/**
 * Charges the subscriptions that are due; answers how many. Several processes may do so at once. A failed charge is tried
 * again three times within the period, with a mail each time; then the subscription ends. One that throws holds up no
 * other, and is thrown at the end. API contract, section 9.
 */
export const renewDue = async (deps: Deps): Promise<number> => {
  let count = 0;
  const steps = [() => finishBegun(deps), async () => void (count = await chargeDue(deps))];
  await eachOne(steps, (step) => step());
  return count;
};
