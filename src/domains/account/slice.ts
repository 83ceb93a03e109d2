import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CountryCheck, CountryCheckBody } from '../../../contract/schemas/reference';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import type { RegistrationDraft, RegistrationRequest } from './rules';

/** Registration. */
export interface AccountState {
  /** What was typed into the form when one left it, without the password. */
  draft: RegistrationDraft | null;
  /** Typed before the phone was verified; in memory only, and not for long. */
  password: string;
  countryCheck: Loadable<CountryCheck>;
  submit: Loadable<null>;
}

const initialState: AccountState = { draft: null, password: '', countryCheck: init, submit: init };

const slice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    countryCheckRequested: (state, _action: PayloadAction<CountryCheckBody>) => {
      state.countryCheck = loading;
    },
    countryChecked: (state, { payload }: PayloadAction<CountryCheck>) => {
      state.countryCheck = loaded(payload);
    },
    countryCheckFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.countryCheck = failed(payload);
    },
    /** The form goes to have its phone verified. */
    registrationPaused: (state, { payload }: PayloadAction<{ draft: RegistrationDraft; password: string }>) => {
      state.draft = payload.draft;
      state.password = payload.password;
    },
    /** The form is back and holds the password itself, or nobody came back for it. */
    passwordDropped: (state) => {
      state.password = '';
    },
    /** Everyone who registered is gone from here; what the form held as it went is not kept again. */
    registrationLeft: (state, { payload }: PayloadAction<RegistrationDraft>) => {
      if (state.submit.status === 'loaded') return;
      state.draft = payload;
      if (state.submit.status === 'failed') state.submit = init;
    },
    registrationSubmitted: (state, _action: PayloadAction<RegistrationRequest>) => {
      state.submit = loading;
    },
    registrationSucceeded: () => ({ ...initialState, submit: done }),
    registrationFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.submit = failed(payload);
    },
    /** What was said of the failed try has been read. */
    registrationFailureSeen: (state) => {
      state.submit = init;
    },
  },
});

export const accountReducer = slice.reducer;
export const accountActions = slice.actions;
export const {
  countryCheckRequested,
  registrationPaused,
  passwordDropped,
  registrationLeft,
  registrationSubmitted,
  registrationFailureSeen,
} = slice.actions;
