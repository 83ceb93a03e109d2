import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ForgetPasswordBody, ResetPasswordBody } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { done, failed, init, loadReducers, loading, type Loadable } from '../kit/loadable';

/** The forgotten password form and the page of its link. */
export interface PasswordsState {
  forget: Loadable<null>;
  /** Whether the link is still valid; its code is in the address. */
  check: Loadable<null>;
  reset: Loadable<null>;
}

const initialState: PasswordsState = { forget: init, check: init, reset: init };

interface ResetRequest extends ResetPasswordBody {
  resetToken: string;
}

const to = loadReducers<PasswordsState>();

const slice = createSlice({
  name: 'passwords',
  initialState,
  reducers: {
    forgetSubmitted: (state, _action: PayloadAction<ForgetPasswordBody>) => {
      state.forget = loading;
    },
    // The answer to a form that was left must not show when the form opens again.
    forgetSucceeded: (state) => {
      if (state.forget.status === 'loading') state.forget = done;
    },
    forgetFailed: (state, { payload }: PayloadAction<Failure>) => {
      if (state.forget.status === 'loading') state.forget = failed(payload);
    },
    forgetLeft: to.init('forget'),
    resetOpened: (state, _action: PayloadAction<{ resetToken: string }>) => {
      state.check = loading;
      state.reset = init;
    },
    resetLeft: to.init('check'),
    tokenAccepted: to.done('check'),
    tokenRefused: to.failed('check'),
    resetSubmitted: (state, _action: PayloadAction<ResetRequest>) => {
      state.reset = loading;
    },
    resetSucceeded: to.done('reset'),
    resetFailed: to.failed('reset'),
  },
});

export const passwordsReducer = slice.reducer;
export const passwordsActions = slice.actions;
export const { forgetSubmitted, forgetLeft, resetOpened, resetLeft, resetSubmitted } = slice.actions;
