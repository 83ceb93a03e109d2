import { runSaga } from 'redux-saga';
import { programSaga, renewalRequested } from '../../../src/domains/program';
import { fakeApi } from '../../support/fakeApi';
import { settle } from '../../support/fakeClock';
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

test('ends quietly when its part cannot be loaded', async () => {
  const program = () => Promise.reject(new Error('no network'));
  await expect(runSaga({ context: { program } }, programSaga).toPromise()).resolves.toBeUndefined();
});
