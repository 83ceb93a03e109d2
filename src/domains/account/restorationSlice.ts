import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EmailRestorationPayload } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';

/** The way back to an old email; the code is in the address. */
export interface RestorationState {
  check: Loadable<EmailRestorationPayload>;
  restore: Loadable<null>;
}

const initialState: RestorationState = { check: init, restore: init };

const slice = createSlice({
  name: 'restoration',
  initialState,
  reducers: {
    restorationOpened: (_state, _action: PayloadAction<{ restoreCode: string }>) => ({ check: loading, restore: init }),
    restorationFound: (state, { payload }: PayloadAction<EmailRestorationPayload>) => {
      state.check = loaded(payload);
    },
    restorationNotFound: (state, { payload }: PayloadAction<Failure>) => {
      state.check = failed(payload);
    },
    restorationSubmitted: (state, _action: PayloadAction<{ restoreCode: string }>) => {
      state.restore = loading;
    },
    emailRestored: (state) => {
      state.restore = done;
    },
    restorationFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.restore = failed(payload);
    },
  },
});

export const restorationReducer = slice.reducer;
export const restorationActions = slice.actions;
export const { restorationOpened, restorationSubmitted } = slice.actions;
