import { dataOr } from '../kit/loadable';
import type { PurchaseState } from './purchaseSlice';
import { removal, type BasketState } from './slice';

interface Root {
  basket: BasketState;
}

export const selectBasketState = (state: Root) => state.basket;
export const selectBasket = (state: Root) => state.basket.basket;
/** Returns null until the basket has loaded. */
export const selectBasketData = (state: Root) => dataOr(state.basket.basket, null);
export const selectPurchase = (state: { purchase: PurchaseState }) => state.purchase;
export const selectAddons = (state: Root) => state.basket.addons;
export const selectBasketChange = (state: Root) => state.basket.change;
/** True while a change has no response; payment is disabled until then. */
export const selectIsChanging = (state: Root) => state.basket.pendingCount > 0;
export const selectChangingKey = (state: Root) => state.basket.changingKey;
export const selectPendingQuantities = (state: Root) => state.basket.pendingQuantities;
/** Returns what the user can restore in the loaded basket, or null. */
export const selectRemoved = (state: Root & Parameters<typeof removal.select>[0]) => {
  const removed = removal.select(state);
  return removed && removed.basketId === selectBasketData(state)?._id ? removed : null;
};
export const selectPriceChange = (state: Root) => state.basket.priceChange;
