import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BranchJobCount } from '../../../contract/schemas/organisation';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';

export interface OrganisationState {
  branchJobCounts: Loadable<BranchJobCount[]>;
}

const initialState: OrganisationState = { branchJobCounts: init };

const request = (state: OrganisationState) => {
  if (state.branchJobCounts.status !== 'loaded') state.branchJobCounts = loading;
};

const slice = createSlice({
  name: 'organisation',
  initialState,
  reducers: {
    /** Keeps the last data while it reloads. */
    branchJobCountsRequested: request,
    /** A list needs only the names of the branches, and does without them after a failure. */
    branchNamesRequested: request,
    branchJobCountsLoaded: (state, { payload }: PayloadAction<BranchJobCount[]>) => {
      state.branchJobCounts = loaded(payload);
    },
    branchJobCountsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.branchJobCounts = failed(payload);
    },
  },
});

export const organisationReducer = slice.reducer;
export const { branchJobCountsRequested, branchNamesRequested, branchJobCountsLoaded, branchJobCountsFailed } =
  slice.actions;
