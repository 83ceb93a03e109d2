import { all, put, takeEvery, takeLatest } from 'redux-saga/effects';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { detailChanged, rowRefreshed } from '../applications';
import { notify, type Step } from '../kit/effects';
import { causeOf } from '../kit/failure';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { isOutdated } from './rules';
import { dueRequested, firstDayActions, firstDaySubmitted, outcomeSubmitted } from './slice';

/** More first days than anybody forgets to record. */
const DUE_LIMIT = 50;

/** Shows the first day of the answer in the list and on the applicant's page. */
function* showRow(row: ApplicationRow): Step<void> {
  yield put(rowRefreshed(row));
  yield put(detailChanged({ applicationId: row.id, changes: { firstDay: row.firstDay } }));
}

function* save({ payload: { applicationId, name, body } }: ReturnType<typeof firstDaySubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api) =>
      (await api.call('PUT /job/application/:id/first-day', { params: { id: applicationId }, body })).application,
    onLoaded: firstDayActions.firstDaySaved,
    onFailed: (failure) => firstDayActions.saveFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    yield* showRow(outcome.result);
    yield* notify({ id: 'firstDay.saved', values: { name }, kind: 'success' });
  } else if (isOutdated(outcome.failure.key)) yield put(detailChanged({ applicationId }));
}

/** Records the outcome. After a 401 it repeats the call once the same user has signed in again. */
function* record({ payload: { applicationId, started } }: ReturnType<typeof outcomeSubmitted>): Step<void> {
  const outcome = yield* request({
    send: async (api) => {
      const input = { params: { id: applicationId }, body: { started } };
      return (await api.call('PUT /job/application/:id/first-day/outcome', input)).application;
    },
    onLoaded: firstDayActions.outcomeSaved,
    onFailed: (failure) => firstDayActions.outcomeFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    yield* showRow(outcome.result);
    return;
  }
  const { failure } = outcome;
  yield* notify({ id: 'firstDay.outcome.failed', kind: 'error', failure: causeOf(failure) });
  if (isOutdated(failure.key)) yield put(detailChanged({ applicationId }));
}

function* loadDue({ payload: { jobId } }: ReturnType<typeof dueRequested>): Step<void> {
  yield* request({
    send: (api) => api.call('GET /search/application/all', { query: { firstDay: 'due', jobId, limit: DUE_LIMIT } }),
    onLoaded: (rows) => firstDayActions.dueLoaded({ jobId, rows }),
    onFailed: (failure) => firstDayActions.dueFailed({ jobId, failure }),
  });
}

export function* firstDaySaga(): Step<void> {
  yield all([
    takeEvery(firstDaySubmitted, safely(save)),
    takeEvery(outcomeSubmitted, safely(record)),
    takeLatest(dueRequested, safely(loadDue)),
  ]);
}
