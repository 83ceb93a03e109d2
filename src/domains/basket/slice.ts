import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Basket, Product } from '../../../contract/schemas/commerce';
import { paymentEnded } from '../openPayments';
import type { Failure } from '../kit/failure';
import { undoOf } from '../kit/undo';
import { done, failed, init, loadReducers, loaded, loading, type Loadable } from '../kit/loadable';
import { purchaseActions } from './purchaseSlice';
import { priceChangeOf, type PriceChange, type Removed } from './rules';

export interface BasketState {
  openId: string | null;
  basket: Loadable<Basket>;
  /** The package whose add-ons are shown; responses for another package are ignored. */
  addonsOf: number | null;
  addons: Loadable<Product[]>;
  /** The last change of the basket and its target: an item's id or `product <id>`. */
  change: Loadable<null>;
  changingKey: string | null;
  /** Number of changes without a response. */
  pendingCount: number;
  /** Chosen but unconfirmed quantities, by item. */
  pendingQuantities: Record<string, number>;
  /** Changed prices that the user must accept before paying. */
  priceChange: PriceChange | null;
}

const initialState: BasketState = {
  openId: null,
  basket: init,
  addonsOf: null,
  addons: init,
  change: init,
  changingKey: null,
  pendingCount: 0,
  pendingQuantities: {},
  priceChange: null,
};

/** The last removed items of a basket, until another change or the end of its page. */
export const removal = undoOf<Removed & { basketId: string }>('basket');

interface ChangeResult {
  basket: Basket;
  confirmed?: { itemId: string; quantity: number };
}

const startChange = (state: BasketState, changingKey: string) => {
  state.change = loading;
  state.changingKey = changingKey;
  state.pendingCount += 1;
};

/** Returns the row key of an add-on that is not in the basket. */
export const productKey = (productId: number): string => `product ${productId}`;

const to = loadReducers<BasketState>();

const slice = createSlice({
  name: 'basket',
  initialState,
  reducers: {
    /** A page that needs the basket was opened; the known basket stays while it reloads. */
    basketOpened: (state, { payload: { basketId: openId } }: PayloadAction<{ basketId: string }>) => {
      const isLoaded = state.basket.status === 'loaded' && state.basket.data._id === openId;
      return isLoaded ? { ...state, openId } : { ...initialState, openId, basket: loading };
    },
    /** The catalogue looks for an unpaid basket. */
    openBasketRequested: (state) => state,
    basketFound: (state, { payload }: PayloadAction<Basket | null>) => {
      state.basket = payload ? loaded(payload) : init;
    },
    basketLoaded: to.loaded('basket'),
    basketFailed: to.failed('basket'),
    /** Leaving the page cancels pending requests. */
    basketLeft: (state) => ({
      ...initialState,
      basket: state.basket,
      addonsOf: state.addonsOf,
      addons: state.addons,
      priceChange: state.priceChange,
    }),
    addonsRequested: (state, { payload }: PayloadAction<{ packageId: number }>) => {
      if (state.addonsOf !== payload.packageId || state.addons.status !== 'loaded') state.addons = loading;
      state.addonsOf = payload.packageId;
    },
    addonsLoaded: (state, { payload }: PayloadAction<{ of: number; addons: Product[] }>) => {
      if (payload.of === state.addonsOf) state.addons = loaded(payload.addons);
    },
    addonsFailed: (state, { payload }: PayloadAction<{ of: number; failure: Failure }>) => {
      if (payload.of === state.addonsOf) state.addons = failed(payload.failure);
    },
    addonAdded: (state, { payload }: PayloadAction<{ productId: number }>) => {
      startChange(state, productKey(payload.productId));
    },
    quantityChosen: (state, { payload }: PayloadAction<{ itemId: string; quantity: number }>) => {
      state.pendingQuantities[payload.itemId] = payload.quantity;
      startChange(state, payload.itemId);
    },
    itemRemoved: (state, { payload }: PayloadAction<{ itemId: string }>) => {
      startChange(state, payload.itemId);
    },
    removalUndone: (state) => {
      startChange(state, 'removed');
    },
    changeLoaded: (state, { payload: { basket, confirmed } }: PayloadAction<ChangeResult>) => {
      state.basket = loaded(basket);
      state.change = done;
      state.pendingCount -= 1;
      if (confirmed && state.pendingQuantities[confirmed.itemId] === confirmed.quantity)
        delete state.pendingQuantities[confirmed.itemId];
    },
    changeFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.change = failed(payload);
      state.pendingCount -= 1;
      state.pendingQuantities = {};
    },
    /** A change needed no request. */
    changeSkipped: (state) => {
      state.pendingCount -= 1;
    },
    /** The server refused to charge prices that differ from the shown ones (409 `basket.price_changed`). */
    priceChangeReported: (state) => state,
    /** `before` is the basket at the time of the refusal; the page may have loaded the new one meanwhile. */
    priceChangeLoaded: (state, { payload: { before, after } }: PayloadAction<{ before: Basket; after: Basket }>) => {
      state.priceChange = priceChangeOf(before, after);
      state.basket = loaded(after);
    },
    priceChangeAccepted: (state) => {
      state.priceChange = null;
    },
    /** Clears the state: a paid basket can no longer change. */
    basketPaid: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(purchaseActions.purchaseLoaded, (_state, { payload }) => ({
      ...initialState,
      basket: loaded(payload.basket),
    }));
    // The open page keeps the basket until the reload has finished.
    builder.addCase(paymentEnded, (state, { payload: { basketId, result } }) => {
      const isOpenBasket = state.basket.status === 'loaded' && state.basket.data._id === basketId;
      return isOpenBasket && result === 'success' && state.openId === null ? initialState : state;
    });
  },
});

export const basketReducer = slice.reducer;
export const basketActions = slice.actions;
export const {
  addonAdded,
  addonsRequested,
  basketLeft,
  basketOpened,
  basketPaid,
  openBasketRequested,
  itemRemoved,
  priceChangeAccepted,
  priceChangeReported,
  quantityChosen,
  removalUndone,
} = slice.actions;
