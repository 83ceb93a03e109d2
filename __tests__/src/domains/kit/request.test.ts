import { createAction, type Action } from '@reduxjs/toolkit';
import { takeLatest, takeLeading } from 'redux-saga/effects';
import type { Failure } from '../../../../src/domains/kit/failure';
import type { Step } from '../../../../src/domains/kit/effects';
import { poll } from '../../../../src/domains/kit/poll';
import { request, submit } from '../../../../src/domains/kit/request';
import { safely } from '../../../../src/domains/kit/safely';
import {
  loggedOut,
  loginSucceeded,
  sessionEndedElsewhere,
  sessionResumed,
  tokenRotated,
} from '../../../../src/domains/kit/session';
import { anApiError, aUser } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { fakeClock, settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const PATH = '/user/me';
const lost = anApiError(401, 'error.unauthorized');
const credential = { user: aUser(), accessToken: 'b' };

const wanted = createAction('test/wanted');
const loaded = createAction<unknown>('test/loaded');
const failed = createAction<Failure>('test/failed');
const after = createAction<boolean>('test/after');

const watch = (take: typeof takeLatest | typeof takeLeading, method: typeof request) =>
  function* (): Step<void> {
    function* worker(): Step<void> {
      yield* method({
        send: (api) => api.call('GET /user/me'),
        onLoaded: loaded,
        onFailed: failed,
      });
    }
    yield take(wanted, safely(worker));
  };

const run = async (method = request, take: typeof takeLatest | typeof takeLeading = takeLatest) => {
  const api = fakeApi().on('GET', PATH, lost);
  const world = runWatcher(watch(take, method), { api });
  world.dispatch(wanted());
  await settle();
  return world;
};

describe('a read that a lost session refused', () => {
  test('waits, and is sent again once the same user is back', async () => {
    const { api, dispatch, types } = await run();
    expect(types()).toEqual(['wanted']);
    api.on('GET', PATH, ok('thing'));
    dispatch(sessionResumed(credential));
    await settle();
    expect(types()).toEqual(['wanted', 'sessionResumed', 'loaded']);
  });

  test('waits again when the new session is lost as well', async () => {
    const { api, dispatch, types } = await run();
    dispatch(sessionResumed(credential));
    await settle();
    api.on('GET', PATH, ok('thing'));
    dispatch(sessionResumed(credential));
    await settle();
    expect(types()).toEqual(['wanted', 'sessionResumed', 'sessionResumed', 'loaded']);
    expect(api.calls).toHaveLength(3);
  });

  test.each<[string, Action]>([
    ['the user signed in again', sessionResumed(credential)],
    ['another tab was given a new token', tokenRotated({ accessToken: 'b' })],
  ])('is sent again at once when %s before the refusal arrived', async (_name, event) => {
    const answer = deferred<ReturnType<typeof ok>>();
    const api = fakeApi().on('GET', PATH, () => answer.promise);
    const { dispatch, types } = runWatcher(watch(takeLatest, request), { api });
    dispatch(wanted());
    await settle();
    dispatch(event);
    api.on('GET', PATH, ok('thing'));
    answer.reject(lost);
    await settle();
    expect(types().at(-1)).toBe('loaded');
  });

  test.each<[string, Action]>([
    ['the user signs out', loggedOut()],
    ['another tab signs out', sessionEndedElsewhere()],
    ['another user signs in', loginSucceeded(credential)],
  ])('ends without an event when %s, and its watcher continues', async (_name, event) => {
    const { api, dispatch, types } = await run(request, takeLeading);
    dispatch(event);
    dispatch(sessionResumed(credential));
    await settle();
    expect(api.calls).toHaveLength(1);
    api.on('GET', PATH, ok('thing'));
    dispatch(wanted());
    await settle();
    expect(types().filter((type) => type === 'loaded' || type === 'failed')).toEqual(['loaded']);
  });

  test('is cancelled by the next read', async () => {
    const { api, dispatch } = await run();
    dispatch(wanted());
    await settle();
    api.on('GET', PATH, ok('thing'));
    dispatch(sessionResumed(credential));
    await settle();
    expect(api.calls).toHaveLength(3);
  });
});

test('a change that a lost session refused fails and is not sent again', async () => {
  const { api, dispatch, types } = await run(submit);
  dispatch(sessionResumed(credential));
  await settle();
  expect(types()).toEqual(['wanted', 'failed', 'sessionResumed']);
  expect(api.calls).toHaveLength(1);
});

test('the end of the session ends a race that contains a read', async () => {
  const api = fakeApi().on('GET', PATH, lost);
  const { dispatch, types } = runWatcher(watch(takeLatest, request), { api });
  dispatch(wanted());
  await settle();
  dispatch(loggedOut());
  dispatch(after(true));
  await settle();
  expect(types()).toEqual(['wanted', 'loggedOut', 'after']);
});

describe('a poll', () => {
  let clock: ReturnType<typeof fakeClock>;
  beforeEach(() => {
    clock = fakeClock();
  });
  afterEach(() => clock.stop());

  test.each([
    ['whose round was refused makes one round', true],
    ['that paused makes one round', false],
  ])('%s when the user is back', async (_name, isRefused) => {
    const api = fakeApi().on('GET', PATH, isRefused ? lost : ok('thing'));
    const { dispatch } = runWatcher(
      function* () {
        yield* poll({
          *runRound() {
            const outcome = yield* request({
              send: (api) => api.call('GET /user/me'),
              onLoaded: loaded,
              onFailed: failed,
            });
            return outcome.ok;
          },
          *pause() {
            return 1000;
          },
          *mayRun() {
            return true;
          },
          wake: [],
          leave: [],
        });
      },
      { api },
    );
    await clock.after(1000);
    api.on('GET', PATH, ok('thing'));
    const before = api.calls.length;
    dispatch(sessionResumed(credential));
    await clock.after(500);
    expect(api.calls.length - before).toBe(1);
  });
});
