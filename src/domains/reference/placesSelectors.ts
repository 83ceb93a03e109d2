import type { PlacesState } from './placesSlice';

interface Root {
  places: PlacesState;
}

/** What the last search for a place found. */
export const selectPlaces = (state: Root) => state.places;
/** Labels around the centre of a map. */
export const selectNearby = (state: Root) => state.places.nearby;
/** What the last search for a tax office found. */
export const selectTaxOffices = (state: Root) => state.places.taxOffices;
