import {
  cancelRequested,
  currentSubscription,
  cancelLeft,
  isCancelled,
  packagesSaga,
  selectCancel,
  selectCurrentSubscription,
  selectSubscriptions,
  shownFeatures,
  subscriptionsRequested,
} from '../../../../src/domains/packages';
import { sessionResumed } from '../../../../src/domains/session';
import { aSubscription } from '../../../support/subscriptions';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const LIST = '/product/subscription';
const CANCEL = '/product/subscription/:id/cancel';

test.each([
  ['none', [], null],
  ['the last one is active', [aSubscription({ id: 1, status: 'ended' }), aSubscription({ id: 2 })], 2],
  ['the last one has ended', [aSubscription({ id: 1 }), aSubscription({ id: 2, status: 'ended' })], null],
  ['the last one is not paid', [aSubscription({ id: 1 }), aSubscription({ id: 2, status: 'past_due' })], null],
])('the current subscription of %s', (_name, subscriptions, id) => {
  expect(currentSubscription(subscriptions)?.id ?? null).toBe(id);
});

test('a subscription with an end does not renew', () => {
  expect(isCancelled(aSubscription())).toBe(false);
  expect(isCancelled(aSubscription({ endsAt: '2026-12-19T00:00:00.000Z', nextAttemptAt: null }))).toBe(true);
});

test('lists features in order without those of the catalogue', () => {
  const descriptions = shownFeatures(aSubscription().plan).map(({ description }) => description);
  expect(descriptions).toEqual(['5 jobs a month', 'Messages']);
});

test('cancelling reloads the subscriptions', async () => {
  const api = fakeApi()
    .on('GET', LIST, ok([aSubscription()]))
    .on('DELETE', CANCEL, ok(null));
  const { dispatch, state } = runWatcher(packagesSaga, { api });
  dispatch(subscriptionsRequested());
  await settle();
  api.on('GET', LIST, ok([aSubscription({ nextAttemptAt: null, endsAt: '2026-12-19T00:00:00.000Z' })]));
  dispatch(cancelRequested({ id: 2 }));
  dispatch(cancelRequested({ id: 2 }));
  expect(selectCancel(state()).status).toBe('loading');
  await settle();
  expect(api.callsOf('DELETE', CANCEL)).toHaveLength(1);
  expect(selectCancel(state()).status).toBe('loaded');
  expect(selectCurrentSubscription(state())?.endsAt).toBe('2026-12-19T00:00:00.000Z');
  dispatch(cancelLeft());
  expect(selectCancel(state()).status).toBe('init');
});

test('a cancellation that fails after its dialog was closed is told, and its outdated page reloads', async () => {
  const api = fakeApi()
    .on('GET', LIST, ok([aSubscription()]))
    .on('DELETE', CANCEL, anApiError(409, 'subscription.not_active'));
  const { dispatch, state, notices } = runWatcher(packagesSaga, { api });
  dispatch(cancelRequested({ id: 2 }));
  dispatch(cancelLeft());
  await settle();
  expect(selectCancel(state()).status).toBe('init');
  expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
  expect(api.callsOf('GET', LIST)).toHaveLength(1);
});

test.each([
  ['already ended', anApiError(409, 'subscription.not_active'), 2],
  ['no answer', noAnswer(), 1],
])('cancelling fails: %s', async (_name, error, loads) => {
  const api = fakeApi()
    .on('GET', LIST, ok([aSubscription()]))
    .on('DELETE', CANCEL, error);
  const { dispatch, state } = runWatcher(packagesSaga, { api });
  dispatch(subscriptionsRequested());
  await settle();
  dispatch(cancelRequested({ id: 2 }));
  await settle();
  expect(selectCancel(state()).status).toBe('failed');
  expect(api.callsOf('GET', LIST)).toHaveLength(loads);
});

test('loads again after the session resumes', async () => {
  const api = fakeApi().on('GET', LIST, anApiError(401, 'error.unauthorized'));
  const { dispatch, state } = runWatcher(packagesSaga, { api });
  dispatch(subscriptionsRequested());
  await settle();
  expect(selectSubscriptions(state()).status).toBe('loading');
  api.on('GET', LIST, ok([]));
  dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
  await settle();
  expect(selectSubscriptions(state()).status).toBe('loaded');
});
