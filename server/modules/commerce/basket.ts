import type { Language } from '../../../contract/constants/options';
import type { Basket, CreditEntry, Product, StatementQuery, ItemBody } from '../../../contract/schemas/commerce';
import type { Files } from '../../platform/files';
import { toMain, toMainOrNull } from '../../platform/money';
import { presentFeatures, presentPlan, findPlan, hasLiveSubscription } from '../product';
import * as repository from './repository';
import {
  type BasketRecord,
  type ItemRecord,
  type ProductRecord,
  type Buyer,
  findProduct,
  type EntryRecord,
  countEntries,
  listEntries,
} from './repository';
import { PAGE_LIMIT_DEFAULT, BASKET_QUANTITY_MAX } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';
import { randomBytes } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import type { Trx } from '../../platform/database/schema';
import { conflict, notFound } from '../../platform/errors';

interface Priced {
  priceMinor: number;
  rulePriceMinor: number | null;
  rulePriceEndsAt: Date | null;
}

/** Returns the temporary price while it is valid, else null. */
const rulePriceAt = ({ rulePriceMinor, rulePriceEndsAt }: Priced, now: Date): number | null =>
  rulePriceMinor !== null && rulePriceEndsAt !== null && rulePriceEndsAt > now ? rulePriceMinor : null;

/** Returns the price to charge at a moment. An expired temporary price is never charged. */
export const chargedPrice = (product: Priced, now: Date): number => rulePriceAt(product, now) ?? product.priceMinor;

interface View {
  language: Language;
  now: Date;
  files: Files;
}

/** Maps a product to the wire. A temporary price is included only while it is valid. */
export const presentProduct = (product: ProductRecord, { language, now, files }: View): Product => {
  const rulePrice = rulePriceAt(product, now);
  return {
    id: product.id,
    type: product.type,
    title: product.title[language],
    price: toMain(product.priceMinor),
    originalPrice: toMainOrNull(product.originalPriceMinor),
    currency: product.currency,
    isPopular: product.isPopular,
    isSpecial: product.isSpecial,
    isForNewcomers: product.isForNewcomers,
    isForReturnees: product.isForReturnees,
    testGroup: product.testGroup,
    isDashboardAccess: product.givesDashboardAccess,
    isStandalone: product.isStandalone,
    isJobRelated: product.isJobRelated,
    order: product.sortOrder,
    features: presentFeatures(product, language),
    credit: product.jobCredits,
    creditTypeId: product.creditTypeId,
    countryId: null,
    relatedPackages: product.relatedIds,
    purchaseLimit: product.purchaseLimit,
    thread_creation_amount: product.threadCredits,
    job_creation_amount: product.jobCredits,
    rule_price: toMainOrNull(rulePrice),
    rule_price_ttl: rulePrice === null ? null : product.rulePriceEndsAt!.toISOString(),
    imageUrl: files.imageUrl(product.imageKey),
  };
};

const presentItem = ({ id, quantity, unitPriceMinor, isOffered, product, plan }: ItemRecord, view: View) => ({
  _id: id,
  quantity,
  product: product && presentProduct(product, view),
  plan: plan && presentPlan(plan, view.language),
  isOffered,
  unitPrice: toMain(unitPriceMinor),
  totalPrice: toMain(unitPriceMinor * quantity),
});

/** Maps a basket to the wire with the stored prices of its items. */
const presentBasket = ({ id, userId, status, currency, items }: BasketRecord, view: View): Basket => ({
  _id: id,
  userId,
  status,
  items: items.map((item) => presentItem(item, view)),
  totalPrice: toMain(items.reduce((sum, item) => sum + item.unitPriceMinor * item.quantity, 0)),
  currency,
});

const presentEntry = (row: EntryRecord): CreditEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  amount: row.amount,
  balance: row.balance,
  job: row.jobId === null ? null : { id: row.jobId, title: row.jobTitle ?? '' },
  userName: row.userName,
  payment:
    row.paymentId === null
      ? null
      : { id: row.paymentId, amount: toMain(row.paymentMinor ?? 0), currency: row.currency ?? '' },
});

/**
 * Returns a page of the company's credit statement, newest first, with the exact total. `limit` 0 returns only the
 * total.
 */
export const listStatement = async ({ db }: Deps, owner: Buyer, query: StatementQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const total = await countEntries(db, owner);
  const rows = limit === 0 ? [] : await listEntries(db, owner, { limit, offset: (page - 1) * limit });
  return { payload: rows.map(presentEntry), page, limit, total };
};

export interface Caller {
  user: AuthUser;
  language: Language;
  requestId: string;
  /** The address of the caller; some providers require it. */
  ip?: string;
}

/**
 * Frees a locked basket from a payment that has taken no money. Throws 409 `basket.busy` when a charge may be under
 * way. The caller passes this function in, because commerce may not import payment.
 */
type ReleaseBasket = (trx: Trx, deps: Deps, basketId: string) => Promise<void>;
export type BasketDeps = Deps & { releaseBasket: ReleaseBasket };

const newBasketId = () => randomBytes(12).toString('hex');

const present = (deps: Deps, { language }: Caller, basket: BasketRecord): Basket =>
  presentBasket(basket, { language, now: deps.clock.now(), files: deps.files });

/** Returns the company's unpaid basket, or a new one. */
export const createBasket = async (deps: Deps, caller: Caller): Promise<Basket> => {
  const basket = await deps.db.transaction().execute(async (trx) => {
    await repository.insertBasket(trx, caller.user, newBasketId(), deps.clock.now());
    return repository.findLiveBasket(trx, caller.user);
  });
  if (!basket) throw notFound();
  return present(deps, caller, basket);
};

/** Returns the company's unpaid basket, or null. */
export const openBasket = async (deps: Deps, caller: Caller): Promise<Basket | null> => {
  const basket = await repository.findLiveBasket(deps.db, caller.user);
  return basket ? present(deps, caller, basket) : null;
};

/** Returns a basket of the company. Throws 404 for any other. */
export const getBasket = async (deps: Deps, caller: Caller, id: string): Promise<Basket> => {
  const basket = await repository.findBasket(deps.db, caller.user, id);
  if (!basket) throw notFound();
  return present(deps, caller, basket);
};

/** Locks a basket of the company. Throws 404 for any other and 409 for a paid one. */
export const lockUnpaid = async (trx: Trx, buyer: repository.Buyer, id: string): Promise<BasketRecord> => {
  const basket = await repository.lockBasket(trx, buyer, id);
  if (!basket) throw notFound();
  if (basket.status === 'paid') throw conflict(ERROR_KEYS.basketPaid);
  return basket;
};

/**
 * Changes a basket under its lock and returns it. It first cancels a payment that waits for the bank's step. Throws
 * 409 while a charge may be under way.
 */
const change = (
  deps: BasketDeps,
  caller: Caller,
  id: string,
  work: (trx: Trx, basket: BasketRecord, now: Date) => Promise<Record<string, unknown>>,
): Promise<Basket> =>
  deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const basket = await lockUnpaid(trx, caller.user, id);
    if (basket.status === 'paying') await deps.releaseBasket(trx, deps, id);
    const details = await work(trx, basket, now);
    await repository.touch(trx, id, now);
    const entry = { basketId: id, ...details };
    await audit({ trx, clock: deps.clock }, userActor(caller), 'basket.changed', ['basket', null], entry);
    const changed = await repository.findBasket(trx, caller.user, id);
    if (!changed) throw notFound();
    return present(deps, caller, changed);
  });

/** Returns how many of an item a company may buy at once. A plan is limited to one. */
export const limitOf = ({ product }: ItemRecord): number =>
  product?.purchaseLimit ?? (product ? BASKET_QUANTITY_MAX : 1);

const isPackage = ({ product }: ItemRecord): boolean => product?.type === 'package';
const isAddon = ({ product }: ItemRecord): boolean => product?.type === 'addon';
const idsOf = (items: readonly ItemRecord[]): string[] => items.map(({ id }) => id);

/**
 * Returns the items that a new product pushes out of the basket. A package replaces the other package and its add-ons.
 * Every product replaces a plan and items in another currency, because one sum is charged.
 */
const replacedBy = (items: readonly ItemRecord[], product: ProductRecord): string[] =>
  idsOf(
    items.filter(
      (item) =>
        item.plan !== null ||
        item.product?.currency !== product.currency ||
        (product.type === 'package' && (isPackage(item) || isAddon(item))),
    ),
  );

const addProduct = async (
  trx: Trx,
  caller: Caller,
  { id: basketId, items }: BasketRecord,
  { productId, now }: { productId: number; now: Date },
) => {
  const product = await findProduct(trx, caller.user, productId);
  if (!product) throw notFound();
  const there = items.find((item) => item.product?.id === productId);
  if (there) {
    if (there.quantity >= limitOf(there)) throw conflict(ERROR_KEYS.purchaseLimit);
    await repository.setQuantity(trx, there.id, there.quantity + 1);
    return;
  }
  const belongsToPackage = items.some(
    ({ product: other }) =>
      other?.type === 'package' && other.currency === product.currency && product.relatedIds.includes(other.id),
  );
  if (product.type === 'addon' && !product.isStandalone && !belongsToPackage)
    throw conflict(ERROR_KEYS.addonNeedsPackage);
  await repository.deleteItems(trx, replacedBy(items, product));
  const item = { id: newBasketId(), productId, planId: null, unitPriceMinor: chargedPrice(product, now) };
  await repository.insertItem(trx, basketId, item, now);
};

const addPlan = async (
  trx: Trx,
  caller: Caller,
  { id: basketId, items }: BasketRecord,
  { planId, now }: { planId: number; now: Date },
) => {
  const plan = await findPlan(trx, planId);
  if (!plan) throw notFound();
  if (await hasLiveSubscription(trx, caller.user)) throw conflict(ERROR_KEYS.subscriptionExists);
  if (items.some((item) => item.plan?.id === planId)) return;
  await repository.deleteItems(trx, idsOf(items));
  const item = { id: newBasketId(), productId: null, planId, unitPriceMinor: plan.priceMinor };
  await repository.insertItem(trx, basketId, item, now);
};

/**
 * Adds a product or a plan to the basket. Throws 404 for a product that the company is not offered, and 409 above the
 * purchase limit, for an add-on without its package and for a plan beside a running subscription.
 */
export const addItem = (deps: BasketDeps, caller: Caller, basketId: string, body: ItemBody): Promise<Basket> =>
  change(deps, caller, basketId, async (trx, basket, now) => {
    if ('productId' in body) await addProduct(trx, caller, basket, { productId: body.productId, now });
    else await addPlan(trx, caller, basket, { planId: body.planId, now });
    return { added: { ...body } };
  });

/** Sets the quantity of an item. Throws 404 for an item that is not in the basket and 409 above the purchase limit. */
export const setQuantity = (
  deps: BasketDeps,
  caller: Caller,
  basketId: string,
  update: { itemId: string; quantity: number },
) =>
  change(deps, caller, basketId, async (trx, { items }) => {
    const item = items.find(({ id }) => id === update.itemId);
    if (!item) throw notFound();
    if (update.quantity > limitOf(item)) throw conflict(ERROR_KEYS.purchaseLimit);
    await repository.setQuantity(trx, item.id, update.quantity);
    return { ...update };
  });

/** Removes an item; a package takes its add-ons along. */
export const removeItem = (deps: BasketDeps, caller: Caller, basketId: string, itemId: string): Promise<Basket> =>
  change(deps, caller, basketId, async (trx, { items }) => {
    const item = items.find(({ id }) => id === itemId);
    if (!item) throw notFound();
    const removed = isPackage(item) ? [item, ...items.filter(isAddon)] : [item];
    await repository.deleteItems(trx, idsOf(removed));
    return { removed: itemId };
  });

/**
 * Makes a package the only item of the company's basket and returns the basket's id. The checkout screen has no
 * basket, so it pays through this one. Throws 404 unless the company may buy the package and 409 while a charge may be
 * under way.
 */
export const putOnePackage = async (deps: BasketDeps, caller: Caller, packageId: number): Promise<string> => {
  const { _id: basketId } = await createBasket(deps, caller);
  const product = await findProduct(deps.db, caller.user, packageId);
  if (product?.type !== 'package') throw notFound();
  await change(deps, caller, basketId, async (trx, { items }, now) => {
    await repository.deleteItems(trx, idsOf(items));
    const item = { id: newBasketId(), productId: packageId, planId: null, unitPriceMinor: chargedPrice(product, now) };
    await repository.insertItem(trx, basketId, item, now);
    return { only: { productId: packageId } };
  });
  return basketId;
};
