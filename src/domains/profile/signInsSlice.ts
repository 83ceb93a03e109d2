import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserSession } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';

export interface SignInsState {
  /** The user's sessions, last used first. */
  list: Loadable<UserSession[]>;
  /** Sessions whose end is pending or failed, by id. */
  ending: Record<number, Loadable<null>>;
  endingOthers: Loadable<null>;
}

const initialState: SignInsState = { list: init, ending: {}, endingOthers: init };

const slice = createSlice({
  name: 'signIns',
  initialState,
  reducers: {
    signInsRequested: (state) => {
      state.list = requested(state.list);
      state.ending = {};
      state.endingOthers = init;
    },
    signInsLoaded: (state, { payload }: PayloadAction<UserSession[]>) => {
      state.list = loaded(payload);
    },
    signInsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.list = refused(state.list, payload);
    },
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
    othersEndRequested: (state) => {
      state.endingOthers = loading;
    },
    othersEnded: (state) => {
      state.ending = {};
      state.endingOthers = done;
      if (state.list.status === 'loaded') state.list.data = state.list.data.filter(({ isCurrent }) => isCurrent);
    },
    othersEndFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.endingOthers = failed(payload);
    },
  },
});

export const signInsReducer = slice.reducer;
export const signInsActions = slice.actions;
export const { signInsRequested, signInEndRequested, othersEndRequested } = slice.actions;
