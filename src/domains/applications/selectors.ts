import type { ApplicationsState } from './slice';

interface Root {
  applications: ApplicationsState;
}

export const selectApplications = (state: Root) => state.applications;
