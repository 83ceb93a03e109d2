import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { BASKET_QUANTITY_MAX } from '../../../contract/constants/limits';
import type { Basket, ItemBody } from '../../../contract/schemas/commerce';
import type { Language } from '../../../contract/constants/options';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { findPlan, hasLiveSubscription } from '../product/repository';
import { releaseBasket } from '../payment/release';
import * as repository from './basketRepository';
import type { BasketRecord, ItemRecord } from './basketRepository';
import { findProduct, type ProductRecord } from './catalogueRepository';
import { presentBasket } from './presenter';
import { chargedPrice } from './prices';

export interface Caller {
  user: AuthUser;
  language: Language;
  requestId: string;
  /** Where the call came from; some providers ask for it. */
  ip?: string;
}

/** A key of ours for a basket or an item. */
export const newKey = () => randomBytes(12).toString('hex');

const present = (deps: Deps, { language }: Caller, basket: BasketRecord): Basket =>
  presentBasket(basket, { language, now: deps.clock.now(), files: deps.files });

/** The basket that is not paid yet, made if there is none: one for each company. */
export const createBasket = async (deps: Deps, caller: Caller): Promise<Basket> => {
  const basket = await deps.db.transaction().execute(async (trx) => {
    await repository.insertBasket(trx, caller.user, newKey(), deps.clock.now());
    return repository.findLiveBasket(trx, caller.user);
  });
  if (!basket) throw notFound();
  return present(deps, caller, basket);
};

/** The basket that is not paid yet, or null. */
export const openBasket = async (deps: Deps, caller: Caller): Promise<Basket | null> => {
  const basket = await repository.findLiveBasket(deps.db, caller.user);
  return basket ? present(deps, caller, basket) : null;
};

/** One basket of the company's. */
export const getBasket = async (deps: Deps, caller: Caller, id: string): Promise<Basket> => {
  const basket = await repository.findBasket(deps.db, caller.user, id);
  if (!basket) throw notFound();
  return present(deps, caller, basket);
};

/**
 * One change of a basket: locked, freed from a payment that waits for the bank, refused while a charge may be under way,
 * answered as it stands then.
 */
const change = (
  deps: Deps,
  caller: Caller,
  id: string,
  work: (trx: Transaction<Database>, basket: BasketRecord, now: Date) => Promise<Record<string, unknown>>,
): Promise<Basket> =>
  deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const basket = await repository.lockBasket(trx, caller.user, id);
    if (!basket || basket.status === 'paid') throw notFound();
    if (basket.status === 'paying') await releaseBasket(trx, deps, id);
    const details = await work(trx, basket, now);
    await repository.touch(trx, id, now);
    const actor = { kind: 'user', user: caller.user, requestId: caller.requestId } as const;
    const entry = { action: 'basket.changed', subjectType: 'basket', subjectId: null };
    await audit(trx, deps.clock, actor, { ...entry, details: { basketId: id, ...details } });
    const changed = await repository.findBasket(trx, caller.user, id);
    if (!changed) throw notFound();
    return present(deps, caller, changed);
  });

/** How many of an item may be bought at once; a plan once. */
export const limitOf = ({ product }: ItemRecord): number =>
  product?.purchaseLimit ?? (product ? BASKET_QUANTITY_MAX : 1);

const isPackage = ({ product }: ItemRecord): boolean => product?.type === 'package';
const isAddon = ({ product }: ItemRecord): boolean => product?.type === 'addon';
const idsOf = (items: readonly ItemRecord[]): string[] => items.map(({ id }) => id);

/**
 * What has to leave the basket for a product: a package the other package with its add-ons, anything a plan or what is paid
 * in another currency: one sum is charged.
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
  trx: Transaction<Database>,
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
  const goesWithOne = items.some(
    ({ product: other }) =>
      other?.type === 'package' && other.currency === product.currency && product.relatedIds.includes(other.id),
  );
  if (product.type === 'addon' && !product.isStandalone && !goesWithOne) throw conflict(ERROR_KEYS.addonNeedsPackage);
  await repository.deleteItems(trx, replacedBy(items, product));
  const item = { id: newKey(), productId, planId: null, unitPriceMinor: chargedPrice(product, now) };
  await repository.insertItem(trx, basketId, item, now);
};

const addPlan = async (
  trx: Transaction<Database>,
  caller: Caller,
  { id: basketId, items }: BasketRecord,
  { planId, now }: { planId: number; now: Date },
) => {
  const plan = await findPlan(trx, planId);
  if (!plan) throw notFound();
  if (await hasLiveSubscription(trx, caller.user)) throw conflict(ERROR_KEYS.subscriptionExists);
  if (items.some((item) => item.plan?.id === planId)) return;
  await repository.deleteItems(trx, idsOf(items));
  const item = { id: newKey(), productId: null, planId, unitPriceMinor: plan.priceMinor };
  await repository.insertItem(trx, basketId, item, now);
};

/**
 * Puts a product or a plan into the basket. 404 for what is not offered to the company, 409 over the purchase limit, for
 * an add-on without its package, for a plan beside a subscription that runs. Spec 2, points 4 and 5.
 */
export const addItem = (deps: Deps, caller: Caller, basketId: string, body: ItemBody): Promise<Basket> =>
  change(deps, caller, basketId, async (trx, basket, now) => {
    if ('productId' in body) await addProduct(trx, caller, basket, { productId: body.productId, now });
    else await addPlan(trx, caller, basket, { planId: body.planId, now });
    return { added: { ...body } };
  });

/** Sets how many. 404 for an item that is not in the basket, 409 over the purchase limit. */
export const setQuantity = (deps: Deps, caller: Caller, basketId: string, ask: { itemId: string; quantity: number }) =>
  change(deps, caller, basketId, async (trx, { items }) => {
    const item = items.find(({ id }) => id === ask.itemId);
    if (!item) throw notFound();
    if (ask.quantity > limitOf(item)) throw conflict(ERROR_KEYS.purchaseLimit);
    await repository.setQuantity(trx, item.id, ask.quantity);
    return { ...ask };
  });

/** Takes an item out; a package takes its add-ons with it. */
export const removeItem = (deps: Deps, caller: Caller, basketId: string, itemId: string): Promise<Basket> =>
  change(deps, caller, basketId, async (trx, { items }) => {
    const item = items.find(({ id }) => id === itemId);
    if (!item) throw notFound();
    const leaving = isPackage(item) ? [item, ...items.filter(isAddon)] : [item];
    await repository.deleteItems(trx, idsOf(leaving));
    return { removed: itemId };
  });
