import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CountryCheck, CountryCheckBody } from '../../../contract/schemas/reference';
import { done, init, loadReducers, loading, type Loadable } from '../kit/loadable';
import type { RegistrationDraft, RegistrationRequest } from './rules';

export interface AccountState {
  /** Values of the form that the user left, without the password. */
  draft: RegistrationDraft | null;
  /** Typed before the phone verification; kept in memory only, and for half an hour at most. */
  password: string;
  countryCheck: Loadable<CountryCheck>;
  submit: Loadable<null>;
}

const initialState: AccountState = { draft: null, password: '', countryCheck: init, submit: init };

const to = loadReducers<AccountState>();

const slice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    countryCheckRequested: (state, _action: PayloadAction<CountryCheckBody>) => {
      state.countryCheck = loading;
    },
    countryChecked: to.loaded('countryCheck'),
    countryCheckFailed: to.failed('countryCheck'),
    /** The user leaves the form to verify the phone. */
    registrationPaused: (state, { payload }: PayloadAction<{ draft: RegistrationDraft; password: string }>) => {
      state.draft = payload.draft;
      state.password = payload.password;
    },
    /** The form has read the password, or the user did not return in time. */
    passwordDropped: (state) => {
      state.password = '';
    },
    /** Keeps the form's values when the user leaves it, except after a registration, which has cleared them. */
    registrationLeft: (state, { payload }: PayloadAction<RegistrationDraft>) => {
      if (state.submit.status === 'loaded') return;
      state.draft = payload;
      if (state.submit.status === 'failed') state.submit = init;
    },
    registrationSubmitted: (state, _action: PayloadAction<RegistrationRequest>) => {
      state.submit = loading;
    },
    registrationSucceeded: () => ({ ...initialState, submit: done }),
    registrationFailed: to.failed('submit'),
    registrationFailureSeen: to.init('submit'),
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
