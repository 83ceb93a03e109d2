import type { Language } from '../../../contract/constants/options';
import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
import { toMain } from '../../platform/money';
import type { PlanRecord, SubscriptionRecord } from './repository';

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
