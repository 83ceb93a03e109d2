import { audit } from '../../platform/audit';
import { notFound } from '../../platform/errors';
import { createBasket, newBasketId, type BasketDeps, type Caller } from './basket';
import * as repository from './basketRepository';
import { findProduct } from './catalogueRepository';
import { chargedPrice } from './prices';

/**
 * Makes a package the only item of the company's basket and returns the basket's id. The checkout screen has no
 * basket, so it pays through this one. Throws 404 unless the company may buy the package and 409 while a charge may be
 * under way.
 */
export const putOnePackage = async (deps: BasketDeps, caller: Caller, packageId: number): Promise<string> => {
  const { _id: basketId } = await createBasket(deps, caller);
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const basket = await repository.lockBasket(trx, caller.user, basketId);
    const product = await findProduct(trx, caller.user, packageId);
    if (!basket || basket.status === 'paid' || product?.type !== 'package') throw notFound();
    if (basket.status === 'paying') await deps.releaseBasket(trx, deps, basketId);
    await repository.deleteItems(
      trx,
      basket.items.map(({ id }) => id),
    );
    const item = { id: newBasketId(), productId: packageId, planId: null, unitPriceMinor: chargedPrice(product, now) };
    await repository.insertItem(trx, basketId, item, now);
    await repository.touch(trx, basketId, now);
    const actor = { kind: 'user', user: caller.user, requestId: caller.requestId } as const;
    const details = { basketId, only: { productId: packageId } };
    await audit(trx, deps.clock, actor, { action: 'basket.changed', subjectType: 'basket', subjectId: null, details });
  });
  return basketId;
};
