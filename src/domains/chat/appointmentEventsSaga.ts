import { put, takeEvery } from 'redux-saga/effects';
import { appointmentEventReceived } from '../appointments';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { pushReceived } from './events';

/** Each creation or change of an appointment arrives as a message, whoever made it. */
function* forwardEvent({ payload }: ReturnType<typeof pushReceived>): Step<void> {
  if (payload.type !== 'message') return;
  const { messageType, workerId } = payload;
  if (messageType === 'appointment' || messageType === 'appointment_status')
    yield put(appointmentEventReceived({ workerId }));
}

export function* appointmentEventsSaga(): Step<void> {
  yield takeEvery(pushReceived, safely(forwardEvent));
}
