import { all, put, take, takeLatest, takeLeading, race, call } from 'redux-saga/effects';
import { read, type Step } from '../kit/effects';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getHistory } from './api';
import { applicantActions, applicantLeft } from './detailSlice';
import { historyActions, historyRequested, olderRequested } from './historySlice';
import { selectHistory } from './selectors';
import { applicationsActions, shortlistChanged } from './slice';

function* load({ payload: { applicationId } }: ReturnType<typeof historyRequested>): Step<void> {
  yield* request({
    send: (api, signal) => getHistory(api, applicationId, undefined, signal),
    onLoaded: (entries) => historyActions.historyLoaded({ applicationId, entries }),
    onFailed: (failure) => historyActions.historyFailed({ applicationId, failure }),
  });
}

function* loadWhileOpen(asked: ReturnType<typeof historyRequested>): Step<void> {
  yield race([call(load, asked), take(applicantLeft)]);
}

function* loadOlder(): Step<void> {
  const { applicationId, entries } = yield* read(selectHistory);
  if (applicationId === null) return;
  yield* request({
    send: (api, signal) => getHistory(api, applicationId, entries.at(-1)?.id, signal),
    onLoaded: (older) => historyActions.olderLoaded({ applicationId, entries: older }),
    onFailed: (failure) => historyActions.olderFailed({ applicationId, failure }),
  });
}

/** A page of a history that was read anew or left is not waited for. */
function* loadOlderWhileOpen(): Step<void> {
  yield race([call(loadOlder), take([historyRequested, applicantLeft])]);
}

/** Something was done with the applicant who is open: it stands in the history now. */
function* refresh(): Step<void> {
  const { applicationId, list } = yield* read(selectHistory);
  if (applicationId !== null && list.status === 'loaded') yield put(historyRequested({ applicationId }));
}

/** The history of the application that is open. */
export function* watchHistory(): Step<void> {
  yield all([
    takeLatest(historyRequested, safely(loadWhileOpen)),
    takeLeading(olderRequested, safely(loadOlderWhileOpen)),
    takeLatest([shortlistChanged, applicationsActions.seenChanged, applicantActions.commentSaved], safely(refresh)),
  ]);
}
