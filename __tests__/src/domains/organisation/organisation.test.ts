import {
  branchJobCountsLeft,
  branchJobCountsRequested,
  organisationSaga,
  selectBranchJobCounts,
} from '../../../../src/domains/organisation';
import { sessionResumed } from '../../../../src/domains/session';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const PATH = '/branch-accounts/active-job-counts';
const rows = [{ userId: 4, companyName: 'Kadıköy', activeJobCount: 2 }];

test('loads the branches and keeps them during a reload', async () => {
  const { dispatch, state, types } = runWatcher(organisationSaga, { api: fakeApi().on('GET', PATH, ok(rows)) });
  dispatch(branchJobCountsRequested());
  expect(selectBranchJobCounts(state()).status).toBe('loading');
  await settle();
  dispatch(branchJobCountsRequested());
  expect(selectBranchJobCounts(state())).toEqual({ status: 'loaded', data: rows });
  await settle();
  expect(types()).toEqual([
    'branchJobCountsRequested',
    'branchJobCountsLoaded',
    'branchJobCountsRequested',
    'branchJobCountsLoaded',
  ]);
});

test.each([
  ['a fault', anApiError(500), 1, 'failed'],
  ['no answer', noAnswer(), 1, 'failed'],
  ['a lost session', anApiError(401, 'error.unauthorized'), 0, 'loading'],
])('%s', async (_name, error, times, status) => {
  const { dispatch, state, ports } = runWatcher(organisationSaga, { api: fakeApi().on('GET', PATH, error) });
  dispatch(branchJobCountsRequested());
  await settle();
  expect(selectBranchJobCounts(state()).status).toBe(status);
  expect(ports.navigate.to).toHaveBeenCalledTimes(times);
});

test('a page that was left cancels its load, so that the next page begins anew', async () => {
  const answer = deferred<ReturnType<typeof ok>>();
  const { dispatch, state, ports } = runWatcher(organisationSaga, {
    api: fakeApi().on('GET', PATH, () => answer.promise),
  });
  dispatch(branchJobCountsRequested());
  dispatch(branchJobCountsLeft());
  answer.reject(anApiError(500));
  await settle();
  expect(selectBranchJobCounts(state()).status).toBe('init');
  expect(ports.navigate.to).not.toHaveBeenCalled();
});

test('leaving keeps the branches that have loaded', async () => {
  const { dispatch, state } = runWatcher(organisationSaga, { api: fakeApi().on('GET', PATH, ok(rows)) });
  dispatch(branchJobCountsRequested());
  await settle();
  dispatch(branchJobCountsLeft());
  expect(selectBranchJobCounts(state())).toEqual({ status: 'loaded', data: rows });
});

test('loads again after the session resumes', async () => {
  const api = fakeApi().on('GET', PATH, anApiError(401, 'error.unauthorized'));
  const { dispatch, state } = runWatcher(organisationSaga, { api });
  dispatch(branchJobCountsRequested());
  await settle();
  api.on('GET', PATH, ok(rows));
  dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
  await settle();
  expect(selectBranchJobCounts(state()).status).toBe('loaded');
});
