import type { PlacesState } from './placesSlice';

interface Root {
  places: PlacesState;
}

export const selectPlaces = (state: Root) => state.places;
/** Returns the labels around the centre of a map. */
export const selectNearby = (state: Root) => state.places.nearby;
export const selectTaxOffices = (state: Root) => state.places.taxOffices;
