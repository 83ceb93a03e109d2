export type { JobRow } from '../../../contract/schemas/jobs';
export type { JobSorting, ListedStatus } from './rules';
export type { JobOption } from './slice';
export { LISTED_STATUSES, nextSorting } from './rules';
export { endReached, jobsReducer, listLeft, listOpened, optionsRequested } from './slice';
export { selectJobOptions, selectJobs } from './selectors';

export type { Named } from '../../../contract/schemas/common';
export type { Job, JobBody, JobChangeBody, Shift } from '../../../contract/schemas/jobForm';
export type { CompanyLocation } from '../../../contract/schemas/jobLookups';
export type { JobDraftsState } from './form/drafts';
export { draftChanged, draftDiscarded, draftKeyOf, jobDraftsReducer } from './form/drafts';
export {
  additionReset,
  jobLookupsReducer,
  locationsRequested,
  locationSubmitted,
  lookupsRequested,
  positionsRequested,
  tagSubmitted,
} from './form/lookups';
export {
  closeRequested,
  copyRequested,
  deletionClosed,
  deletionConfirmed,
  formLeft,
  formOpened,
  jobFormReducer,
  jobSaved,
  jobSubmitted,
  saveAcknowledged,
} from './form/slice';
export {
  hasDraftOf,
  selectActiveJobFields,
  selectCopies,
  selectJobDrafts,
  selectJobForm,
  selectJobLookups,
} from './form/selectors';
export { jobLookupsSaga } from './form/lookupsSaga';
export { jobFormSaga } from './form/saga';
export { jobsSaga } from './saga';
