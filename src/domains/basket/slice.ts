import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Basket, Product } from '../../../contract/schemas/commerce';
import { paths } from '../../lib/paths';
import { paymentEnded } from '../openPayments';
import { navigateTo, notify } from '../kit/effects';
import type { Failure } from '../kit/failure';
import { dataOr, done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { getBasket, purchaseRequested, removal } from './purchase';
import { priceChangeOf, type PriceChange } from './rules';

interface BasketState {
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

export const basket = operations<BasketState>('basket');

const slice = createSlice({
  name: 'basket',
  initialState,
  reducers: {
    /** The catalogue looks for an unpaid basket. */
    openBasketRequested: (state) => state,
    basketFound: (state, { payload }: PayloadAction<Basket | null>) => {
      // The basket's page may have opened before the answer.
      if (state.openId === null) state.basket = payload ? loaded(payload) : init;
    },
    /** Leaving the page cancels pending requests. */
    basketLeft: (state) => ({
      ...initialState,
      basket: state.basket,
      addonsOf: state.addonsOf,
      addons: state.addons,
      priceChange: state.priceChange,
    }),
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
    builder.addCase(purchaseRequested.loaded, (_state, { payload }) => ({
      ...initialState,
      basket: loaded(payload.basket),
    }));
    // The open page keeps the basket until the reload has finished.
    builder.addCase(paymentEnded, (state, { payload: { basketId, result } }) => {
      const isOpenBasket = state.basket.status === 'loaded' && state.basket.data._id === basketId;
      return isOpenBasket && result === 'success' && state.openId === null ? initialState : state;
    });
    basket.reduce(builder);
  },
});

export const basketReducer = slice.reducer;
export const basketActions = slice.actions;
export const {
  addonAdded,
  basketLeft,
  basketPaid,
  openBasketRequested,
  itemRemoved,
  priceChangeAccepted,
  priceChangeReported,
  quantityChosen,
  removalUndone,
} = slice.actions;

interface Root {
  basket: BasketState;
}

export const selectBasketState = (state: Root) => state.basket;
export const selectBasket = (state: Root) => state.basket.basket;
/** Returns null until the basket has loaded. */
export const selectBasketData = (state: Root) => dataOr(state.basket.basket, null);
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

/**
 * A page that needs the basket was opened; the known basket stays while it reloads. A paid one leads to its result; a
 * failed load leads to the catalogue (docs/PRODUCT.md#basket).
 */
export const basketOpened = basket.read('basketOpened', {
  field: 'basket',
  call: (api, { basketId }: { basketId: string }) => getBasket(api, basketId),
  until: [basketLeft],
  forgets: 'atFailure',
  start: (state, { basketId }) => {
    const isLoaded = state.basket.status === 'loaded' && state.basket.data._id === basketId;
    Object.assign(state, isLoaded ? {} : initialState, { openId: basketId });
  },
  *after({ status }, { basketId }) {
    if (status === 'paid') yield* navigateTo(paths.paymentResult({ basketId }), { replace: true });
  },
  *afterFailure({ kind }) {
    if (kind !== 'notFound') yield* notify({ id: 'basket.anErrorOccuredTryAgain', kind: 'error' });
    yield* navigateTo(paths.packages(), { replace: true });
  },
});

export const addonsRequested = basket.read('addonsRequested', {
  field: 'addons',
  call: (api, { packageId }: { packageId: number }) =>
    api.call('GET /product', { query: { type: 'addon', relatedPackageId: packageId } }),
  forgets: 'atFailure',
  start: (state, { packageId }) => {
    if (state.addonsOf !== packageId) state.addons = init;
    state.addonsOf = packageId;
  },
  isCurrent: ({ addonsOf }, { packageId }) => addonsOf === packageId,
});
