import { createSlice } from '@reduxjs/toolkit';
import type { BranchInbox } from '../../../contract/schemas/chat';
import { init, loadReducers, requested, type Loadable } from '../kit/loadable';

interface BranchInboxesState {
  branches: Loadable<BranchInbox[]>;
  isOpen: boolean;
}

const initialState: BranchInboxesState = { branches: init, isOpen: false };

const to = loadReducers<BranchInboxesState>();

const slice = createSlice({
  name: 'branchInboxes',
  initialState,
  reducers: {
    branchesOpened: (state) => {
      state.isOpen = true;
      state.branches = requested(state.branches);
    },
    branchesLeft: (state) => {
      state.isOpen = false;
    },
    /** Loads the counts for the navigation, without opening the page. */
    branchesRequested: (state) => {
      state.branches = requested(state.branches);
    },
    branchesLoaded: to.loaded('branches'),
    branchesFailed: to.refused('branches'),
  },
});

export const branchInboxesReducer = slice.reducer;
export const branchesActions = slice.actions;
export const { branchesOpened, branchesLeft } = slice.actions;

export const selectBranchInboxes = (state: { branchInboxes: BranchInboxesState }) => state.branchInboxes;
