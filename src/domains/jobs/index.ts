export type { JobRow } from '../../../contract/schemas/jobs';
export type { JobSorting, JobsQuery } from './rules';
export type { JobOption, JobsState } from './slice';
export { nextSorting } from './rules';
export { endReached, jobsReducer, listLeft, listOpened, optionsRequested } from './slice';
export { selectJobOptions, selectJobs } from './selectors';
export { jobsSaga } from './saga';
