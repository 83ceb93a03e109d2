import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BranchJobCount } from '../../../contract/schemas/organisation';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';

export interface OrganisationState {
  branchJobCounts: Loadable<BranchJobCount[]>;
}

const initialState: OrganisationState = { branchJobCounts: init };

const slice = createSlice({
  name: 'organisation',
  initialState,
  reducers: {
    /** Keeps the last data while it reloads. */
    branchJobCountsRequested: (state) => {
      if (state.branchJobCounts.status !== 'loaded') state.branchJobCounts = loading;
    },
    branchJobCountsLoaded: (state, { payload }: PayloadAction<BranchJobCount[]>) => {
      state.branchJobCounts = loaded(payload);
    },
    branchJobCountsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.branchJobCounts = failed(payload);
    },
  },
});

export const organisationReducer = slice.reducer;
export const { branchJobCountsRequested, branchJobCountsLoaded, branchJobCountsFailed } = slice.actions;
