import { all, delay, fork, put, takeLatest, takeLeading, type Effect } from 'redux-saga/effects';
import { PHONE_VERIFIED_MINUTES } from '../../../contract/constants/limits';
import { loginSucceeded, toCredential } from '../session';
import type { Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
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
    send: (api) => api.call('POST /geo-api/country/check', { body: payload }),
    onLoaded: accountActions.countryChecked,
    onFailed: accountActions.countryCheckFailed,
  });
}

/** Signs in the new company; the page guard then opens the page that the user wanted. */
function* register({ payload }: ReturnType<typeof registrationSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api) => toCredential(await api.call('PUT /user/company/register', { body: payload })),
    onLoaded: () => accountActions.registrationSucceeded(),
    onFailed: accountActions.registrationFailed,
  });
  if (outcome.ok) yield put(loginSucceeded(outcome.result)) as Effect;
  else if (placeOfFailure(outcome.failure) === 'page') yield* leaveForError(outcome.failure, { isSave: true });
}

/** Deletes the typed password after half an hour, because the verified phone then no longer counts. */
function* dropPasswordLater(): Step<void> {
  yield delay(PHONE_VERIFIED_MINUTES * 60_000);
  yield put(passwordDropped());
}

function* dropPassword(): Step<void> {
  yield put(passwordDropped());
}

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
