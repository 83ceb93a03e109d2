import { BASKET_QUANTITY_MAX } from '../../../contract/constants/limits';
import type { Basket, ItemBody, Product } from '../../../contract/schemas/commerce';
import type { SubscriptionPlan } from '../../../contract/schemas/product';

export type BasketItem = Basket['items'][number];

/** The route state with which one comes to the basket and to the pages of payment. Spec 2, point 2. */
export interface BasketTrip {
  basketId: string;
}

const BASKET_ID = /^[0-9a-f]{24,64}$/;

/** The basket that a route's state tells of; null where it tells of none. */
export const basketIdOf = (state: unknown): string | null => {
  const { basketId } = (state ?? {}) as Partial<Record<keyof BasketTrip, unknown>>;
  return typeof basketId === 'string' && BASKET_ID.test(basketId) ? basketId : null;
};

/** The package of a basket, to which add-ons go; null with a plan and in an empty one. */
export const packageOf = ({ items }: Pick<Basket, 'items'>): BasketItem | null =>
  items.find(({ product }) => product?.type === 'package') ?? null;

/** The plan of a basket, which is alone in it; null without one. */
export const planOf = ({ items }: Pick<Basket, 'items'>): SubscriptionPlan | null =>
  items.find(({ plan }) => plan !== null)?.plan ?? null;

/** How many of it can be bought at once; a plan once. Spec 2, point 5. */
export const limitOf = (product: Pick<Product, 'purchaseLimit'> | null): number =>
  product ? (product.purchaseLimit ?? BASKET_QUANTITY_MAX) : 1;

export const titleOf = ({ product, plan }: BasketItem): string => product?.title ?? plan?.product.title ?? '';

/** True for what was withdrawn since it was put in: it can only be taken out. Servers one release older do not send it. */
export const isUnsold = ({ isOffered }: Pick<BasketItem, 'isOffered'>): boolean => isOffered === false;

/** Names an item in the body of a call. */
export const bodyOf = ({ product, plan }: { product: Product | null; plan: SubscriptionPlan | null }): ItemBody =>
  product ? { productId: product.id } : { planId: plan?.id ?? 0 };

/** True where both mean the same product or plan. */
export const isSameBody = (one: ItemBody, other: ItemBody): boolean =>
  'productId' in one
    ? 'productId' in other && one.productId === other.productId
    : 'planId' in other && one.planId === other.planId;

/** What leaves with an item: a package takes the add-ons with it. API contract, section 9. */
export const leavingWith = ({ items }: Pick<Basket, 'items'>, itemId: string): BasketItem[] => {
  const item = items.find(({ _id }) => _id === itemId);
  if (!item) return [];
  const addons = item.product?.type === 'package' ? items.filter(({ product }) => product?.type === 'addon') : [];
  return [item, ...addons];
};

/** A thing that was taken out and can be put back. */
export interface Removed {
  title: string;
  items: { body: ItemBody; quantity: number }[];
}

/**
 * What undoing a removal puts back, the package before its add-ons; null where nothing leaves. With a package that is no longer
 * sold nothing comes back.
 */
export const removalOf = (basket: Pick<Basket, 'items'>, itemId: string): Removed | null => {
  const leaving = leavingWith(basket, itemId);
  const [first] = leaving;
  if (!first) return null;
  const back = isUnsold(first) ? [] : leaving.filter((item) => !isUnsold(item));
  return { title: titleOf(first), items: back.map((item) => ({ body: bodyOf(item), quantity: item.quantity })) };
};

/** Prices that changed on the way to the payment, in the currency's main unit. */
export interface PriceChange {
  currency: string;
  before: number;
  after: number;
  items: { id: string; title: string; before: number; after: number }[];
}

/** What is dearer or cheaper now; null where nothing is. */
export const priceChangeOf = (before: Basket, after: Basket): PriceChange | null => {
  const items = after.items.flatMap((item) => {
    const was = before.items.find(({ _id }) => _id === item._id);
    if (!was || was.unitPrice === item.unitPrice) return [];
    return [{ id: item._id, title: titleOf(item), before: was.unitPrice, after: item.unitPrice }];
  });
  if (items.length === 0) return null;
  return { currency: after.currency, before: before.totalPrice, after: after.totalPrice, items };
};

/**
 * The price for a time at which an item was put in: `endsAt` while it lasts, else what it will cost when it is paid (an
 * expired one is never charged: API contract, section 9); null for an item at its usual price.
 */
export const itemOffer = ({ product, unitPrice }: BasketItem): { endsAt: number } | { price: number } | null => {
  if (!product) return null;
  if (product.rule_price === unitPrice && product.rule_price_ttl !== null)
    return { endsAt: Date.parse(product.rule_price_ttl) };
  const price = product.rule_price ?? product.price;
  return price === unitPrice ? null : { price };
};
