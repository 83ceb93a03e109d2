import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Subscription } from '../../../contract/schemas/product';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';

export interface PackagesState {
  /** Oldest first. */
  subscriptions: Loadable<Subscription[]>;
  cancel: Loadable<null>;
}

const initialState: PackagesState = { subscriptions: init, cancel: init };

const slice = createSlice({
  name: 'packages',
  initialState,
  reducers: {
    subscriptionsRequested: (state) => {
      state.subscriptions = requested(state.subscriptions);
    },
    subscriptionsLoaded: (state, { payload }: PayloadAction<Subscription[]>) => {
      state.subscriptions = loaded(payload);
    },
    subscriptionsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.subscriptions = refused(state.subscriptions, payload);
    },
    cancelRequested: (state, _action: PayloadAction<{ id: number }>) => {
      state.cancel = loading;
    },
    cancelSucceeded: (state) => {
      state.cancel = done;
    },
    cancelFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.cancel = failed(payload);
    },
    detailClosed: (state) => {
      if (state.cancel.status !== 'loading') state.cancel = init;
    },
  },
});

export const packagesReducer = slice.reducer;
export const packagesActions = slice.actions;
export const { subscriptionsRequested, cancelRequested, detailClosed } = slice.actions;
