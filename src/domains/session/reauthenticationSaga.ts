import { all, put, takeEvery, takeLeading, type Effect } from 'redux-saga/effects';
import { read, type Step } from '../kit/effects';
import { passwordAccepted } from '../kit/password';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { sessionResumed } from '../kit/session';
import { reauthenticationFailed, reauthenticationSubmitted } from './reauthenticationSlice';
import { selectReauthentication } from './selectors';

function* verifyPassword({ payload }: ReturnType<typeof reauthenticationSubmitted>): Step<void> {
  yield* submit({
    send: (api) => api.call('POST /user/reauthenticate', { body: payload }),
    onLoaded: () => passwordAccepted(),
    onFailed: reauthenticationFailed,
  });
}

/** Signing in again also proves the password. */
function* acceptSignIn(): Step<void> {
  if ((yield* read(selectReauthentication)).isOpen) yield put(passwordAccepted()) as Effect;
}

export function* watchReauthentication(): Step<void> {
  yield all([
    takeLeading(reauthenticationSubmitted, safely(verifyPassword)),
    takeEvery(sessionResumed, safely(acceptSignIn)),
  ]);
}
