import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { delay, put, takeLatest, type ForkEffect } from 'redux-saga/effects';
import type { Product } from '../../../contract/schemas/commerce';
import type { SubscriptionPlan } from '../../../contract/schemas/product';
import type { Api } from '../../lib/api';
import { paths } from '../../lib/paths';
import { callApi, port, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure } from '../kit/failure';
import { dataOr, init, loaded, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { safely, until } from '../kit/safely';
import { sessionResumed } from '../session';
import { nextOfferEnd, priceChangesOf, type ProductPriceChange } from './catalogueRules';

interface CatalogueState {
  isOpen: boolean;
  /** The packages that the company may buy, in the server's order. */
  packages: Loadable<Product[]>;
  plans: Loadable<SubscriptionPlan[]>;
  /** Prices that changed on the open page because an offer ended. */
  priceChanges: ProductPriceChange[];
}

const initialState: CatalogueState = { isOpen: false, packages: init, plans: init, priceChanges: [] };

export const catalogue = operations<CatalogueState>('catalogue');

const slice = createSlice({
  name: 'catalogue',
  initialState,
  reducers: {
    catalogueOpened: (state) => {
      state.isOpen = true;
      state.priceChanges = [];
    },
    catalogueLeft: (state) => {
      state.isOpen = false;
      state.priceChanges = [];
    },
    /** Stores the catalogue after the end of an offer; the page shows which prices changed. */
    pricesRefreshed: (state, { payload }: PayloadAction<Product[]>) => {
      const priceChanges = state.packages.status === 'loaded' ? priceChangesOf(state.packages.data, payload) : [];
      if (priceChanges.length > 0) state.priceChanges = priceChanges;
      state.packages = loaded(payload);
    },
  },
  extraReducers: catalogue.reduce,
});

export const catalogueReducer = slice.reducer;
export const { catalogueLeft, catalogueOpened } = slice.actions;
const { pricesRefreshed } = slice.actions;

export const selectCatalogue = (state: { catalogue: CatalogueState }) => state.catalogue;

const getPackages = async (api: Api) => (await api.call('GET /payment/packages')).packages;

// Packages and plans load separately, so that one stays usable when the other fails.
export const packagesRequested = catalogue.read('packagesRequested', {
  field: 'packages',
  call: getPackages,
  on: [catalogueOpened],
  until: [catalogueLeft],
});

export const plansRequested = catalogue.read('plansRequested', {
  field: 'plans',
  call: (api) => api.call('GET /product/subscription/plan'),
  on: [catalogueOpened],
  until: [catalogueLeft],
});

/** The browser's clock may be ahead of the server's; milliseconds before the next request when the offer still runs. */
const RETRY_DELAY = 5000;
/** Longest delay of a timer in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Waits for the end of the next limited-time price, then reloads the catalogue in the background. Reloads the page
 * only if that fails. See docs/PRODUCT.md#catalogue.
 */
function* refreshAtEnd(): Step<void> {
  const clock = yield* port('clock');
  for (;;) {
    const end = nextOfferEnd(dataOr((yield* read(selectCatalogue)).packages, []));
    if (end === null) return;
    const remaining = end - clock.now();
    yield delay(remaining > 0 ? Math.min(remaining, MAX_DELAY) : RETRY_DELAY);
    if (end > clock.now()) continue;
    try {
      yield put(pricesRefreshed(yield* callApi(getPackages)));
    } catch (error) {
      // The user must sign in first; after that the catalogue reloads anyway.
      if (isSignedOut(toFailure(error))) return;
      const navigate = yield* port('navigate');
      navigate.reload(paths.packages());
      return;
    }
  }
}

/** Reloads loaded prices after the user signs in again, because they may have changed; others are loading already. */
function* refreshAfterSignIn(): Step<void> {
  const { isOpen, packages, plans } = yield* read(selectCatalogue);
  if (!isOpen) return;
  if (packages.status === 'loaded') yield put(packagesRequested());
  if (plans.status === 'loaded') yield put(plansRequested());
}

export const watchCatalogue = (): ForkEffect[] => [
  ...catalogue.watch(),
  takeLatest(packagesRequested.loaded, safely(until(refreshAtEnd, catalogueLeft))),
  takeLatest(sessionResumed, safely(refreshAfterSignIn)),
];
