import { all, call, put, takeLatest } from 'redux-saga/effects';
import { sessionResumed } from '../session';
import { read, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { leaveForError } from '../kit/leave';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getBranchJobCounts } from './api';
import { selectBranches, selectBranchJobCounts, selectHrAccounts } from './selectors';
import { branchJobCountsFailed, branchJobCountsLoaded, branchJobCountsRequested } from './slice';
import { branchActions, hrActions } from './staff';
import { watchStaff } from './staffSaga';

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

const watchBranches = watchStaff({
  kind: 'branch',
  actions: branchActions,
  select: selectBranches,
  texts: { invited: 'branches.created', saved: 'branches.saved', removed: 'branches.deleted' },
  // The dropdown of the job list names them too.
  afterChange: put(branchJobCountsRequested()),
});

const watchHrStaff = watchStaff({
  kind: 'hr',
  actions: hrActions,
  select: selectHrAccounts,
  texts: { invited: 'hrStaff.created', saved: 'hrStaff.saved', removed: 'hrStaff.deleted' },
});

/** The branches of the organisation and its HR staff. */
export function* organisationSaga(): Step<void> {
  yield all([
    call(watchBranches),
    call(watchHrStaff),
    takeLatest(branchJobCountsRequested, safely(loadBranchJobCounts)),
    takeLatest(sessionResumed, safely(reload)),
  ]);
}
