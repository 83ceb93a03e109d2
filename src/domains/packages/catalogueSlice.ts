import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Product } from '../../../contract/schemas/commerce';
import type { SubscriptionPlan } from '../../../contract/schemas/product';
import type { Failure } from '../kit/failure';
import { init, loaded, refused, requested, type Loadable } from '../kit/loadable';
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
    packagesLoaded: (state, { payload }: PayloadAction<Product[]>) => {
      state.packages = loaded(payload);
    },
    packagesFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.packages = refused(state.packages, payload);
    },
    plansRequested: (state) => {
      state.plans = requested(state.plans);
    },
    plansLoaded: (state, { payload }: PayloadAction<SubscriptionPlan[]>) => {
      state.plans = loaded(payload);
    },
    plansFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.plans = refused(state.plans, payload);
    },
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
