import type { Language } from '../../../contract/constants/options';
import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
import { toMain } from '../../platform/money';
import * as repository from './repository';
import { type PlanRecord, type SubscriptionRecord, listPlans, listSubscriptions } from './repository';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { mailCancellation } from './notices';
import { endOfPaidPeriod, findRenewable, isBeingCharged } from './renewalRepository';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/product';
import { route } from '../../platform/http/route';

/** Maps a plan to the wire: texts in one language, the price in the currency's main unit. */
export const presentPlan = (
  { id, interval, period, priceMinor, currency, isPurchasable, isUpgradeable, product }: PlanRecord,
  language: Language,
): SubscriptionPlan => ({
  id,
  interval,
  isPurchasable,
  isUpgradeable,
  currency,
  period,
  price: toMain(priceMinor),
  product: {
    id,
    title: product.title[language],
    features: [...product.features]
      .sort((a, b) => a.order - b.order)
      .map(({ description, ...feature }) => ({ ...feature, description: description[language] })),
  },
});

/**
 * Maps a subscription to the wire. A subscription past its end is shown as ended, even before the clock job has marked
 * it.
 */
export const presentSubscription = (
  { id, planId, status, startsAt, nextAttemptAt, endsAt, plan, nextPrice }: SubscriptionRecord,
  { language, now }: { language: Language; now: Date },
): Subscription => ({
  id,
  planId,
  startsAt: startsAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  status: endsAt !== null && endsAt <= now ? 'ended' : status,
  plan: presentPlan(plan, language),
  nextPrice: nextPrice && {
    price: toMain(nextPrice.priceMinor),
    currency: nextPrice.currency,
    jobCredits: nextPrice.jobCredits,
    from: nextPrice.from.toISOString(),
  },
});

/** Subscriptions per transaction. */
const ENDING_BATCH = 50;

/**
 * Stops the renewal; the subscription stays active until the date of the next charge. A second call changes nothing.
 * Throws 404 for another company's subscription and 409 for an ended one.
 */
export const cancelSubscription = (
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { user, requestId, id }: { user: AuthUser; requestId: string; id: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const subscription = await repository.lockSubscription(trx, user, id);
    if (!subscription) throw notFound();
    const now = clock.now();
    const { status, nextAttemptAt, endsAt } = subscription;
    if (status === 'ended' || (endsAt !== null && endsAt <= now)) throw conflict(ERROR_KEYS.subscriptionNotActive);
    if (nextAttemptAt === null) return;
    const calendar = { now, timeZone: settings.timeZone };
    const isPending = await isBeingCharged(trx, id);
    const last = isPending
      ? // The company keeps the period that is being paid. If that charge fails, the subscription ends at once.
        await endOfPaidPeriod(trx, id, calendar)
      : // An overdue charge has not been paid, so the subscription ends now.
        new Date(Math.max(nextAttemptAt.getTime(), now.getTime()));
    await repository.stopRenewal(trx, id, last);
    const stopped = await findRenewable(trx, id);
    if (stopped) await mailCancellation(trx, { clock, settings }, stopped, { endsAt: last, isPending });
    await audit(
      trx,
      clock,
      { kind: 'user', user, requestId },
      {
        action: 'subscription.cancelled',
        subjectType: 'subscription',
        subjectId: id,
        details: { endsAt: last.toISOString() },
      },
    );
  });

/** Ends the subscriptions that are past their end. Returns how many. Several processes may call it at once. */
export const endSubscriptions = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> => {
  let total = 0;
  for (;;) {
    const ended = await db.transaction().execute(async (trx) => {
      const due = await repository.endDue(trx, clock.now(), ENDING_BATCH);
      for (const { id, organisationId } of due) {
        const entry = { action: 'subscription.ended', subjectType: 'subscription', subjectId: id };
        await audit(trx, clock, { kind: 'clock', organisationId }, entry);
      }
      return due.length;
    });
    total += ended;
    if (ended < ENDING_BATCH) return total;
  }
};

export const registerProduct = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getSubscriptionPlans, async ({ language }) => ({
    payload: (await listPlans(deps.db)).map((plan) => presentPlan(plan, language)),
  }));
  route(app, contract.getSubscriptions, async ({ user, language }) => {
    const now = deps.clock.now();
    const subscriptions = await listSubscriptions(deps.db, user);
    return { payload: subscriptions.map((one) => presentSubscription(one, { language, now })) };
  });
  route(app, contract.cancelSubscription, async ({ user, requestId, params }) => {
    await cancelSubscription(deps, { user, requestId, id: params.id });
    return { payload: null };
  });
};
