import type { StreamEvent } from '../../../../contract/schemas/chat';
import { chatJoined, conversationActions, pushReceived } from '../../../../src/domains/chat';
import { applicationsChangedElsewhere, changesMissed } from '../../../../src/domains/applications';
import { chatSaga, forwardEventsSaga } from '../../../../src/domains/chat/saga';
import { aUser } from '../../../support/builders';
import { fakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';

type Told = Extract<StreamEvent, { type: 'message' }>;

const told = (given: Partial<Told>): Told => ({
  ...{ type: 'message', threadId: 1, userId: 7, workerId: 3, number: 1 },
  ...{ sender: 'worker', messageType: 'appointment_status' },
  ...given,
});

test.each([
  ['a worker’s answer', told({}), true],
  ['an expired appointment', told({ sender: 'system' }), true],
  ['a colleague’s invitation', told({ sender: 'employer', messageType: 'appointment' }), true],
  ['a text', told({ messageType: 'text' }), false],
  ['the ready event', { type: 'ready' } as const, false],
])('%s', (_name, event, isForwarded) => {
  const { dispatch, types } = runWatcher(forwardEventsSaga, { api: fakeApi() });
  dispatch(pushReceived(event));
  expect(types().includes('appointmentEventReceived')).toBe(isForwarded);
});

test.each(['employer', 'worker', 'system'] as const)('a text from the %s', (sender) => {
  const { dispatch, types } = runWatcher(forwardEventsSaga, { api: fakeApi() });
  dispatch(pushReceived(told({ sender, messageType: 'text' })));
  expect(types().includes('workerAnswered')).toBe(sender === 'employer');
});

test.each(['arrived', 'decided', 'attendance', 'need', 'stage'] as const)(
  'applications that changed elsewhere: %s',
  (reason) => {
    const { dispatch, events } = runWatcher(forwardEventsSaga, { api: fakeApi() });
    const change = { ids: [5, 6], reason, userId: 7 };
    dispatch(pushReceived({ type: 'applications', ...change }));
    expect(events).toContainEqual(applicationsChangedElsewhere(change));
  },
);

test('changes are missed before the stream begins, and while it is interrupted', () => {
  const { dispatch, events } = runWatcher(forwardEventsSaga, { api: fakeApi() });
  const missed = () => events.filter(changesMissed.match).length;
  const become = (isLive: boolean) => dispatch(conversationActions.liveChanged({ isLive }));
  become(true);
  expect(missed()).toBe(1);
  become(false);
  expect(missed()).toBe(1);
  become(true);
  expect(missed()).toBe(2);
});

test.each([
  [{ type: 'ready' }, true],
  [{ type: 'ready', isQuiet: true }, false],
])('the start of the stream %j: changes are missed: %s', async (event, isMissed) => {
  const clock = fakeClock();
  const state = aSignedInState(aUser({ id: 7 }));
  const { dispatch, live, types, stop } = runWatcher(chatSaga, { api: fakeApi(), state });
  dispatch(chatJoined());
  await clock.after(0);
  live.world.event(event);
  await clock.after(0);
  stop();
  clock.stop();
  expect(types()).toContain('liveChanged');
  expect(types().includes('changesMissed')).toBe(isMissed);
});
