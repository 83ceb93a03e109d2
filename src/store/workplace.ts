import { spawn, put } from 'redux-saga/effects';
import {
  applicantReducer,
  applicationsReducer,
  applicationsSaga,
  arrivalsReducer,
  shortlistedReducer,
} from '../domains/applications';
import { bulksReducer } from '../domains/bulks';
import { decisionsReducer } from '../domains/decisions';
import { exportsReducer } from '../domains/exports';
import { jobFormReducer, jobsReducer, jobsSaga } from '../domains/jobs';
import { organisationReducer, organisationSaga } from '../domains/organisation';
import { categoriesRequested, referenceReducer, referenceSaga } from '../domains/reference';
import { selectUser } from '../domains/session';
import { read, type Step } from '../domains/kit/effects';
import { safely } from '../domains/kit/safely';

const reducersOf = () => ({
  reference: referenceReducer,
  organisation: organisationReducer,
  jobs: jobsReducer,
  jobForm: jobFormReducer,
  applications: applicationsReducer,
  shortlisted: shortlistedReducer,
  applicant: applicantReducer,
  arrivals: arrivalsReducer,
  exports: exportsReducer,
  decisions: decisionsReducer,
  bulks: bulksReducer,
});

const WATCHERS = [referenceSaga, organisationSaga, jobsSaga, applicationsSaga];

/** Starts the watcher of each domain independently of the others. */
function* saga(): Step<void> {
  for (const watcher of WATCHERS) yield spawn(safely(watcher));
  // Every sign-in loads the categories, and the user may have signed in while this bundle was loading.
  if (yield* read(selectUser)) yield put(categoriesRequested());
}

/** What the lists of jobs and applications need, a separate bundle that the sign-in page does not need. */
export const workplace = { reducersOf, saga };
