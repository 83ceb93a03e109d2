import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';
import { createRecorder, MOVED } from '../../../src/store/recorder';

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
    expect(recorder.take().entries.length).toBeLessThanOrEqual(500);
  }
  const { state, entries } = recorder.take();
  expect(entries.length).toBeGreaterThan(450);
  expect((state as { sum: number }).sum + entries.length).toBe(5_000);
});

test('records addresses among the events, and the address before them separately', () => {
  const { recorder, dispatch } = made();
  recorder.moved({ path: '/jobs', state: null });
  for (let turn = 0; turn < 500; turn += 1) dispatch({ type: 'added' });
  recorder.moved({ path: '/inbox', state: null });
  const { place, entries } = recorder.take();
  expect(place).toEqual({ path: '/jobs', state: null });
  expect(entries.at(-1)?.action).toEqual({ type: MOVED, payload: { path: '/inbox', state: null } });
});

test('clears everything when a session ends', () => {
  const { recorder, dispatch } = made();
  dispatch({ type: 'added', by: 2 });
  recorder.answered({ method: 'GET', path: '/jobs', status: 200, requestId: 'r' });
  dispatch({ type: 'end' });
  expect(recorder.take()).toMatchObject({ state: { sum: 2 }, entries: [], answers: [] });
});

test('starts over after rehydration and never keeps functions', () => {
  const { recorder, dispatch } = made();
  dispatch({ type: 'added', by: 1 });
  dispatch({ type: 'persist/PERSIST', rehydrate: () => undefined });
  expect(recorder.take().entries).toHaveLength(1);
  dispatch({ type: REHYDRATE, by: 5 });
  expect(recorder.take()).toMatchObject({ state: { sum: 6 }, entries: [] });
});

test('keeps the last 100 answers of the server', () => {
  const { recorder } = made();
  for (let turn = 1; turn <= 250; turn += 1)
    recorder.answered({ method: 'GET', path: `/${turn}`, status: 200, requestId: `r${turn}` });
  const { answers } = recorder.take();
  expect(answers).toHaveLength(100);
  expect(answers.at(-1)).toMatchObject({ requestId: 'r250', status: 200 });
});
