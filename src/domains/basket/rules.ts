import { BASKET_QUANTITY_MAX } from '../../../contract/constants/limits';
import type { Basket, ItemBody, Product } from '../../../contract/schemas/commerce';
import type { SubscriptionPlan } from '../../../contract/schemas/product';

export type BasketItem = Basket['items'][number];

/** Route state of the basket page and of the payment pages. */
export interface BasketRouteState {
  basketId: string;
  /** The user left the bank’s page and starts the payment again. */
  startsAgain?: true;
}

const BASKET_ID = /^[0-9a-f]{24,64}$/;

/** Returns the basket id in a route's state; null if there is none. */
export const basketIdOf = (state: unknown): string | null => {
  const { basketId } = (state ?? {}) as Partial<Record<keyof BasketRouteState, unknown>>;
  return typeof basketId === 'string' && BASKET_ID.test(basketId) ? basketId : null;
};

/** True if the user came to start an unfinished payment again. */
export const startsAgain = (state: unknown): boolean =>
  (state as Partial<BasketRouteState> | null)?.startsAgain === true;

/** Returns the package of a basket, to which add-ons belong; null for a plan or an empty basket. */
export const packageOf = ({ items }: Pick<Basket, 'items'>): BasketItem | null =>
  items.find(({ product }) => product?.type === 'package') ?? null;

/** Returns the plan of a basket, which excludes other items; null without one. */
export const planOf = ({ items }: Pick<Basket, 'items'>): SubscriptionPlan | null =>
  items.find(({ plan }) => plan !== null)?.plan ?? null;

/** Returns how many job credits an item brings; 0 for a plan, whose terms say it. */
export const creditsOf = ({ product, quantity: chosen }: BasketItem, quantity = chosen): number =>
  quantity * (product?.job_creation_amount ?? 0);

/** Returns the maximum quantity of one purchase; 1 for a plan. See docs/PRODUCT.md#basket. */
export const limitOf = (product: Pick<Product, 'purchaseLimit'> | null): number =>
  product ? (product.purchaseLimit ?? BASKET_QUANTITY_MAX) : 1;

export const titleOf = ({ product, plan }: BasketItem): string => product?.title ?? plan?.product.title ?? '';

/**
 * True for an item that is no longer sold: the user can only remove it. Servers one release older do not send the
 * field.
 */
export const isDiscontinued = ({ isOffered }: Pick<BasketItem, 'isOffered'>): boolean => isOffered === false;

export const bodyOf = ({ product, plan }: { product: Product | null; plan: SubscriptionPlan | null }): ItemBody =>
  product ? { productId: product.id } : { planId: plan?.id ?? 0 };

export const isSameBody = (one: ItemBody, other: ItemBody): boolean =>
  'productId' in one
    ? 'productId' in other && one.productId === other.productId
    : 'planId' in other && one.planId === other.planId;

/** Returns the items that leave with an item: a package takes its add-ons along. See docs/API.md#baskets. */
export const itemsRemovedWith = ({ items }: Pick<Basket, 'items'>, itemId: string): BasketItem[] => {
  const item = items.find(({ _id }) => _id === itemId);
  if (!item) return [];
  const addons = item.product?.type === 'package' ? items.filter(({ product }) => product?.type === 'addon') : [];
  return [item, ...addons];
};

/** A removed item that an undo can add again. */
export interface Removed {
  title: string;
  items: { body: ItemBody; quantity: number }[];
  /** The title of the item that replaced it. */
  replacedBy?: string;
}

const restorable = (items: readonly BasketItem[]): Removed['items'] =>
  items.filter((item) => !isDiscontinued(item)).map((item) => ({ body: bodyOf(item), quantity: item.quantity }));

/**
 * Returns the items that a new package or plan replaced, because a basket holds only one (docs/API.md#baskets). Null if
 * it replaced none, or one that is no longer sold.
 */
export const replacementOf = (before: Pick<Basket, 'items'>, after: Pick<Basket, 'items'>): Removed | null => {
  const isIn = (basket: Pick<Basket, 'items'>) => (item: BasketItem) =>
    basket.items.some((other) => isSameBody(bodyOf(other), bodyOf(item)));
  const left = before.items.filter((item) => !isIn(after)(item));
  const added = after.items.find((item) => !isIn(before)(item));
  const [first] = left;
  if (!first || !added || isDiscontinued(first)) return null;
  return { title: titleOf(first), items: restorable(left), replacedBy: titleOf(added) };
};

/**
 * Returns what an undo adds again, the package before its add-ons; null if nothing leaves. The undo adds nothing if
 * the removed item is no longer sold.
 */
export const removalOf = (basket: Pick<Basket, 'items'>, itemId: string): Removed | null => {
  const removed = itemsRemovedWith(basket, itemId);
  const [first] = removed;
  if (!first) return null;
  return { title: titleOf(first), items: isDiscontinued(first) ? [] : restorable(removed) };
};

/** Prices that changed before the payment, in the currency's main unit. */
export interface PriceChange {
  currency: string;
  before: number;
  after: number;
  items: { id: string; title: string; before: number; after: number }[];
}

/** Returns the items and totals with changed prices; null if no price changed. */
export const priceChangeOf = (before: Basket, after: Basket): PriceChange | null => {
  const items = after.items.flatMap((item) => {
    const previous = before.items.find(({ _id }) => _id === item._id);
    if (!previous || previous.unitPrice === item.unitPrice) return [];
    return [{ id: item._id, title: titleOf(item), before: previous.unitPrice, after: item.unitPrice }];
  });
  if (items.length === 0) return null;
  return { currency: after.currency, before: before.totalPrice, after: after.totalPrice, items };
};

/**
 * Returns the limited-time price of an item: `endsAt` while it lasts, otherwise the `price` that the payment will
 * charge, because an expired offer is never charged (docs/API.md#prices). Returns null for an item at its usual price.
 */
export const itemOffer = ({ product, unitPrice }: BasketItem): { endsAt: number } | { price: number } | null => {
  if (!product) return null;
  if (product.rule_price === unitPrice && product.rule_price_ttl !== null)
    return { endsAt: Date.parse(product.rule_price_ttl) };
  const price = product.rule_price ?? product.price;
  return price === unitPrice ? null : { price };
};
