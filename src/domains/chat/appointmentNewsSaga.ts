import { put, takeEvery } from 'redux-saga/effects';
import { workerAnswered } from '../appointments';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { pushReceived } from './events';

/** The worker answered or cancelled, or the time ran out; one's own changes are shown already. */
function* hear({ payload }: ReturnType<typeof pushReceived>): Step<void> {
  if (payload.type !== 'message' || payload.messageType !== 'appointment_status' || payload.sender === 'employer')
    return;
  yield put(workerAnswered({ workerId: payload.workerId }));
}

/** Appointments hear of their changes as messages. */
export function* appointmentNewsSaga(): Step<void> {
  yield takeEvery(pushReceived, safely(hear));
}
