import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { all, call, put, take, takeEvery } from 'redux-saga/effects';
import { changesMissed } from '../applications';
import { visibilityChanged } from '../chat';
import { notify, port, type Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { renewalRequested, serverReturned } from './slice';

/** Keeps the program on this device, and offers a new version. It never loads the page by itself: the user may be typing. */
function* keepProgram(): Step<void> {
  const { keep } = yield* port('program');
  const versions: EventChannel<true> = eventChannel((emit) => keep(() => emit(true)), buffers.sliding(1));
  try {
    for (;;) {
      yield take(versions);
      const offer = { undo: renewalRequested(), undoText: 'shell.newVersion.reload', stays: true } as const;
      yield* notify({ id: 'shell.newVersion', kind: 'info', ...offer });
    }
  } finally {
    versions.close();
  }
}

function* renew(): Step<void> {
  (yield* port('program')).renew();
}

/** The open page shows what the device kept: loads it again, and tries the event stream at once. */
function* refresh(): Step<void> {
  yield put(visibilityChanged());
  yield put(changesMissed());
}

export function* programSaga(): Step<void> {
  yield all([call(keepProgram), takeEvery(renewalRequested, renew), takeEvery(serverReturned, safely(refresh))]);
}
