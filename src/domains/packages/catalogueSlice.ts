import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Product } from '../../../contract/schemas/commerce';
import type { SubscriptionPlan } from '../../../contract/schemas/product';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { priceMovesOf, type PriceMove } from './catalogueRules';

export interface CatalogueState {
  isOpen: boolean;
  /** The packages that the company may buy, in the server's order. */
  packages: Loadable<Product[]>;
  plans: Loadable<SubscriptionPlan[]>;
  /** Prices that changed on the open page because an offer ended. */
  moves: PriceMove[];
}

const initialState: CatalogueState = { isOpen: false, packages: init, plans: init, moves: [] };

const slice = createSlice({
  name: 'catalogue',
  initialState,
  reducers: {
    /** The page opened: reloads the prices and keeps the known ones meanwhile. */
    catalogueOpened: (state) => {
      state.isOpen = true;
      state.moves = [];
      if (state.packages.status !== 'loaded') state.packages = loading;
      if (state.plans.status !== 'loaded') state.plans = loading;
    },
    catalogueLeft: (state) => {
      state.isOpen = false;
      state.moves = [];
    },
    packagesRequested: (state) => {
      if (state.packages.status !== 'loaded') state.packages = loading;
    },
    packagesLoaded: (state, { payload }: PayloadAction<Product[]>) => {
      state.packages = loaded(payload);
    },
    packagesFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.packages = failed(payload);
    },
    plansRequested: (state) => {
      if (state.plans.status !== 'loaded') state.plans = loading;
    },
    plansLoaded: (state, { payload }: PayloadAction<SubscriptionPlan[]>) => {
      state.plans = loaded(payload);
    },
    plansFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.plans = failed(payload);
    },
    /** Stores the catalogue after the end of an offer; the page shows which prices changed. */
    pricesRefreshed: (state, { payload }: PayloadAction<Product[]>) => {
      const moves = state.packages.status === 'loaded' ? priceMovesOf(state.packages.data, payload) : [];
      if (moves.length > 0) state.moves = moves;
      state.packages = loaded(payload);
    },
  },
});

export const catalogueReducer = slice.reducer;
export const catalogueActions = slice.actions;
export const { catalogueOpened, catalogueLeft, packagesRequested, plansRequested } = slice.actions;
