import type { Action } from '@reduxjs/toolkit';
import { all, call, put, take, takeEvery, spawn } from 'redux-saga/effects';
import { applicationsChangedElsewhere, changesMissed } from '../applications';
import { appointmentEventReceived, workerAnswered } from '../appointments';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { conversationActions } from './conversationSlice';
import { pushReceived } from './events';
import { conversationSaga } from './conversationSaga';
import { inboxSaga } from './inboxSaga';
import { outboxSaga } from './outboxSaga';
import { pushSaga } from './pushSaga';

/**
 * Passes the events of the stream to the domains that they are about. Each creation or change of an appointment arrives
 * as a message, from either side.
 */
function* forwardEvent({ payload }: ReturnType<typeof pushReceived>): Step<void> {
  if (payload.type === 'applications') {
    const { ids, reason, userId } = payload;
    yield put(applicationsChangedElsewhere({ ids, reason, userId }));
  }
  if (payload.type !== 'message') return;
  const { messageType, sender, workerId } = payload;
  if (messageType === 'appointment' || messageType === 'appointment_status')
    yield put(appointmentEventReceived({ workerId }));
  else if (sender === 'employer') yield put(workerAnswered({ workerId }));
}

const isLive = (live: boolean) => (action: Action) =>
  conversationActions.liveChanged.match(action) && action.payload.isLive === live;

/** Reports each start of the stream, because events between the page load or the break and the start are lost. */
function* watchInterruptions(): Step<void> {
  for (;;) {
    yield take(isLive(true));
    yield put(changesMissed());
    yield take(isLive(false));
  }
}

export function* forwardEventsSaga(): Step<void> {
  yield all([takeEvery(pushReceived, safely(forwardEvent)), call(watchInterruptions)]);
}

export function* chatSaga(): Step<void> {
  for (const watcher of [inboxSaga, conversationSaga, outboxSaga, pushSaga, forwardEventsSaga])
    yield spawn(safely(watcher));
}
