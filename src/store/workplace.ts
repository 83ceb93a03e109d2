import { spawn, put } from 'redux-saga/effects';
import { applicationsReducer, applicationsSaga } from '../domains/applications';
import { appointmentsReducer, appointmentsSaga } from '../domains/appointments';
import { jobDraftsReducer, jobFormReducer, jobLookupsReducer, jobsReducer, jobsSaga } from '../domains/jobs';
import { organisationReducer, organisationSaga } from '../domains/organisation';
import { categoriesRequested, referenceReducer, referenceSaga } from '../domains/reference';
import { selectUser } from '../domains/session';
import { read, type Step } from '../domains/kit/effects';
import { safely } from '../domains/kit/safely';
import type { Storage } from '../lib/storage';
import { persistJobDrafts } from './persist';

const reducersOf = (storage: Storage) => ({
  reference: referenceReducer,
  organisation: organisationReducer,
  jobs: jobsReducer,
  jobForm: jobFormReducer,
  jobLookups: jobLookupsReducer,
  jobDrafts: persistJobDrafts(jobDraftsReducer, storage),
  applications: applicationsReducer,
  appointments: appointmentsReducer,
});

const WATCHERS = [referenceSaga, organisationSaga, jobsSaga, applicationsSaga, appointmentsSaga];

/** Starts each domain's watcher apart from the others. */
function* saga(): Step<void> {
  for (const watcher of WATCHERS) yield spawn(safely(watcher));
  // Whoever signed in while this part was on its way: categories come with every sign-in. Spec 1, point 7.
  if (yield* read(selectUser)) yield put(categoriesRequested());
}

/** The domains that the sign-in page does without; they are a part of the program of their own. */
export const workplace = { reducersOf, saga };
export type Workplace = typeof workplace;
