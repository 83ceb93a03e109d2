export type { Country, TaxOffice } from '../../../contract/schemas/reference';
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
export { contentRequested, countriesRequested, publicReferenceReducer } from './publicSlice';
export { selectNearby, selectPlaces, selectTaxOffices } from './placesSelectors';
export { nearbyRequested, placesReducer, placesRequested, taxOfficesRequested, type MapView } from './placesSlice';
export { referenceSaga } from './saga';
