import { all, fork } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { watchApplicant } from './detailSaga';
import { watchLiveChanges } from './liveChangesSaga';
import { watchHistory } from './historySaga';

/** Loads the open applicant, and keeps it and the list current while others change them. */
export function* applicantSaga(): Step<void> {
  yield all([fork(watchApplicant), fork(watchHistory), fork(watchLiveChanges)]);
}
