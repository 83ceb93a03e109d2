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
  const heard: SessionMessage[] = [];
  return { heard, stop: createSessionChannel().listen((message) => heard.push(message)) };
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
  const { heard, stop } = open();
  become('hidden');
  store('new');
  expect(heard).toEqual([]);
  become('visible');
  expect(heard).toEqual([rotated]);
  become('hidden');
  become('visible');
  expect(heard).toHaveLength(1);
  stop();
});

test.each([
  ['frozen', () => document.dispatchEvent(new Event('resume'))],
  ['kept by the browser for going back', () => dispatchEvent(new Event('pageshow'))],
])('a tab that was %s learns the stored token when it resumes', (_name, wake) => {
  const { heard, stop } = open();
  store('new');
  wake();
  expect(heard).toEqual([rotated]);
  stop();
  store('newer');
  wake();
  expect(heard).toHaveLength(1);
});

test('does not report a session that was removed from the storage', () => {
  const { heard, stop } = open();
  become('hidden');
  localStorage.clear();
  become('visible');
  expect(heard).toEqual([]);
  stop();
});
