import type { JobsState } from './slice';

interface Root {
  jobs: JobsState;
}

export const selectJobs = (state: Root) => state.jobs;
export const selectJobOptions = (state: Root) => state.jobs.options;
