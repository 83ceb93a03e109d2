import { all, put, takeEvery, takeLeading, type Effect } from 'redux-saga/effects';
import { read, type Step } from '../kit/effects';
import { passwordTaken } from '../kit/password';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { postReauthenticate } from './api';
import { reauthenticationFailed, reauthenticationSubmitted } from './reauthenticationSlice';
import { selectReauthentication } from './selectors';
import { sessionResumed } from './slice';

function* prove({ payload }: ReturnType<typeof reauthenticationSubmitted>): Step<void> {
  yield* request({
    send: ({ main }, signal) => postReauthenticate(main, payload, signal),
    onLoaded: () => passwordTaken(),
    onFailed: reauthenticationFailed,
  });
}

/** Whoever signed in again over the dialog gave the password with that. */
function* takeSignIn(): Step<void> {
  if ((yield* read(selectReauthentication)).isOpen) yield put(passwordTaken()) as Effect;
}

/** Giving the password again in mid-session. */
export function* watchReauthentication(): Step<void> {
  yield all([takeLeading(reauthenticationSubmitted, safely(prove)), takeEvery(sessionResumed, safely(takeSignIn))]);
}
