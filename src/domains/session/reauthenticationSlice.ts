import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ReauthenticateBody } from '../../../contract/schemas/session';
import type { Failure } from '../kit/failure';
import { failed, init, loading, type Loadable } from '../kit/loadable';
import { passwordAsked, passwordRefused, passwordAccepted } from '../kit/password';

/** The dialog that asks for the password before a change of email or phone; the state never contains the password. */
export interface ReauthenticationState {
  isOpen: boolean;
  submit: Loadable<null>;
}

const initialState: ReauthenticationState = { isOpen: false, submit: init };

const slice = createSlice({
  name: 'reauthentication',
  initialState,
  reducers: {
    reauthenticationSubmitted: (state, _action: PayloadAction<ReauthenticateBody>) => {
      state.submit = loading;
    },
    reauthenticationFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.submit = failed(payload);
    },
    reauthenticationFailureSeen: (state) => {
      if (state.submit.status === 'failed') state.submit = init;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(passwordAsked, () => ({ isOpen: true, submit: init }))
      .addCase(passwordAccepted, () => initialState)
      .addCase(passwordRefused, () => initialState);
  },
});

export const reauthenticationReducer = slice.reducer;
export const { reauthenticationSubmitted, reauthenticationFailed, reauthenticationFailureSeen } = slice.actions;
