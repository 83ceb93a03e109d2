import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, delay, put, takeLatest } from 'redux-saga/effects';
import { PHONE_VERIFIED_MINUTES } from '../../../contract/constants/limits';
import type { CountryCheck, CountryCheckBody } from '../../../contract/schemas/reference';
import { MINUTE } from '../../../contract/constants/time';
import { read, type Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { done, init, loadReducers, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { notifyFailure } from '../kit/notifyFailure';
import { safely } from '../kit/safely';
import { loginSucceeded, selectUser, toCredential } from '../session';
import { passwords, restoration } from './passwords';
import { placeOfFailure, type RegistrationDraft, type RegistrationRequest } from './rules';

interface AccountState {
  /** Values of the form that the user left, without the password. */
  draft: RegistrationDraft | null;
  /** Typed before the phone verification; kept in memory only, and for half an hour at most. */
  password: string;
  countryCheck: Loadable<CountryCheck>;
  submit: Loadable<null>;
  /** False after the user left the form, maybe while it was being sent. */
  isOpen: boolean;
}

interface Root {
  account: AccountState;
}

const initialState: AccountState = { draft: null, password: '', countryCheck: init, submit: init, isOpen: false };

export const account = operations<AccountState>('account');

const slice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    /** The user leaves the form to verify the phone. */
    registrationPaused: (state, { payload }: PayloadAction<{ draft: RegistrationDraft; password: string }>) => {
      state.draft = payload.draft;
      state.password = payload.password;
    },
    /** The form has read the password, or the user did not return in time. */
    passwordDropped: (state) => {
      state.password = '';
    },
    registrationOpened: (state) => {
      state.isOpen = true;
    },
    /** Keeps the form's values when the user leaves it, except after a registration, which has cleared them. */
    registrationLeft: (state, { payload }: PayloadAction<RegistrationDraft>) => {
      state.isOpen = false;
      if (state.submit.status === 'loaded') return;
      state.draft = payload;
      if (state.submit.status === 'failed') state.submit = init;
    },
    registrationFailureSeen: loadReducers<AccountState>().init('submit'),
  },
  extraReducers: account.reduce,
});

export const accountReducer = slice.reducer;
export const { passwordDropped, registrationFailureSeen, registrationLeft, registrationOpened, registrationPaused } =
  slice.actions;

export const selectRegistrationDraft = (state: Root) => state.account.draft;
export const selectRegistrationPassword = (state: Root) => state.account.password;
export const selectCountryCheck = (state: Root) => state.account.countryCheck;
export const selectRegistration = (state: Root) => state.account.submit;

export const countryCheckRequested = account.read('countryCheckRequested', {
  field: 'countryCheck',
  call: (api, body: CountryCheckBody) => api.call('POST /geo-api/country/check', { body }),
  forgets: 'atStart',
});

/** Signs in the new company; the page guard then opens the page that the user wanted. */
export const registrationSubmitted = account.submit('registrationSubmitted', {
  field: 'submit',
  call: async (api, body: RegistrationRequest) => toCredential(await api.call('PUT /user/company/register', { body })),
  loaded: (state) => Object.assign(state, initialState, { submit: done }),
  failed: (state) => {
    if (!state.isOpen) state.submit = init;
  },
  *after(credential) {
    // A user who left the form may have signed in with another account.
    if (!(yield* read(selectUser))) yield put(loginSucceeded(credential));
  },
  *afterFailure(failure) {
    if ((yield* read(selectRegistration)).status === 'init') yield* notifyFailure(failure);
    else if (placeOfFailure(failure) === 'page') yield* leaveForError(failure, { isSave: true });
  },
});

/** Deletes the typed password after half an hour, because the verified phone then no longer counts. */
function* dropPasswordLater(): Step<void> {
  yield delay(PHONE_VERIFIED_MINUTES * MINUTE);
  yield put(passwordDropped());
}

function* dropPassword(): Step<void> {
  yield put(passwordDropped());
}

export function* accountSaga(): Step<void> {
  yield all([
    ...account.watch(),
    ...passwords.watch(),
    ...restoration.watch(),
    takeLatest(registrationPaused, safely(dropPasswordLater)),
    takeLatest(loginSucceeded, safely(dropPassword)),
  ]);
}
