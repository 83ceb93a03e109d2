import { createSelector } from '@reduxjs/toolkit';
import type { Content } from '../../../contract/schemas/reference';
import { dataOr, init, type Loadable } from '../kit/loadable';
import { workerFields } from './rules';
import type { ReferenceState } from './slice';
import type { PlacesState } from './placesSlice';
import { contentPath, type ContentKey, type PublicReferenceState } from './publicSlice';

interface Root {
  reference: ReferenceState;
}

export const selectReference = (state: Root) => state.reference;
export const selectCategories = (state: Root) => state.reference.categories;
export const selectWorkerForm = (state: Root) => state.reference.workerForm;
export const selectIsWorkerFormFailureReported = (state: Root) => state.reference.isWorkerFormFailureReported;
export const selectHolidays = (state: Root) => state.reference.holidays;

/** Returns the optional questions of a worker's profile in this country; none until they have loaded. */
export const selectWorkerFields = createSelector(
  (state: Root) => state.reference.workerForm,
  (form) => workerFields(dataOr(form, [])),
);

interface PlacesRoot {
  places: PlacesState;
}

export const selectPlaces = (state: PlacesRoot) => state.places;
/** Returns the labels around the centre of a map. */
export const selectNearby = (state: PlacesRoot) => state.places.nearby;
export const selectTaxOffices = (state: PlacesRoot) => state.places.taxOffices;

interface PublicRoot {
  publicReference: PublicReferenceState;
}

/** Returns the countries where a company may register. */
export const selectCountries = (state: PublicRoot) => state.publicReference.countries;

export const selectContent =
  (key: ContentKey) =>
  (state: PublicRoot): Loadable<Content> =>
    state.publicReference.contents[contentPath(key)] ?? init;
