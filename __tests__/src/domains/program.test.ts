import { END, runSaga, stdChannel } from 'redux-saga';
import {
  keptAnswerServed,
  pageChanged,
  programReducer,
  programSaga,
  renewalRequested,
  selectIsOffline,
  selectReturns,
  selectShownFrom,
  serverAnswered,
  serverReturned,
} from '../../../src/domains/program';
import { fakeApi } from '../../support/fakeApi';
import { fakeClock, settle } from '../../support/fakeClock';
import { runWatcher } from '../../support/testStore';

test('offers a new version in a notice that stays, and changes to it only when the user wants it', async () => {
  const { dispatch, notices, live } = runWatcher(programSaga, { api: fakeApi() });
  await settle();
  expect(notices).toEqual([]);
  live.world.releaseProgram();
  await settle();
  expect(notices).toEqual([
    {
      id: 'shell.newVersion',
      kind: 'info',
      stays: true,
      undo: renewalRequested(),
      undoText: 'shell.newVersion.reload',
    },
  ]);
  expect(live.world.renewals).toBe(0);
  dispatch(renewalRequested());
  expect(live.world.renewals).toBe(1);
});

test('a page is as old as the oldest answer that it shows; another page may be newer', () => {
  const after = (...events: Parameters<typeof programReducer>[1][]) => ({
    program: events.reduce(programReducer, programReducer(undefined, { type: '@@test/init' })),
  });
  const offline = [keptAnswerServed({ at: 50 }), keptAnswerServed({ at: null }), keptAnswerServed({ at: 30 })];
  expect([selectIsOffline(after()), selectShownFrom(after())]).toEqual([false, null]);
  expect(selectShownFrom(after(...offline))).toBe(30);
  expect(selectShownFrom(after(...offline, keptAnswerServed({ at: 60 })))).toBe(30);
  const elsewhere = after(...offline, pageChanged());
  expect([selectIsOffline(elsewhere), selectShownFrom(elsewhere)]).toEqual([true, null]);
  expect(selectShownFrom(after(...offline, pageChanged(), keptAnswerServed({ at: 60 })))).toBe(60);
  const back = after(...offline, serverReturned());
  expect([selectIsOffline(back), selectShownFrom(back), selectReturns(back)]).toEqual([false, null, 1]);
  expect([selectIsOffline({}), selectShownFrom({}), selectReturns({})]).toEqual([false, null, 0]);
});

test('the open page loads again once the server answers', () => {
  const { dispatch, types } = runWatcher(programSaga, { api: fakeApi() });
  dispatch(keptAnswerServed({ at: 5 }));
  expect(types()).not.toContain('changesMissed');
  dispatch(serverReturned());
  expect(types()).toEqual(expect.arrayContaining(['visibilityChanged', 'changesMissed']));
});

test('on a network that loses answers, the page loads again at most every ten seconds', async () => {
  const clock = fakeClock();
  const { dispatch, types } = runWatcher(programSaga, { api: fakeApi() });
  const returns = () => types().filter((type) => type === 'serverReturned').length;
  for (let second = 0; second < 19; second += 1) {
    dispatch(keptAnswerServed({ at: 5 }));
    dispatch(serverAnswered());
    await clock.after(1000);
  }
  expect(returns()).toBe(2);
  await clock.after(10_000);
  expect(returns()).toBe(3);
  dispatch(serverAnswered());
  await clock.after(20_000);
  expect(returns()).toBe(3);
  clock.stop();
});

test('an answer from before the network was lost again does not end the reading from this device', async () => {
  const clock = fakeClock();
  const { dispatch, state } = runWatcher(programSaga, { api: fakeApi() });
  dispatch(keptAnswerServed({ at: 5 }));
  dispatch(serverAnswered());
  expect(selectIsOffline(state())).toBe(false);
  await clock.after(1000);
  dispatch(keptAnswerServed({ at: 6 }));
  dispatch(serverAnswered());
  dispatch(keptAnswerServed({ at: 7 }));
  await clock.after(60_000);
  expect([selectIsOffline(state()), selectShownFrom(state())]).toEqual([true, 6]);
  dispatch(serverAnswered());
  expect(selectIsOffline(state())).toBe(false);
  clock.stop();
});

test('the open page loads again although the part that keeps the program did not load', async () => {
  const channel = stdChannel();
  const sent: unknown[] = [];
  const program = () => Promise.reject(new Error('no network'));
  const dispatch = (action: { type: string }) => void sent.push(action.type);
  const task = runSaga({ context: { program }, channel, dispatch }, programSaga);
  await settle();
  expect(task.isRunning()).toBe(true);
  channel.put(serverReturned());
  expect(sent.map(String)).toEqual([
    expect.stringContaining('visibilityChanged'),
    expect.stringContaining('changesMissed'),
  ]);
  channel.put(END);
  await task.toPromise();
  expect(task.isRunning()).toBe(false);
});
