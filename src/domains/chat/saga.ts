import { all, put, takeEvery, spawn } from 'redux-saga/effects';
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

/**
 * Reports each start of the stream, because events between the page load or the break and the start are lost, unless the
 * server says that there were none.
 */
function* reportStart({ payload }: ReturnType<typeof conversationActions.liveChanged>): Step<void> {
  if (payload.isLive && !payload.isQuiet) yield put(changesMissed());
}

export function* forwardEventsSaga(): Step<void> {
  yield all([
    takeEvery(pushReceived, safely(forwardEvent)),
    takeEvery(conversationActions.liveChanged, safely(reportStart)),
  ]);
}

export function* chatSaga(): Step<void> {
  for (const watcher of [inboxSaga, conversationSaga, outboxSaga, pushSaga, forwardEventsSaga])
    yield spawn(safely(watcher));
}
