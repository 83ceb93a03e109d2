import {
  categoriesRequested,
  holidaysRequested,
  referenceSaga,
  selectCategories,
  selectHolidays,
  selectWorkerFields,
  workerFormRequested,
} from '../../../../src/domains/reference';
import { loginSucceeded, sessionResumed } from '../../../../src/domains/session';
import { aUser, anApiError } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const credential = { user: aUser(), accessToken: 'a' };
const field = (name: string, isActive: boolean) => ({ name, isActive, isRequired: false });

test('loads categories after a sign-in, from the shared API', async () => {
  const api = fakeApi().on('GET', '/job/job-categories/datalist', ok([{ id: 1, name: 'Kasiyer' }]));
  const { dispatch, state, types } = runWatcher(referenceSaga, { api });
  dispatch(loginSucceeded(credential));
  await settle();
  expect(types()).toEqual(['loginSucceeded', 'categoriesRequested', 'categoriesLoaded']);
  expect(api.calls[0]?.base).toBe('shared');
  expect(selectCategories(state())).toEqual({ status: 'loaded', data: [{ id: 1, name: 'Kasiyer' }] });
});

test('does not load the same data twice', async () => {
  const api = fakeApi().on('GET', '/holidays', ok(['2026.10.29']));
  const { dispatch, state } = runWatcher(referenceSaga, { api });
  dispatch(holidaysRequested());
  dispatch(holidaysRequested());
  await settle();
  dispatch(holidaysRequested());
  await settle();
  expect(api.calls).toHaveLength(1);
  expect(selectHolidays(state())).toEqual({ status: 'loaded', data: ['2026.10.29'] });
});

test.each([
  [[], false, false],
  [[field('military_status', true), field('english_level', false)], true, false],
  [[field('military_status', false), field('english_level', true)], false, true],
])('reads the fields of the worker form %#', async (fields, militaryActive, englishActive) => {
  const api = fakeApi().on('POST', '/form-input-list', ok({ fields }));
  const { dispatch, state } = runWatcher(referenceSaga, { api });
  dispatch(workerFormRequested());
  await settle();
  expect(api.calls[0]?.body).toEqual({ formName: 'WorkerProfileForm' });
  expect(selectWorkerFields(state())).toEqual({ militaryActive, englishActive });
});

test('a server error fails one list; the lists that a lost session refused load after it resumes', async () => {
  const api = fakeApi()
    .on('GET', '/job/job-categories/datalist', anApiError(500))
    .on('GET', '/holidays', anApiError(401, 'error.unauthorized'))
    .on('POST', '/form-input-list', anApiError(401, 'error.unauthorized'));
  const { dispatch, state, events, types } = runWatcher(referenceSaga, { api });
  [categoriesRequested(), holidaysRequested(), workerFormRequested()].forEach(dispatch);
  await settle();
  expect(types().filter((type) => type?.endsWith('Failed'))).toEqual(['categoriesFailed']);
  api.on('GET', '/holidays', ok([])).on('POST', '/form-input-list', ok({ fields: [] }));
  events.length = 0;
  dispatch(sessionResumed(credential));
  await settle();
  expect(types().sort()).toEqual(['holidaysLoaded', 'sessionResumed', 'workerFormLoaded']);
  expect(state().reference.categories.status).toBe('failed');
});
