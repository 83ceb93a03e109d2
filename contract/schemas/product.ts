import { Type, type Static } from 'typebox';
import { PLAN_PERIODS } from '../constants/options';
import { SUBSCRIPTION_STATUSES } from '../constants/statuses';
import { Id, Instant, Nullable, OneOf } from './common';

/** A feature in the request's language. A `preview` one appears only on the catalogue's card. */
export const Feature = Type.Object({
  description: Type.String(),
  preview: Type.Boolean(),
  order: Type.Integer(),
  icon: Nullable(Type.String()),
});

/** `price` is in the currency's main unit. A period is `interval` weeks, months or years. */
export const SubscriptionPlan = Type.Object({
  id: Id,
  interval: Type.Integer({ minimum: 1 }),
  isPurchasable: Type.Boolean(),
  isUpgradeable: Type.Boolean(),
  currency: Type.String(),
  period: OneOf(PLAN_PERIODS),
  price: Type.Number(),
  product: Type.Object({ id: Id, title: Type.String(), features: Type.Array(Feature) }),
});
export type SubscriptionPlan = Static<typeof SubscriptionPlan>;
export const SubscriptionPlans = Type.Array(SubscriptionPlan);

/**
 * `plan.price` is the price of this subscription, whatever the plan costs now. `nextPrice` is the announced price and
 * credits from the renewal at `from` on; servers of an earlier release leave out its `jobCredits`. `nextAttemptAt` is
 * the next charge, null after a cancellation. `endsAt` is the last day, null while the subscription renews.
 */
export const Subscription = Type.Object({
  id: Id,
  planId: Id,
  startsAt: Instant,
  nextAttemptAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  status: OneOf(SUBSCRIPTION_STATUSES),
  plan: SubscriptionPlan,
  nextPrice: Nullable(
    Type.Object({
      price: Type.Number(),
      currency: Type.String(),
      jobCredits: Type.Optional(Type.Integer({ minimum: 0 })),
      from: Instant,
    }),
  ),
});
export type Subscription = Static<typeof Subscription>;
export const Subscriptions = Type.Array(Subscription);
