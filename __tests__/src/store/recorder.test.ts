import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';
import { memoryStorage } from '../../../src/lib/storage';
import { loginSucceeded } from '../../../src/domains/session';
import { packagesRequested } from '../../../src/domains/packages';
import { createAppStore } from '../../../src/store/createStore';
import { createRecorder, MOVED, SLICES_READ } from '../../../src/store/recorder';
import { framesOf } from '../../../src/store/trace/replay';
import { traceOf } from '../../../src/store/trace/trace';
import { aFailure, aUser } from '../../support/builders';
import { fakeApi } from '../../support/fakeApi';
import { fakeClock, NOW } from '../../support/fakeClock';
import { fakePorts } from '../../support/fakePorts';

const packagesFailed = packagesRequested.failed;

const made = () => {
  const recorder = createRecorder((_state, { type }) => type === 'end');
  const store = configureStore({
    reducer: (state: { sum: number } = { sum: 0 }, action: UnknownAction & { by?: number }) => ({
      sum: state.sum + (action.by ?? 0),
    }),
    middleware: () => [recorder.middleware] as never,
    devTools: false,
  });
  const dispatch: (action: UnknownAction & { by?: number }) => unknown = store.dispatch;
  return { recorder, store, dispatch };
};

test('keeps at most 500 events and the state before them', () => {
  const { recorder, dispatch } = made();
  for (let turn = 1; turn <= 5_000; turn += 1) {
    dispatch({ type: 'added', by: 1 });
    expect(recorder.snapshot().entries.length).toBeLessThanOrEqual(500);
  }
  const { state, entries } = recorder.snapshot();
  expect(entries.length).toBeGreaterThan(450);
  expect((state as { sum: number }).sum + entries.length).toBe(5_000);
});

test('records addresses among the events, and the address before them separately', () => {
  const { recorder, dispatch } = made();
  recorder.moved({ path: '/jobs', state: null });
  for (let turn = 0; turn < 500; turn += 1) dispatch({ type: 'added' });
  recorder.moved({ path: '/inbox', state: null });
  const { place, entries } = recorder.snapshot();
  expect(place).toEqual({ path: '/jobs', state: null });
  expect(entries.at(-1)?.action).toEqual({ type: MOVED, payload: { path: '/inbox', state: null } });
});

test('clears everything when a session ends', () => {
  const { recorder, dispatch } = made();
  dispatch({ type: 'added', by: 2 });
  recorder.responseReceived({ method: 'GET', path: '/jobs', status: 200, requestId: 'r' });
  dispatch({ type: 'end' });
  expect(recorder.snapshot()).toMatchObject({ state: { sum: 2 }, entries: [], answers: [] });
});

test('starts over on request', () => {
  const { recorder, dispatch } = made();
  dispatch({ type: 'added', by: 2 });
  recorder.startOver();
  expect(recorder.snapshot()).toMatchObject({ state: { sum: 2 }, entries: [], answers: [] });
});

test('keeps its events when the storage is read, and records what was read without functions', () => {
  const { recorder, dispatch } = made();
  dispatch({ type: 'added', by: 1 });
  dispatch({ type: 'persist/PERSIST', rehydrate: () => undefined });
  expect(recorder.snapshot().entries).toHaveLength(1);
  dispatch({ type: REHYDRATE, by: 5 });
  dispatch({ type: 'added', by: 1 });
  expect(recorder.snapshot().entries.map(({ action }) => action)).toEqual([
    { type: 'added', by: 1 },
    { type: SLICES_READ, payload: { sum: 6 } },
    { type: 'added', by: 1 },
  ]);
});

test('keeps a failure although parts of the program load and time passes', async () => {
  const clock = fakeClock();
  const stored = new Map([['persist:preferences', JSON.stringify({ theme: '"dark"' })]]);
  const { ports } = fakePorts(fakeApi());
  const { store, recorder, openWorkplace, openLaterWork, openBackOffice } = createAppStore({
    ports,
    storage: memoryStorage(stored),
    devTools: false,
    report: jest.fn(),
  });
  recorder.moved({ path: '/login', state: null });
  await clock.after(0);
  store.dispatch(loginSucceeded({ user: aUser(), accessToken: 'token-1' }));
  await openWorkplace();
  await openLaterWork();
  await clock.after(7000);
  await openBackOffice();
  store.dispatch(packagesFailed(aFailure(), undefined));
  await clock.after(7000);
  const recording = recorder.snapshot();
  expect(recording.entries.map(({ action }) => action.type)).toEqual(
    expect.arrayContaining(['support/moved', loginSucceeded.type, packagesFailed.type]),
  );
  const about = { version: '1.2.3', savedAt: NOW, browser: 'test', window: { width: 1280, height: 800 } };
  const trace = traceOf(recording, store.getState(), about);
  const last = framesOf(trace).at(-1)?.state;
  expect(last).toMatchObject({ preferences: { theme: 'dark' }, session: { user: { id: aUser().id } } });
  expect(JSON.parse(JSON.stringify(last))).toEqual(JSON.parse(JSON.stringify(trace.lastState)));
  clock.stop();
});

test('keeps the last 100 answers of the server', () => {
  const { recorder } = made();
  for (let turn = 1; turn <= 250; turn += 1)
    recorder.responseReceived({ method: 'GET', path: `/${turn}`, status: 200, requestId: `r${turn}` });
  const { answers } = recorder.snapshot();
  expect(answers).toHaveLength(100);
  expect(answers.at(-1)).toMatchObject({ requestId: 'r250', status: 200 });
});
