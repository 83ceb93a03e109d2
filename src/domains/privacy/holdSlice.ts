import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Hold } from '../../../contract/schemas/privacy';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';
import { privacyOpened, type Listed, type Person } from './slice';

export interface HoldState {
  /** Newest first. */
  holds: Loadable<Listed<Hold>>;
  /** Whose data the open dialog would put on hold, or release when they are on hold. */
  holding: Person | null;
  change: Loadable<null>;
}

const initialState: HoldState = { holds: init, holding: null, change: init };

const slice = createSlice({
  name: 'privacyHolds',
  initialState,
  reducers: {
    holdsLoaded: (state, { payload }: PayloadAction<Listed<Hold>>) => {
      state.holds = loaded(payload);
    },
    holdsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.holds = refused(state.holds, payload);
    },
    holdDialogOpened: (state, { payload }: PayloadAction<Person>) => {
      state.holding = payload;
      state.change = init;
    },
    holdDialogClosed: (state) => {
      state.holding = null;
      state.change = init;
    },
    /** `note` says why data are put on hold; null releases them. */
    holdSubmitted: (state, _action: PayloadAction<{ workerId: number; note: string | null }>) => {
      state.change = loading;
    },
    holdChanged: (state, { payload: { workerId } }: PayloadAction<{ workerId: number }>) => {
      state.change = done;
      if (state.holding?.workerId === workerId) state.holding = null;
    },
    holdFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.change = failed(payload);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(privacyOpened, (state) => {
      state.holds = requested(state.holds);
    });
  },
});

export const holdReducer = slice.reducer;
export const holdActions = slice.actions;
export const { holdChanged, holdDialogClosed, holdDialogOpened, holdSubmitted } = slice.actions;
