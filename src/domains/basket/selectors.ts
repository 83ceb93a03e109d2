import { dataOr } from '../kit/loadable';
import type { PurchaseState } from './purchaseSlice';
import type { BasketState } from './slice';

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
export const selectIsChanging = (state: Root) => state.basket.pending > 0;
export const selectChanging = (state: Root) => state.basket.changing;
export const selectWanted = (state: Root) => state.basket.wanted;
export const selectRemoved = (state: Root) => state.basket.removed;
export const selectPriceChange = (state: Root) => state.basket.priceChange;
