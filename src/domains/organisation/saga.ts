import type { Action } from '@reduxjs/toolkit';
import { takeLatest } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { branchJobCountsFailed, branchJobCountsLoaded, branchJobCountsRequested, branchNamesRequested } from './slice';

/** Loads the branches. Only a page that is about them is left for the error page. */
function* loadBranchJobCounts(action: Action): Step<void> {
  const outcome = yield* request({
    send: (api) => api.call('GET /branch-accounts/active-job-counts'),
    onLoaded: branchJobCountsLoaded,
    onFailed: branchJobCountsFailed,
  });
  if (!outcome.ok && branchJobCountsRequested.match(action)) yield* leaveForError(outcome.failure);
}

export function* organisationSaga(): Step<void> {
  yield takeLatest([branchJobCountsRequested, branchNamesRequested], safely(loadBranchJobCounts));
}
