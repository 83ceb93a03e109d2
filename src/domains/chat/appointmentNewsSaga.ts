import { put, takeEvery } from 'redux-saga/effects';
import { newsHeard } from '../appointments';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { pushReceived } from './events';

/** Each creation and change of an appointment is a message, whoever made it. API contract, section 7. */
function* hear({ payload }: ReturnType<typeof pushReceived>): Step<void> {
  if (payload.type !== 'message') return;
  const { messageType, workerId } = payload;
  if (messageType === 'appointment' || messageType === 'appointment_status') yield put(newsHeard({ workerId }));
}

/** What the appointments hear of by messages. */
export function* appointmentNewsSaga(): Step<void> {
  yield takeEvery(pushReceived, safely(hear));
}
