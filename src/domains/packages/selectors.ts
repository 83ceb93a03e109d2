import { createSelector } from '@reduxjs/toolkit';
import { dataOr } from '../kit/loadable';
import type { CatalogueState } from './catalogueSlice';
import { currentSubscription } from './rules';
import type { PackagesState } from './slice';

interface Root {
  packages: PackagesState;
}

export const selectSubscriptions = (state: Root) => state.packages.subscriptions;
export const selectCancel = (state: Root) => state.packages.cancel;
/** Returns null without a subscription and while it is loading. */
export const selectCurrentSubscription = createSelector(selectSubscriptions, (subscriptions) =>
  currentSubscription(dataOr(subscriptions, [])),
);

export const selectCatalogue = (state: { catalogue: CatalogueState }) => state.catalogue;
