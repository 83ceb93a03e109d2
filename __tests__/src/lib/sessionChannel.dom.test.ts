import { createSessionChannel, type SessionMessage } from '../../../src/lib/sessionChannel';
import { aUser } from '../../support/builders';

const user = aUser();

const store = (accessToken: string) =>
  localStorage.setItem(
    'persist:session',
    JSON.stringify({ user: JSON.stringify(user), accessToken: JSON.stringify(accessToken) }),
  );
const become = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

const open = () => {
  const received: SessionMessage[] = [];
  return { received, stop: createSessionChannel().listen((message) => received.push(message)) };
};

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  store('old');
});
afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

const rotated = { type: 'tokenRotated', userId: user.id, accessToken: 'new' };

test('a hidden tab learns the token that another tab stored once it is shown', () => {
  const { received, stop } = open();
  become('hidden');
  store('new');
  expect(received).toEqual([]);
  become('visible');
  expect(received).toEqual([rotated]);
  become('hidden');
  become('visible');
  expect(received).toHaveLength(1);
  stop();
});

test.each([
  ['frozen', () => document.dispatchEvent(new Event('resume'))],
  ['kept by the browser for going back', () => dispatchEvent(new Event('pageshow'))],
])('a tab that was %s learns the stored token when it resumes', (_name, wake) => {
  const { received, stop } = open();
  store('new');
  wake();
  expect(received).toEqual([rotated]);
  stop();
  store('newer');
  wake();
  expect(received).toHaveLength(1);
});

test('does not report a session that was removed from the storage', () => {
  const { received, stop } = open();
  become('hidden');
  localStorage.clear();
  become('visible');
  expect(received).toEqual([]);
  stop();
});
