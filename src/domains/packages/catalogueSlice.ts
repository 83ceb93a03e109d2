import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Product } from '../../../contract/schemas/commerce';
import type { SubscriptionPlan } from '../../../contract/schemas/product';
import { init, loadReducers, loaded, requested, type Loadable } from '../kit/loadable';
import { priceChangesOf, type ProductPriceChange } from './catalogueRules';

export interface CatalogueState {
  isOpen: boolean;
  /** The packages that the company may buy, in the server's order. */
  packages: Loadable<Product[]>;
  plans: Loadable<SubscriptionPlan[]>;
  /** Prices that changed on the open page because an offer ended. */
  priceChanges: ProductPriceChange[];
}

const initialState: CatalogueState = { isOpen: false, packages: init, plans: init, priceChanges: [] };

const to = loadReducers<CatalogueState>();

const slice = createSlice({
  name: 'catalogue',
  initialState,
  reducers: {
    /** The page opened: reloads the prices and keeps the known ones meanwhile. */
    catalogueOpened: (state) => {
      state.isOpen = true;
      state.priceChanges = [];
      state.packages = requested(state.packages);
      state.plans = requested(state.plans);
    },
    catalogueLeft: (state) => {
      state.isOpen = false;
      state.priceChanges = [];
    },
    packagesRequested: (state) => {
      state.packages = requested(state.packages);
    },
    packagesLoaded: to.loaded('packages'),
    packagesFailed: to.refused('packages'),
    plansRequested: (state) => {
      state.plans = requested(state.plans);
    },
    plansLoaded: to.loaded('plans'),
    plansFailed: to.refused('plans'),
    /** Stores the catalogue after the end of an offer; the page shows which prices changed. */
    pricesRefreshed: (state, { payload }: PayloadAction<Product[]>) => {
      const priceChanges = state.packages.status === 'loaded' ? priceChangesOf(state.packages.data, payload) : [];
      if (priceChanges.length > 0) state.priceChanges = priceChanges;
      state.packages = loaded(payload);
    },
  },
});

export const catalogueReducer = slice.reducer;
export const catalogueActions = slice.actions;
export const { catalogueOpened, catalogueLeft, packagesRequested, plansRequested } = slice.actions;
