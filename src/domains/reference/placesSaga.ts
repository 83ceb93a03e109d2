import { all, takeLatest } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { nearbyRequested, placesActions, placesRequested, taxOfficesRequested } from './placesSlice';

function* loadPlaces({ payload: query }: ReturnType<typeof placesRequested>): Step<void> {
  const { q } = query;
  yield* request({
    send: (api) => api.call('GET /shared-api/places', { query }),
    onLoaded: (places) => placesActions.placesLoaded({ q, places }),
    onFailed: (failure) => placesActions.placesFailed({ q, failure }),
  });
}

function* loadNearby({ payload: view }: ReturnType<typeof nearbyRequested>): Step<void> {
  yield* request({
    send: (api) => api.call('GET /shared-api/places/nearby', { query: view }),
    onLoaded: (places) => placesActions.nearbyLoaded({ view, places }),
    onFailed: (failure) => placesActions.nearbyFailed({ view, failure }),
  });
}

function* loadTaxOffices({ payload: { q } }: ReturnType<typeof taxOfficesRequested>): Step<void> {
  yield* request({
    send: (api) => api.call('GET /tax-offices', { query: { q } }),
    onLoaded: (taxOffices) => placesActions.taxOfficesLoaded({ q, taxOffices }),
    onFailed: (failure) => placesActions.taxOfficesFailed({ q, failure }),
  });
}

/**
 * Searches places and tax offices by name and loads labels of maps; a newer search cancels the older one of its kind.
 */
export function* placesSaga(): Step<void> {
  yield all([
    takeLatest(placesRequested, safely(loadPlaces)),
    takeLatest(nearbyRequested, safely(loadNearby)),
    takeLatest(taxOfficesRequested, safely(loadTaxOffices)),
  ]);
}
