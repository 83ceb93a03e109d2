import type { StreamEvent } from '../../../../contract/schemas/chat';
import { conversationActions, pushReceived } from '../../../../src/domains/chat';
import { applicationsChangedElsewhere, changesMissed } from '../../../../src/domains/applications';
import { forwardEventsSaga } from '../../../../src/domains/chat/saga';
import { fakeApi } from '../../../support/fakeApi';
import { runWatcher } from '../../../support/testStore';

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
