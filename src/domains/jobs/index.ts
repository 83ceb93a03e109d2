export type { JobRow } from '../../../contract/schemas/jobs';
export type { JobSorting, ListedStatus } from './rules';
export type { JobOption } from './slice';
export { LISTED_STATUSES, nextSorting } from './rules';
export { endReached, jobsReducer, listLeft, listOpened, optionsRequested } from './slice';
export { selectJobOptions, selectJobs } from './selectors';

export type { Named } from '../../../contract/schemas/common';
export type { Job, JobBody, JobChangeBody, Shift } from '../../../contract/schemas/jobForm';
export type { CompanyLocation } from '../../../contract/schemas/jobLookups';
export * from './form/drafts';
export * from './form/lookups';
export * from './form/saga';
export * from './form/selectors';
export * from './form/slice';
export * from './saga';
