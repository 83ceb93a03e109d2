import { createSelector, createSlice } from '@reduxjs/toolkit';
import { all, put } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
import type { Step } from '../kit/effects';
import { dataOr, init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { watchCatalogue } from './catalogue';

interface PackagesState {
  /** Oldest first. */
  subscriptions: Loadable<Subscription[]>;
  cancel: Loadable<null>;
}

interface Root {
  packages: PackagesState;
}

const initialState: PackagesState = { subscriptions: init, cancel: init };

export const packages = operations<PackagesState>('packages');

const slice = createSlice({
  name: 'packages',
  initialState,
  reducers: {
    /** The user closed the dialog of the cancellation. */
    cancelLeft: (state) => {
      state.cancel = init;
    },
  },
  extraReducers: packages.reduce,
});

export const packagesReducer = slice.reducer;
export const { cancelLeft } = slice.actions;

/** Returns the last listed subscription if it is active, else null. See docs/PRODUCT.md#active-plan. */
export const currentSubscription = (subscriptions: readonly Subscription[]): Subscription | null => {
  const last = subscriptions.at(-1);
  return last?.status === 'active' ? last : null;
};

/** Returns the plan's features in order, without those that only the catalogue shows. */
export const shownFeatures = ({ product }: SubscriptionPlan): SubscriptionPlan['product']['features'] =>
  product.features.filter(({ preview }) => !preview).sort((one, other) => one.order - other.order);

export const selectSubscriptions = (state: Root) => state.packages.subscriptions;
export const selectCancel = (state: Root) => state.packages.cancel;
/** Returns null without a subscription and while it is loading. */
export const selectCurrentSubscription = createSelector(selectSubscriptions, (subscriptions) =>
  currentSubscription(dataOr(subscriptions, [])),
);

export const subscriptionsRequested = packages.read('subscriptionsRequested', {
  field: 'subscriptions',
  call: (api) => api.call('GET /product/subscription'),
});

export const cancelRequested = packages.submit('cancelRequested', {
  field: 'cancel',
  call: (api, { id }: { id: number }) => api.call('DELETE /product/subscription/:id/cancel', { params: { id } }),
  *after() {
    yield put(subscriptionsRequested());
  },
  // The subscription has already ended.
  *reload({ key }) {
    if (key === ERROR_KEYS.subscriptionNotActive) yield put(subscriptionsRequested());
  },
});

export function* packagesSaga(): Step<void> {
  yield all([...packages.watch(), ...watchCatalogue()]);
}
