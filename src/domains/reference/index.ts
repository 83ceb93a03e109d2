export type { Category, Content, Country, FormField } from '../../../contract/schemas/reference';
export type { ReferenceState } from './slice';
export type { WorkerFields } from './rules';
export { categoriesRequested, holidaysRequested, referenceReducer, workerFormRequested } from './slice';
export { selectCategories, selectHolidays, selectWorkerFields } from './selectors';
export { selectContent, selectCountries } from './publicSelectors';
export {
  contentRequested,
  countriesRequested,
  publicReferenceReducer,
  type ContentKey,
  type PublicReferenceState,
} from './publicSlice';
export { referenceSaga } from './saga';
