import { notifyOfPushes } from '../../../src/serviceWorker/push';
import type { WorkerScope } from '../../../src/serviceWorker/scope';

Object.assign(globalThis, { PUSH_TEXTS: { en: { 'push.title': 'New message', 'push.text': 'There is one.' } } });

interface PushEvent {
  data: { json: () => unknown };
  waitUntil: (work: Promise<void>) => void;
}

/** Delivers a push to the service worker; `tab` is the state of the one open tab. */
const push = async (tab: 'visible' | 'hidden' | 'unknown', setAppBadge?: () => Promise<void>) => {
  const showNotification = jest.fn((_title: string, _options: { silent: boolean }) => Promise.resolve());
  const handlers: Record<string, (event: PushEvent) => void> = {};
  const url = 'https://shop.test/dashboard/today';
  const scope = {
    location: { href: 'https://shop.test/dashboard/push-sw.js?language=en' },
    navigator: { language: 'en', ...(setAppBadge && { setAppBadge }) },
    clients: {
      matchAll: () =>
        tab === 'unknown' ? Promise.reject(new Error('stopped')) : Promise.resolve([{ url, visibilityState: tab }]),
    },
    registration: { showNotification },
    addEventListener: (name: string, handler: (event: PushEvent) => void) => void (handlers[name] = handler),
  };
  notifyOfPushes(scope as unknown as WorkerScope);
  let work = Promise.resolve();
  handlers.push!({ data: { json: () => ({ threadId: 5 }) }, waitUntil: (given) => void (work = given) });
  await work;
  return showNotification.mock.calls.map(([, { silent }]) => (silent ? 'silent' : 'loud'));
};

test('a push sets a badge without a number while no tab is in sight', async () => {
  const setAppBadge = jest.fn(() => Promise.resolve());
  expect(await push('hidden', setAppBadge)).toEqual(['loud']);
  expect(setAppBadge).toHaveBeenCalledWith();
  setAppBadge.mockClear();
  await push('visible', setAppBadge);
  expect(setAppBadge).not.toHaveBeenCalled();
});

// An iPhone ends the subscription after three pushes that showed nothing.
test.each([
  ['hidden', 'loud'],
  ['visible', 'silent'],
  ['unknown', 'loud'],
] as const)('every push shows one notification while the tab is %s: a %s one', async (tab, kind) => {
  expect(await push(tab)).toEqual([kind]);
});

test.each([
  ['has no badges', undefined],
  ['refuses them', () => Promise.reject(new Error('not allowed'))],
])('the message still shows when the browser %s', async (_name, setAppBadge) => {
  expect(await push('hidden', setAppBadge)).toEqual(['loud']);
});
