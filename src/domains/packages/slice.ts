import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Subscription } from '../../../contract/schemas/product';
import { init, loadReducers, loading, requested, type Loadable } from '../kit/loadable';

export interface PackagesState {
  /** Oldest first. */
  subscriptions: Loadable<Subscription[]>;
  cancel: Loadable<null>;
}

const initialState: PackagesState = { subscriptions: init, cancel: init };

const to = loadReducers<PackagesState>();

const slice = createSlice({
  name: 'packages',
  initialState,
  reducers: {
    subscriptionsRequested: (state) => {
      state.subscriptions = requested(state.subscriptions);
    },
    subscriptionsLoaded: to.loaded('subscriptions'),
    subscriptionsFailed: to.refused('subscriptions'),
    cancelRequested: (state, _action: PayloadAction<{ id: number }>) => {
      state.cancel = loading;
    },
    cancelSucceeded: to.done('cancel'),
    cancelFailed: to.failed('cancel'),
    detailClosed: (state) => {
      if (state.cancel.status !== 'loading') state.cancel = init;
    },
  },
});

export const packagesReducer = slice.reducer;
export const packagesActions = slice.actions;
export const { subscriptionsRequested, cancelRequested, detailClosed } = slice.actions;
