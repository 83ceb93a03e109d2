import { PLAN_PERIODS } from '../../../contract/constants/options';
import type { Product } from '../../../contract/schemas/commerce';
import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';

type Feature = Product['features'][number];

/** A limited-time price, and its end in milliseconds. */
export interface Offer {
  price: number;
  endsAt: number;
}

/**
 * Returns the server's limited-time price, or null. Only the server decides whether it has ended:
 * docs/PRODUCT.md#catalogue.
 */
export const offerOf = ({ rule_price: price, rule_price_ttl: ttl }: Product): Offer | null =>
  price === null || ttl === null ? null : { price, endsAt: Date.parse(ttl) };

/** Returns the current price and a higher original price to strike through, or null. */
export const pricesOf = (product: Product): { price: number; originalPrice: number | null } => {
  const price = offerOf(product)?.price ?? product.price;
  const before = product.originalPrice ?? product.price;
  return { price, originalPrice: before > price ? before : null };
};

/** Returns when the next limited-time price ends (ms); null without one. */
export const nextOfferEnd = (products: readonly Product[]): number | null => {
  const ends = products.flatMap((product) => offerOf(product)?.endsAt ?? []);
  return ends.length > 0 ? Math.min(...ends) : null;
};

export interface ProductPriceChange {
  id: number;
  title: string;
  currency: string;
  before: number;
  after: number;
}

/** Returns the prices that changed; ignores added and removed products. */
export const priceChangesOf = (before: readonly Product[], after: readonly Product[]): ProductPriceChange[] =>
  after.flatMap((product) => {
    const previous = before.find(({ id }) => id === product.id);
    const [previousPrice, price] = [previous && pricesOf(previous).price, pricesOf(product).price];
    if (previousPrice === undefined || previousPrice === price) return [];
    return [{ id: product.id, title: product.title, currency: product.currency, before: previousPrice, after: price }];
  });

/** Returns the remaining days, hours, minutes and seconds, never below zero. */
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

/**
 * Splits the features into those that the card shows at once (`preview`) and those behind "show all"; keeps their
 * order.
 */
export const splitFeatures = (features: readonly Feature[]): { shown: Feature[]; more: Feature[] } => {
  const ordered = [...features].sort(byOrder);
  const shown = ordered.filter(({ preview }) => preview);
  // Without any preview flag the card shows all features.
  return shown.length > 0 ? { shown, more: ordered.filter(({ preview }) => !preview) } : { shown: ordered, more: [] };
};

/** Returns the plans by period, shortest first. */
export const byPeriod = (plans: readonly SubscriptionPlan[]): SubscriptionPlan[] =>
  PLAN_PERIODS.flatMap((period) => plans.filter((plan) => plan.period === period));

/** True when the subscription ends instead of renewing. */
export const isCancelled = ({ endsAt }: Subscription): boolean => endsAt !== null;

/**
 * `current`: the company has it; `running`: another plan must end first; `closed`: not sold; `open`: available. A
 * cancelled plan that has not ended counts as running, because the server refuses a second plan.
 */
export const planState = (
  plan: SubscriptionPlan,
  current: Subscription | null,
): 'current' | 'running' | 'closed' | 'open' => {
  if (current?.planId === plan.id) return 'current';
  if (!plan.isPurchasable) return 'closed';
  return current ? 'running' : 'open';
};

/** Returns whether the current plan ends or renews, and on which day. */
export const planDay = (current: Subscription): { kind: 'ends' | 'renews'; day: string } | null => {
  if (isCancelled(current)) return current.endsAt === null ? null : { kind: 'ends', day: current.endsAt };
  return current.nextAttemptAt === null ? null : { kind: 'renews', day: current.nextAttemptAt };
};

const twoDigits = (part: number) => String(part).padStart(2, '0');
const MONTHS = { monthly: 1, annual: 12 } as const;

/**
 * Returns the day (`YYYY-MM-DD`) of the first renewal of a plan paid on `today`. A month without that day uses its
 * last day, as on the server (server/modules/product/repository.ts).
 */
export const renewalDay = (
  today: string,
  { period, interval }: Pick<SubscriptionPlan, 'period' | 'interval'>,
): string => {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  if (period === 'weekly') return new Date(Date.UTC(year, month - 1, day + 7 * interval)).toISOString().slice(0, 10);
  const months = year * 12 + (month - 1) + interval * MONTHS[period];
  const [renewalYear, renewalMonth] = [Math.floor(months / 12), months % 12];
  const lastDay = new Date(Date.UTC(renewalYear, renewalMonth + 1, 0)).getUTCDate();
  return `${renewalYear}-${twoDigits(renewalMonth + 1)}-${twoDigits(Math.min(day, lastDay))}`;
};
