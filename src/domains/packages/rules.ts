import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';

/** The current subscription: the last listed one, if it is active. Spec 1, point 3. */
export const currentSubscription = (subscriptions: readonly Subscription[]): Subscription | null => {
  const last = subscriptions.at(-1);
  return last?.status === 'active' ? last : null;
};

/** True once it renews itself no more and only runs to its end. */
export const isCancelled = ({ endsAt }: Subscription): boolean => endsAt !== null;

/** What one gets, in the plan's order, without what only the catalogue shows. Spec 1, point 2. */
export const shownFeatures = ({ product }: SubscriptionPlan): SubscriptionPlan['product']['features'] =>
  product.features.filter(({ preview }) => !preview).sort((one, other) => one.order - other.order);
