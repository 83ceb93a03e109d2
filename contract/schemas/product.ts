import { Type, type Static } from 'typebox';
import { PLAN_PERIODS } from '../constants/options';
import { SUBSCRIPTION_STATUSES } from '../constants/statuses';
import { Id, Instant, Nullable, OneOf } from './common';

/** What one gets, in the request's language. `preview`: shown in the catalogue's card only. */
export const Feature = Type.Object({
  description: Type.String(),
  preview: Type.Boolean(),
  order: Type.Integer(),
  icon: Nullable(Type.String()),
});

/** `price` in the currency's main unit. A period is `interval` weeks, months or years. Spec 1, point 3. */
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
 * `plan.price` is what this subscription pays, whatever the plan costs by now; `nextPrice`: the price and credits that were announced,
 * from the renewal at `from` on; a server of an earlier release leaves its `jobCredits` out. `nextAttemptAt`: the next charge, null once it was cancelled; `endsAt`: the last day, null while it renews itself.
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
