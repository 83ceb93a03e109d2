import { all, put, takeEvery } from 'redux-saga/effects';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { MessageId } from '../../lib/intl';
import { appointmentChanged, detailChanged, rowChanged } from '../applications';
import { notify, read, type Step } from '../kit/effects';
import { causeOf, isSignedOut, type Failure } from '../kit/failure';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { postAttendance } from './api';
import { deleteFeedback } from './currentApi';
import { appointmentsActions, outcomeSubmitted, recordedAnswers, undoSubmitted } from './slice';

/** Offers the undo, and updates the application's row and page, which show the same appointment. */
function* showResult(appointment: Appointment): Step<void> {
  const { id, applicationId, status, isApplicantCameToAppointment, lastAnswer } = appointment;
  const { [id]: _before, ...others } = (yield* read(recordedAnswers.select)) ?? {};
  yield put(recordedAnswers.offer(lastAnswer ? { ...others, [id]: lastAnswer } : others));
  yield put(rowChanged({ id: applicationId, appointment: { id, status }, isApplicantCameToAppointment }));
  yield put(detailChanged({ applicationId, changes: { appointment } }));
}

/** Reports a failure and reloads stale data. */
function* report(applicationId: number, failure: Failure, id: MessageId): Step<void> {
  if (isSignedOut(failure)) return;
  yield* notify({ id, kind: 'error', failure: causeOf(failure) });
  if (failure.kind !== 'conflict') return;
  yield put(appointmentChanged({ applicationId }));
  yield put(detailChanged({ applicationId }));
}

function* record({ payload }: ReturnType<typeof outcomeSubmitted>): Step<void> {
  const { appointmentId, applicationId, hasCome } = payload;
  const outcome = yield* submit({
    send: (api) => postAttendance(api, appointmentId, hasCome ? 'worker_came' : 'worker_did_not_come'),
    onLoaded: appointmentsActions.recordLoaded,
    onFailed: (failure) => appointmentsActions.recordFailed({ appointmentId, failure }),
  });
  if (outcome.ok) yield* showResult(outcome.result);
  else yield* report(applicationId, outcome.failure, 'agenda.record.failed');
}

/** Removes the recorded answer, and says whether the worker had been told of it. */
function* undo({ payload }: ReturnType<typeof undoSubmitted>): Step<void> {
  const { appointmentId, applicationId, name } = payload;
  const outcome = yield* submit({
    send: (api) => deleteFeedback(api, payload),
    onLoaded: ({ appointment }) => appointmentsActions.recordLoaded(appointment),
    onFailed: (failure) => appointmentsActions.recordFailed({ appointmentId, failure }),
  });
  if (!outcome.ok) {
    yield* report(applicationId, outcome.failure, 'agenda.undo.failed');
    return;
  }
  yield* showResult(outcome.result.appointment);
  const id = outcome.result.wasTold ? 'feedback.removed.told' : 'feedback.removed.untold';
  yield* notify({ id, values: { name }, kind: 'success' });
}

/** Records who came, and undoes it, from the rows of the agenda. */
export function* watchOutcomes(): Step<void> {
  yield all([takeEvery(outcomeSubmitted, safely(record)), takeEvery(undoSubmitted, safely(undo))]);
}
