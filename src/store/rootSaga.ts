import { REHYDRATE } from 'redux-persist';
import { all, spawn, take } from 'redux-saga/effects';
import { applicationsSaga } from '../domains/applications';
import { appointmentsSaga } from '../domains/appointments';
import { jobsSaga } from '../domains/jobs';
import { organisationSaga } from '../domains/organisation';
import { referenceSaga } from '../domains/reference';
import { sessionSaga } from '../domains/session';
import { safely } from '../domains/kit/safely';
import type { Step } from '../domains/kit/effects';
import { JOB_DRAFTS_KEY, PREFERENCES_KEY, SESSION_KEY } from './persist';

const WATCHERS = [referenceSaga, organisationSaga, jobsSaga, applicationsSaga, appointmentsSaga, sessionSaga];

const rehydrated = (key: string) =>
  take((action: { type: string; key?: unknown }) => action.type === REHYDRATE && action.key === key);

/** Waits for what was stored, then starts each domain's watcher apart from the others. */
export function* rootSaga(): Step<void> {
  yield all([rehydrated(SESSION_KEY), rehydrated(PREFERENCES_KEY), rehydrated(JOB_DRAFTS_KEY)]);
  for (const watcher of WATCHERS) yield spawn(safely(watcher));
}
