import { all, put, takeLatest } from 'redux-saga/effects';
import { sessionResumed } from '../session';
import { read, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { leaveForError } from '../kit/leave';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getBranchJobCounts } from './api';
import { selectBranchJobCounts } from './selectors';
import { branchJobCountsFailed, branchJobCountsLoaded, branchJobCountsRequested } from './slice';

function* loadBranchJobCounts(): Step<void> {
  const outcome = yield* request({
    send: getBranchJobCounts,
    onLoaded: branchJobCountsLoaded,
    onFailed: branchJobCountsFailed,
  });
  if (!outcome.ok) yield* leaveForError(outcome.failure);
}

function* reload(): Step<void> {
  const counts = yield* read(selectBranchJobCounts);
  if (counts.status === 'failed' && isSignedOut(counts.error)) yield put(branchJobCountsRequested());
}

/** The branches of the organisation. */
export function* organisationSaga(): Step<void> {
  yield all([
    takeLatest(branchJobCountsRequested, safely(loadBranchJobCounts)),
    takeLatest(sessionResumed, safely(reload)),
  ]);
}
