import { put } from 'redux-saga/effects';
import {
  applicantReducer,
  applicationsReducer,
  applicationsSaga,
  arrivalsReducer,
  waitingReducer,
} from '../domains/applications';
import { bulksReducer } from '../domains/bulks';
import { decisionsReducer } from '../domains/decisions';
import { exportsReducer } from '../domains/exports';
import { jobsReducer, jobsSaga } from '../domains/jobs';
import { organisationReducer, organisationSaga } from '../domains/organisation';
import { programReducer } from '../domains/program';
import { categoriesRequested, referenceReducer, referenceSaga } from '../domains/reference';
import { selectUser } from '../domains/session';
import { viewsReducer, viewsSaga } from '../domains/views';
import { read, type Step } from '../domains/kit/effects';
import { spawnAll } from '../domains/kit/safely';
import { undoReducer } from '../domains/kit/undo';
import type { Storage } from '../lib/storage';
import { persistWaiting } from './persist';

const reducersOf = (storage: Storage) => ({
  reference: referenceReducer,
  organisation: organisationReducer,
  jobs: jobsReducer,
  applications: applicationsReducer,
  applicant: applicantReducer,
  arrivals: arrivalsReducer,
  exports: exportsReducer,
  decisions: decisionsReducer,
  undo: undoReducer,
  bulks: bulksReducer,
  views: viewsReducer,
  program: programReducer,
  waiting: persistWaiting(waitingReducer, storage),
});

const WATCHERS = [referenceSaga, organisationSaga, jobsSaga, applicationsSaga, viewsSaga];

function* saga(): Step<void> {
  yield* spawnAll(WATCHERS);
  // Every sign-in loads the categories, and the user may have signed in while this bundle was loading.
  if (yield* read(selectUser)) yield put(categoriesRequested());
}

/** What the lists of jobs and applications need, a separate bundle that the sign-in page does not need. */
export const workplace = { reducersOf, saga };
