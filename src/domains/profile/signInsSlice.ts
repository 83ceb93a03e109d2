import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserSession } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';

export interface SignInsState {
  /** Where one is signed in, the last used first. */
  list: Loadable<UserSession[]>;
  /** Those that are being ended, or could not be, by id. */
  ending: Record<number, Loadable<null>>;
}

const initialState: SignInsState = { list: init, ending: {} };

const slice = createSlice({
  name: 'signIns',
  initialState,
  reducers: {
    /** The last answer stays while a new one is on its way. */
    signInsRequested: (state) => {
      if (state.list.status !== 'loaded') state.list = loading;
      state.ending = {};
    },
    signInsLoaded: (state, { payload }: PayloadAction<UserSession[]>) => {
      state.list = loaded(payload);
    },
    signInsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.list = failed(payload);
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
  },
});

export const signInsReducer = slice.reducer;
export const signInsActions = slice.actions;
export const { signInsRequested, signInEndRequested } = slice.actions;
