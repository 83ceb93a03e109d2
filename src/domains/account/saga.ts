import { all, delay, fork, put, takeLatest, takeLeading, type Effect } from 'redux-saga/effects';
import { PHONE_VERIFIED_MINUTES } from '../../../contract/constants/limits';
import { loginSucceeded } from '../session';
import type { Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { postCountryCheck, putCompany } from './api';
import { watchPasswords } from './passwordsSaga';
import { watchRestoration } from './restorationSaga';
import { placeOfFailure } from './rules';
import {
  accountActions,
  countryCheckRequested,
  passwordDropped,
  registrationPaused,
  registrationSubmitted,
} from './slice';

function* checkCountry({ payload }: ReturnType<typeof countryCheckRequested>): Step<void> {
  yield* submit({
    send: (api, signal) => postCountryCheck(api, payload, signal),
    onLoaded: accountActions.countryChecked,
    onFailed: accountActions.countryCheckFailed,
  });
}

/** Signs in who registered; the guard of the page then leads to where one wanted to go. Spec 1, point 2. */
function* register({ payload }: ReturnType<typeof registrationSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: (api, signal) => putCompany(api, payload, signal),
    onLoaded: () => accountActions.registrationSucceeded(),
    onFailed: accountActions.registrationFailed,
  });
  if (outcome.ok) yield put(loginSucceeded(outcome.result)) as Effect;
  else if (placeOfFailure(outcome.failure) === 'page') yield* leaveForError(outcome.failure);
}

/** A verified phone counts for half an hour; a password that nobody came back for by then is forgotten. */
function* dropPasswordLater(): Step<void> {
  yield delay(PHONE_VERIFIED_MINUTES * 60_000);
  yield put(passwordDropped());
}

function* dropPassword(): Step<void> {
  yield put(passwordDropped());
}

/** Registration, and passwords that were forgotten. */
export function* accountSaga(): Step<void> {
  yield all([
    takeLatest(countryCheckRequested, safely(checkCountry)),
    takeLeading(registrationSubmitted, safely(register)),
    takeLatest(registrationPaused, safely(dropPasswordLater)),
    takeLatest(loginSucceeded, safely(dropPassword)),
    fork(watchPasswords),
    fork(watchRestoration),
  ]);
}
