import { put } from 'redux-saga/effects';
import { notify, read, type Step } from '../kit/effects';
import { request, submit } from '../kit/request';
import { getHolds, putHold } from './api';
import { holdActions, holdChanged, type holdSubmitted } from './holdSlice';
import { selectPrivacy } from './selectors';
import { privacyOpened } from './slice';

export function* loadHolds(): Step<void> {
  yield* request({ send: getHolds, onLoaded: holdActions.holdsLoaded, onFailed: holdActions.holdsFailed });
}

export function* saveHold({ payload }: ReturnType<typeof holdSubmitted>): Step<void> {
  const { workerId, note } = payload;
  const { ok } = yield* submit({
    send: (api) => putHold(api, payload),
    onLoaded: () => holdChanged({ workerId }),
    onFailed: holdActions.holdFailed,
  });
  if (!ok) return;
  yield* notify({ id: note === null ? 'privacy.release.done' : 'privacy.hold.done', kind: 'success' });
  const { applicationId } = yield* read(selectPrivacy);
  yield put(privacyOpened({ applicationId }));
}
