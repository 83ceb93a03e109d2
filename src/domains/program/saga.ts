import type { Action } from '@reduxjs/toolkit';
import { buffers, eventChannel, type Channel, type EventChannel } from 'redux-saga';
import { actionChannel, all, call, delay, put, take, takeEvery } from 'redux-saga/effects';
import type { KeptProgram } from '../../lib/keptProgram';
import { changesMissed } from '../applications';
import { visibilityChanged } from '../chat';
import { notify, port, read, type Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { keptAnswerServed, renewalRequested, selectIsOffline, serverAnswered, serverReturned } from './slice';

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

/** Ends the reading from this device, unless a kept answer was needed after the server's last one. */
function* watchReturn(): Step<void> {
  const events = (yield actionChannel([serverAnswered, keptAnswerServed], buffers.sliding(1))) as Channel<Action>;
  for (;;) {
    const event = (yield take(events)) as Action;
    if (!serverAnswered.match(event) || !(yield* read(selectIsOffline))) continue;
    yield put(serverReturned());
    yield delay(RETURN_EVERY);
    // Its reads may have ended with one that got no answer: asks again, so that the page does not stay offline.
    if (yield* read(selectIsOffline)) yield put(visibilityChanged());
  }
}

export function* programSaga(): Step<void> {
  yield all([call(keepProgram), call(safely(watchReturn)), takeEvery(serverReturned, safely(refresh))]);
}
