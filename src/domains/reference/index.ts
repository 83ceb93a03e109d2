export type { Country, TaxOffice } from '../../../contract/schemas/reference';
export {
  categoriesRequested,
  holidaysRequested,
  referenceReducer,
  workerFormFailureReported,
  workerFormRequested,
} from './slice';
export {
  selectCategories,
  selectHolidays,
  selectWorkerFields,
  selectWorkerForm,
  selectIsWorkerFormFailureReported,
} from './selectors';
export { selectContent, selectCountries } from './selectors';
export { contentRequested, countriesRequested, publicReferenceReducer } from './publicSlice';
export { selectNearby, selectPlaces, selectTaxOffices } from './selectors';
export { nearbyRequested, placesReducer, placesRequested, taxOfficesRequested, type MapView } from './placesSlice';
export { placesSaga } from './placesSaga';
export { publicReferenceSaga } from './publicSaga';
export { referenceSaga } from './saga';
