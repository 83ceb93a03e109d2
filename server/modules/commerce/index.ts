import type { FastifyInstance } from 'fastify';
import {
  addBasketItem,
  createBasket,
  deleteBasketItem,
  getBasket,
  getOpenBasket,
  getPackages,
  getProducts,
  getStatement,
  putBasketItem,
} from '../../../contract/routes/commerce';
import { route } from '../../platform/http/route';
import * as basket from './basket';
import { listProducts } from './repository';
import { presentProduct, listStatement } from './basket';

export { limitOf, lockUnpaid, type Caller, putOnePackage, chargedPrice } from './basket';
export * as baskets from './repository';
export { type BasketRecord, findProduct, recordCredits } from './repository';

export const registerCommerce = (app: FastifyInstance, deps: basket.BasketDeps): void => {
  const { db, clock, files } = deps;
  route(app, getPackages, async ({ user, language }) => {
    const view = { language, now: clock.now(), files };
    const packages = await listProducts(db, user, { type: 'package' });
    return { payload: { packages: packages.map((one) => presentProduct(one, view)) } };
  });
  route(app, getProducts, async ({ user, language, query }) => {
    const view = { language, now: clock.now(), files };
    const products = await listProducts(db, user, query);
    return { payload: products.map((one) => presentProduct(one, view)) };
  });
  route(app, createBasket, async (caller) => ({ payload: { basket: await basket.createBasket(deps, caller) } }));
  route(app, getOpenBasket, async (caller) => ({ payload: { basket: await basket.openBasket(deps, caller) } }));
  route(app, getBasket, async (caller) => ({
    payload: { basket: await basket.getBasket(deps, caller, caller.params.basketId) },
  }));
  route(app, addBasketItem, async (caller) => ({
    payload: { basket: await basket.addItem(deps, caller, caller.params.basketId, caller.body) },
  }));
  route(app, putBasketItem, async (caller) => {
    const { basketId, itemId } = caller.params;
    const { quantity } = caller.body;
    return { payload: { basket: await basket.setQuantity(deps, caller, basketId, { itemId, quantity }) } };
  });
  route(app, deleteBasketItem, async (caller) => {
    const { basketId, itemId } = caller.params;
    return { payload: { basket: await basket.removeItem(deps, caller, basketId, itemId) } };
  });
  route(app, getStatement, ({ user, query }) => listStatement(deps, user, query));
};
