import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BranchInbox } from '../../../contract/schemas/chat';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';

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
      if (state.branches.status !== 'loaded') state.branches = loading;
    },
    branchesLeft: (state) => {
      state.isOpen = false;
    },
    branchesLoaded: (state, { payload }: PayloadAction<BranchInbox[]>) => {
      state.branches = loaded(payload);
    },
    /** A failed refresh keeps the rows. */
    branchesFailed: (state, { payload }: PayloadAction<Failure>) => {
      if (state.branches.status !== 'loaded') state.branches = failed(payload);
    },
  },
});

export const branchInboxesReducer = slice.reducer;
export const branchesActions = slice.actions;
export const { branchesOpened, branchesLeft } = slice.actions;
