import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { NearbyPlace, NearbyQuery, Place, PlacesQuery, TaxOffice } from '../../../contract/schemas/reference';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';

/** The visible part of a map: its centre, and the zoom of web maps (each step doubles the scale). */
export type MapView = NearbyQuery;

export interface PlacesState {
  /** The text of the last search; responses to another text are ignored. */
  placesFor: string;
  places: Loadable<Place[]>;
  nearbyOf: MapView | null;
  nearby: Loadable<NearbyPlace[]>;
  taxOfficesFor: string;
  taxOffices: Loadable<TaxOffice[]>;
}

const initialState: PlacesState = {
  placesFor: '',
  places: init,
  nearbyOf: null,
  nearby: init,
  taxOfficesFor: '',
  taxOffices: init,
};

const isSameView = (a: MapView, b: MapView | null): boolean =>
  b !== null && a.latitude === b.latitude && a.longitude === b.longitude && a.zoom === b.zoom;

const slice = createSlice({
  name: 'places',
  initialState,
  reducers: {
    placesRequested: (state, { payload }: PayloadAction<PlacesQuery>) => {
      state.placesFor = payload.q;
      state.places = loading;
    },
    placesLoaded: (state, { payload }: PayloadAction<{ q: string; places: Place[] }>) => {
      if (payload.q === state.placesFor) state.places = loaded(payload.places);
    },
    placesFailed: (state, { payload }: PayloadAction<{ q: string; failure: Failure }>) => {
      if (payload.q === state.placesFor) state.places = failed(payload.failure);
    },
    /** Old labels stay until the new ones arrive. */
    nearbyRequested: (state, { payload }: PayloadAction<MapView>) => {
      state.nearbyOf = payload;
      if (state.nearby.status !== 'loaded') state.nearby = loading;
    },
    nearbyLoaded: (state, { payload }: PayloadAction<{ view: MapView; places: NearbyPlace[] }>) => {
      if (isSameView(payload.view, state.nearbyOf)) state.nearby = loaded(payload.places);
    },
    nearbyFailed: (state, { payload }: PayloadAction<{ view: MapView; failure: Failure }>) => {
      if (isSameView(payload.view, state.nearbyOf)) state.nearby = failed(payload.failure);
    },
    taxOfficesRequested: (state, { payload }: PayloadAction<{ q: string }>) => {
      state.taxOfficesFor = payload.q;
      state.taxOffices = loading;
    },
    taxOfficesLoaded: (state, { payload }: PayloadAction<{ q: string; taxOffices: TaxOffice[] }>) => {
      if (payload.q === state.taxOfficesFor) state.taxOffices = loaded(payload.taxOffices);
    },
    taxOfficesFailed: (state, { payload }: PayloadAction<{ q: string; failure: Failure }>) => {
      if (payload.q === state.taxOfficesFor) state.taxOffices = failed(payload.failure);
    },
  },
});

export const placesReducer = slice.reducer;
export const placesActions = slice.actions;
export const { placesRequested, nearbyRequested, taxOfficesRequested } = slice.actions;
