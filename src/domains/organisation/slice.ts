import { createSlice } from '@reduxjs/toolkit';
import type { BranchJobCount } from '../../../contract/schemas/organisation';
import { init, loadReducers, loading, type Loadable } from '../kit/loadable';

export interface OrganisationState {
  branchJobCounts: Loadable<BranchJobCount[]>;
}

const initialState: OrganisationState = { branchJobCounts: init };

const request = (state: OrganisationState) => {
  if (state.branchJobCounts.status !== 'loaded') state.branchJobCounts = loading;
};

const to = loadReducers<OrganisationState>();

const slice = createSlice({
  name: 'organisation',
  initialState,
  reducers: {
    /** Keeps the last data while it reloads. */
    branchJobCountsRequested: request,
    /** A list needs only the names of the branches, and does without them after a failure. */
    branchNamesRequested: request,
    branchJobCountsLoaded: to.loaded('branchJobCounts'),
    branchJobCountsFailed: to.failed('branchJobCounts'),
  },
});

export const organisationReducer = slice.reducer;
export const { branchJobCountsRequested, branchNamesRequested, branchJobCountsLoaded, branchJobCountsFailed } =
  slice.actions;
