export type { JobRow } from '../../../contract/schemas/jobs';
export type { JobSorting, JobsQuery } from './rules';
export type { JobOption, JobsState } from './slice';
export { nextSorting } from './rules';
export { endReached, jobsReducer, listLeft, listOpened, optionsRequested } from './slice';
export { selectJobOptions, selectJobs } from './selectors';

export type { Named } from '../../../contract/schemas/common';
export type {
  CompanyLocation,
  Job,
  JobBody,
  JobChangeBody,
  Shift,
  SpokenLanguage,
} from '../../../contract/schemas/jobForm';
export type { JobDraft, JobDraftsState } from './form/drafts';
export type { JobLookupsState } from './form/lookups';
export type { JobFormState, JobSubmission, SavedJob } from './form/slice';
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
export { copyRequested, formLeft, formOpened, jobFormReducer, jobSubmitted, saveAcknowledged } from './form/slice';
export {
  hasDraftOf,
  selectActiveJobFields,
  selectCopies,
  selectJobDrafts,
  selectJobForm,
  selectJobLookups,
} from './form/selectors';
export { jobsSaga } from './saga';
