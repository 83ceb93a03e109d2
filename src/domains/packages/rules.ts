import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';

/** Returns the last listed subscription if it is active, else null. See docs/PRODUCT.md#active-plan. */
export const currentSubscription = (subscriptions: readonly Subscription[]): Subscription | null => {
  const last = subscriptions.at(-1);
  return last?.status === 'active' ? last : null;
};

/** True when the subscription ends instead of renewing. */
export const isCancelled = ({ endsAt }: Subscription): boolean => endsAt !== null;

/** Returns the plan's features in order, without those that only the catalogue shows. */
export const shownFeatures = ({ product }: SubscriptionPlan): SubscriptionPlan['product']['features'] =>
  product.features.filter(({ preview }) => !preview).sort((one, other) => one.order - other.order);
