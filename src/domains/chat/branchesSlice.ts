import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BranchInbox } from '../../../contract/schemas/chat';
import type { Failure } from '../kit/failure';
import { init, loaded, refused, requested, type Loadable } from '../kit/loadable';

export interface BranchInboxesState {
  branches: Loadable<BranchInbox[]>;
  isOpen: boolean;
}

const initialState: BranchInboxesState = { branches: init, isOpen: false };

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
    branchesLoaded: (state, { payload }: PayloadAction<BranchInbox[]>) => {
      state.branches = loaded(payload);
    },
    branchesFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.branches = refused(state.branches, payload);
    },
  },
});

export const branchInboxesReducer = slice.reducer;
export const branchesActions = slice.actions;
export const { branchesOpened, branchesLeft } = slice.actions;
