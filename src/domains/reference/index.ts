export type { Category, Content, Country, FormField, Place, TaxOffice } from '../../../contract/schemas/reference';
export type { ReferenceState } from './slice';
export type { WorkerFields } from './rules';
export {
  categoriesRequested,
  holidaysRequested,
  referenceReducer,
  workerFormNoted,
  workerFormRequested,
} from './slice';
export {
  selectCategories,
  selectHolidays,
  selectWorkerFields,
  selectWorkerForm,
  selectWorkerFormNoted,
} from './selectors';
export { selectContent, selectCountries } from './publicSelectors';
export {
  contentRequested,
  countriesRequested,
  publicReferenceReducer,
  type ContentKey,
  type PublicReferenceState,
} from './publicSlice';
export { selectNearby, selectPlaces, selectTaxOffices } from './placesSelectors';
export {
  nearbyRequested,
  placesReducer,
  placesRequested,
  taxOfficesRequested,
  type MapView,
  type PlacesState,
} from './placesSlice';
export { referenceSaga } from './saga';
