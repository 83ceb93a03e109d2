import { createAction } from '@reduxjs/toolkit';
import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { all, call, take, takeEvery } from 'redux-saga/effects';
import type { KeptProgram } from '../../lib/keptProgram';
import { notify, port, type Step } from '../kit/effects';

/** The user wants the new version of the program. */
export const renewalRequested = createAction('program/renewalRequested');

/** Keeps the program on this device, and offers a new version. It never loads the page by itself: the user may be typing. */
function* keepProgram({ keep }: KeptProgram): Step<void> {
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

export function* programSaga(): Step<void> {
  const load = yield* port('program');
  let program: KeptProgram;
  try {
    program = (yield call(load)) as KeptProgram;
  } catch {
    // The next page load tries again.
    return;
  }
  yield all([call(keepProgram, program), takeEvery(renewalRequested, program.renew)]);
}
