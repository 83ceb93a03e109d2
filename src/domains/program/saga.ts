import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { all, call, put, take, takeEvery, throttle } from 'redux-saga/effects';
import type { KeptProgram } from '../../lib/keptProgram';
import { changesMissed } from '../applications';
import { visibilityChanged } from '../chat';
import { notify, port, read, type Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { renewalRequested, selectIsOffline, serverAnswered, serverReturned } from './slice';

/** Milliseconds between two reloads of the page while the network loses some of the answers. */
const RETURN_EVERY = 10_000;

/** Offers each new version. Never reloads the page by itself, because the user may be typing. */
function* offerVersions({ keep }: KeptProgram): Step<void> {
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

/** Keeps the program on this device. */
function* keepProgram(): Step<void> {
  const load = yield* port('program');
  let program: KeptProgram;
  try {
    program = (yield call(load)) as KeptProgram;
  } catch {
    // The next page load tries again.
    return;
  }
  yield all([call(offerVersions, program), takeEvery(renewalRequested, program.renew)]);
}

/** Reloads the open page, which shows kept answers, and tries the event stream at once. */
function* refresh(): Step<void> {
  yield put(visibilityChanged());
  yield put(changesMissed());
}

function* endOffline(): Step<void> {
  if (yield* read(selectIsOffline)) yield put(serverReturned());
}

export function* programSaga(): Step<void> {
  yield all([
    call(keepProgram),
    throttle(RETURN_EVERY, serverAnswered, safely(endOffline)),
    takeEvery(serverReturned, safely(refresh)),
  ]);
}
