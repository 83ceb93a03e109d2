import type { Action } from '@reduxjs/toolkit';
import { all, call, put, takeLatest } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { selectBranches, selectHrAccounts } from './selectors';
import { branchJobCountsFailed, branchJobCountsLoaded, branchJobCountsRequested, branchNamesRequested } from './slice';
import { branchActions, hrActions } from './staffSlice';
import { watchStaff } from './staffSaga';

/** Loads the branches. Only a page that is about them is left for the error page. */
function* loadBranchJobCounts(action: Action): Step<void> {
  const outcome = yield* request({
    send: (api, signal) => api.call('GET /branch-accounts/active-job-counts', { signal }),
    onLoaded: branchJobCountsLoaded,
    onFailed: branchJobCountsFailed,
  });
  if (!outcome.ok && branchJobCountsRequested.match(action)) yield* leaveForError(outcome.failure);
}

const watchBranches = watchStaff({
  kind: 'branch',
  actions: branchActions,
  selectList: (state) => selectBranches(state).list,
  texts: { invited: 'branches.created', saved: 'branches.saved', removed: 'branches.deleted' },
  // The job list's dropdown shows the names too.
  afterChange: put(branchJobCountsRequested()),
});

const watchHrStaff = watchStaff({
  kind: 'hr',
  actions: hrActions,
  selectList: (state) => selectHrAccounts(state).list,
  texts: { invited: 'hrStaff.created', saved: 'hrStaff.saved', removed: 'hrStaff.deleted' },
});

export function* organisationSaga(): Step<void> {
  yield all([
    call(watchBranches),
    call(watchHrStaff),
    takeLatest([branchJobCountsRequested, branchNamesRequested], safely(loadBranchJobCounts)),
  ]);
}
