import { PLAN_PERIODS, type PlanPeriod } from '../../../contract/constants/options';
import type { Product } from '../../../contract/schemas/commerce';
import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
import { isCancelled } from './rules';

type Feature = Product['features'][number];

/** A price for a time that still runs: what is charged now, until when (ms). */
export interface Offer {
  price: number;
  endsAt: number;
}

/** The price for a time as the server told it; null without one. Whether it has ended is the server's to say. Spec 2, point 4. */
export const offerOf = ({ rule_price: price, rule_price_ttl: ttl }: Product): Offer | null =>
  price === null || ttl === null ? null : { price, endsAt: Date.parse(ttl) };

/** What is asked for now and, struck through, what it is reckoned from; that is never the lower one. */
export const pricesOf = (product: Product): { price: number; struck: number | null } => {
  const price = offerOf(product)?.price ?? product.price;
  const before = product.originalPrice ?? product.price;
  return { price, struck: before > price ? before : null };
};

/** When the next price for a time ends (ms); null without one. */
export const nextEndOf = (products: readonly Product[]): number | null => {
  const ends = products.flatMap((product) => offerOf(product)?.endsAt ?? []);
  return ends.length > 0 ? Math.min(...ends) : null;
};

export interface PriceMove {
  id: number;
  title: string;
  currency: string;
  before: number;
  after: number;
}

/** Which prices are others now; what came or went is none. */
export const priceMovesOf = (before: readonly Product[], after: readonly Product[]): PriceMove[] =>
  after.flatMap((product) => {
    const was = before.find(({ id }) => id === product.id);
    const [old, now] = [was && pricesOf(was).price, pricesOf(product).price];
    if (old === undefined || old === now) return [];
    return [{ id: product.id, title: product.title, currency: product.currency, before: old, after: now }];
  });

/** Days, hours, minutes and seconds that are left, none below zero. */
export const timeLeft = (milliseconds: number) => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
};

const byOrder = (one: Feature, other: Feature) => one.order - other.order;

/** What the card shows at once (`preview`) and what "show all" adds, each in the features' order. Spec 2, point 3. */
export const splitFeatures = (features: readonly Feature[]): { shown: Feature[]; more: Feature[] } => {
  const ordered = [...features].sort(byOrder);
  const shown = ordered.filter(({ preview }) => preview);
  // Without any flag there is nothing to choose from.
  return shown.length > 0 ? { shown, more: ordered.filter(({ preview }) => !preview) } : { shown: ordered, more: [] };
};

/** The periods that have plans, from the shortest to the longest. */
export const periodsOf = (plans: readonly SubscriptionPlan[]): PlanPeriod[] =>
  PLAN_PERIODS.filter((period) => plans.some((plan) => plan.period === period));

/** The period that is shown first: the current plan's, monthly else, or the first there is. */
export const firstPeriodOf = (plans: readonly SubscriptionPlan[], current: Subscription | null): PlanPeriod | null => {
  const periods = periodsOf(plans);
  const wished = current?.plan.period ?? 'monthly';
  return periods.includes(wished) ? wished : (periods[0] ?? null);
};

/**
 * `current`: one has it; `running`: another one runs, which must be cancelled and end first; `closed`: not sold;
 * `open`: it can be bought. A cancelled one that still runs counts as running: the server refuses a second beside it.
 */
export const planState = (
  plan: SubscriptionPlan,
  current: Subscription | null,
): 'current' | 'running' | 'closed' | 'open' => {
  if (current?.planId === plan.id) return 'current';
  if (!plan.isPurchasable) return 'closed';
  return current ? 'running' : 'open';
};

/** What the current plan says of itself, with the day it is about. */
export const planDay = (current: Subscription): { kind: 'ends' | 'renews'; day: string } | null => {
  if (isCancelled(current)) return current.endsAt === null ? null : { kind: 'ends', day: current.endsAt };
  return current.nextAttemptAt === null ? null : { kind: 'renews', day: current.nextAttemptAt };
};
