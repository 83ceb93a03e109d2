import { all, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { loginSucceeded } from '../session';
import { read, type Step } from '../kit/effects';
import type { Loadable } from '../kit/loadable';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { selectReference } from './selectors';
import { categoriesRequested, holidaysRequested, referenceActions, workerFormRequested } from './slice';

const isLoaded = (current: Loadable<unknown>) => current.status === 'loaded';

function* loadCategories(): Step<void> {
  if (isLoaded((yield* read(selectReference)).categories)) return;
  yield* request({
    send: (api) => api.call('GET /shared-api/job/job-categories/datalist'),
    onLoaded: referenceActions.categoriesLoaded,
    onFailed: referenceActions.categoriesFailed,
  });
}

function* loadHolidays(): Step<void> {
  if (isLoaded((yield* read(selectReference)).holidays)) return;
  yield* request({
    send: (api) => api.call('GET /holidays'),
    onLoaded: referenceActions.holidaysLoaded,
    onFailed: referenceActions.holidaysFailed,
  });
}

function* loadWorkerForm(): Step<void> {
  if (isLoaded((yield* read(selectReference)).workerForm)) return;
  yield* request({
    send: async (api) => (await api.call('POST /form-input-list', { body: { formName: 'WorkerProfileForm' } })).fields,
    onLoaded: referenceActions.workerFormLoaded,
    onFailed: referenceActions.workerFormFailed,
  });
}

/** Every sign-in loads the categories. */
function* requestCategories(): Step<void> {
  yield put(categoriesRequested());
}

export function* referenceSaga(): Step<void> {
  yield all([
    takeLeading(categoriesRequested, safely(loadCategories)),
    takeLeading(holidaysRequested, safely(loadHolidays)),
    takeLeading(workerFormRequested, safely(loadWorkerForm)),
    takeLatest(loginSucceeded, safely(requestCategories)),
  ]);
}
