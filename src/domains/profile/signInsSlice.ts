import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserSession } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { done, failed, init, loadReducers, loading, requested, type Loadable } from '../kit/loadable';

export interface SignInsState {
  /** The user's sessions, last used first. */
  list: Loadable<UserSession[]>;
  /** Sessions whose end is pending or failed, by id. */
  ending: Record<number, Loadable<null>>;
  endingOthers: Loadable<null>;
}

const initialState: SignInsState = { list: init, ending: {}, endingOthers: init };

const to = loadReducers<SignInsState>();

const slice = createSlice({
  name: 'signIns',
  initialState,
  reducers: {
    signInsRequested: (state) => {
      state.list = requested(state.list);
      state.ending = {};
      state.endingOthers = init;
    },
    signInsLoaded: to.loaded('list'),
    signInsFailed: to.refused('list'),
    signInEndRequested: (state, { payload }: PayloadAction<{ id: number }>) => {
      state.ending[payload.id] = loading;
    },
    signInEnded: (state, { payload }: PayloadAction<{ id: number }>) => {
      delete state.ending[payload.id];
      if (state.list.status === 'loaded') {
        state.list.data = state.list.data.filter(({ id }) => id !== payload.id);
      }
    },
    signInEndFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
      state.ending[payload.id] = failed(payload.failure);
    },
    othersEndRequested: to.loading('endingOthers'),
    othersEnded: (state) => {
      state.ending = {};
      state.endingOthers = done;
      if (state.list.status === 'loaded') state.list.data = state.list.data.filter(({ isCurrent }) => isCurrent);
    },
    othersEndFailed: to.failed('endingOthers'),
  },
});

export const signInsReducer = slice.reducer;
export const signInsActions = slice.actions;
export const { signInsRequested, signInEndRequested, othersEndRequested } = slice.actions;
