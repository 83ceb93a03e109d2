import { createSlice } from '@reduxjs/toolkit';
import { all } from 'redux-saga/effects';
import type { NearbyPlace, NearbyQuery, Place, PlacesQuery, TaxOffice } from '../../../contract/schemas/reference';
import type { Step } from '../kit/effects';
import { init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';

/** The visible part of a map: its centre, and the zoom of web maps (each step doubles the scale). */
export type MapView = NearbyQuery;

interface PlacesState {
  /** The text of the last search; responses to another text are ignored. */
  placesFor: string;
  places: Loadable<Place[]>;
  nearbyOf: MapView | null;
  nearby: Loadable<NearbyPlace[]>;
  taxOfficesFor: string;
  taxOffices: Loadable<TaxOffice[]>;
}

interface Root {
  places: PlacesState;
}

const initialState: PlacesState = {
  placesFor: '',
  places: init,
  nearbyOf: null,
  nearby: init,
  taxOfficesFor: '',
  taxOffices: init,
};

export const places = operations<PlacesState>('places');

export const { reducer: placesReducer } = createSlice({
  name: 'places',
  initialState,
  reducers: {},
  extraReducers: places.reduce,
});

export const selectPlaces = (state: Root) => state.places;
/** Returns the labels around the centre of a map. */
export const selectNearby = (state: Root) => state.places.nearby;
export const selectTaxOffices = (state: Root) => state.places.taxOffices;

export const placesRequested = places.read('placesRequested', {
  field: 'places',
  call: (api, query: PlacesQuery) => api.call('GET /shared-api/places', { query }),
  forgets: 'atStart',
  start: (state, { q }) => {
    state.placesFor = q;
  },
  isCurrent: ({ placesFor }, { q }) => q === placesFor,
});

const isSameView = (a: MapView, b: MapView | null): boolean =>
  b !== null && a.latitude === b.latitude && a.longitude === b.longitude && a.zoom === b.zoom;

/** Old labels stay until the new ones arrive. */
export const nearbyRequested = places.read('nearbyRequested', {
  field: 'nearby',
  call: (api, query: MapView) => api.call('GET /shared-api/places/nearby', { query }),
  forgets: 'atFailure',
  start: (state, view) => {
    state.nearbyOf = view;
  },
  isCurrent: ({ nearbyOf }, view) => isSameView(view, nearbyOf),
});

export const taxOfficesRequested = places.read('taxOfficesRequested', {
  field: 'taxOffices',
  call: (api, { q }: { q: string }) => api.call('GET /tax-offices', { query: { q } }),
  forgets: 'atStart',
  start: (state, { q }) => {
    state.taxOfficesFor = q;
  },
  isCurrent: ({ taxOfficesFor }, { q }) => q === taxOfficesFor,
});

/**
 * Searches places and tax offices by name and loads labels of maps; a newer search cancels the older one of its kind.
 */
export function* placesSaga(): Step<void> {
  yield all(places.watch());
}
