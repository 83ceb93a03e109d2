export type { Category, FormField } from '../../../contract/schemas/reference';
export type { ReferenceState } from './slice';
export type { WorkerFields } from './rules';
export { categoriesRequested, holidaysRequested, referenceReducer, workerFormRequested } from './slice';
export { selectCategories, selectHolidays, selectWorkerFields } from './selectors';
export { referenceSaga } from './saga';
