import { put, takeEvery } from 'redux-saga/effects';
import { applicationsChangedElsewhere } from '../applications';
import { appointmentEventReceived } from '../appointments';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { pushReceived } from './events';

/**
 * Passes the events of the stream to the domains that they are about. Each creation or change of an appointment arrives
 * as a message, whoever made it.
 */
function* forwardEvent({ payload }: ReturnType<typeof pushReceived>): Step<void> {
  if (payload.type === 'applications') {
    const { ids, reason, userId } = payload;
    yield put(applicationsChangedElsewhere({ ids, reason, userId }));
  }
  if (payload.type !== 'message') return;
  const { messageType, workerId } = payload;
  if (messageType === 'appointment' || messageType === 'appointment_status')
    yield put(appointmentEventReceived({ workerId }));
}

export function* forwardEventsSaga(): Step<void> {
  yield takeEvery(pushReceived, safely(forwardEvent));
}
