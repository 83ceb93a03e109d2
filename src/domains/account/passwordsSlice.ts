import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ForgetPasswordBody, ResetPasswordBody } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';

/** The forgotten password form and the page of its link. */
export interface PasswordsState {
  forget: Loadable<null>;
  /** Whether the link is still valid; its code is in the address. */
  check: Loadable<null>;
  reset: Loadable<null>;
}

const initialState: PasswordsState = { forget: init, check: init, reset: init };

export interface ResetRequest extends ResetPasswordBody {
  resetToken: string;
}

const slice = createSlice({
  name: 'passwords',
  initialState,
  reducers: {
    forgetSubmitted: (state, _action: PayloadAction<ForgetPasswordBody>) => {
      state.forget = loading;
    },
    forgetSucceeded: (state) => {
      state.forget = done;
    },
    forgetFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.forget = failed(payload);
    },
    forgetLeft: (state) => {
      state.forget = init;
    },
    resetOpened: (state, _action: PayloadAction<{ resetToken: string }>) => {
      state.check = loading;
      state.reset = init;
    },
    resetLeft: (state) => {
      state.check = init;
    },
    tokenAccepted: (state) => {
      state.check = done;
    },
    tokenRefused: (state, { payload }: PayloadAction<Failure>) => {
      state.check = failed(payload);
    },
    resetSubmitted: (state, _action: PayloadAction<ResetRequest>) => {
      state.reset = loading;
    },
    resetSucceeded: (state) => {
      state.reset = done;
    },
    resetFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.reset = failed(payload);
    },
  },
});

export const passwordsReducer = slice.reducer;
export const passwordsActions = slice.actions;
export const { forgetSubmitted, forgetLeft, resetOpened, resetLeft, resetSubmitted } = slice.actions;
