import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const SOURCE = readFileSync(`${process.cwd()}/public/push-sw.js`, 'utf8');

interface PushEvent {
  data: { json: () => unknown };
  waitUntil: (work: Promise<void>) => void;
}

/** Runs the service worker and delivers a push; `tab` is the state of the one open tab. */
const push = async (tab: 'visible' | 'hidden', setAppBadge?: () => Promise<void>) => {
  const showNotification = jest.fn(() => Promise.resolve());
  const handlers: Record<string, (event: PushEvent) => void> = {};
  const url = 'https://shop.test/dashboard/today';
  const self = {
    location: { href: 'https://shop.test/dashboard/push-sw.js?language=en' },
    navigator: { language: 'en', ...(setAppBadge && { setAppBadge }) },
    clients: { matchAll: () => Promise.resolve([{ url, visibilityState: tab }]) },
    registration: { showNotification },
    addEventListener: (name: string, handler: (event: PushEvent) => void) => void (handlers[name] = handler),
  };
  runInNewContext(SOURCE, { self, URL });
  let work = Promise.resolve();
  handlers.push!({ data: { json: () => ({ threadId: 5 }) }, waitUntil: (given) => void (work = given) });
  await work;
  return showNotification.mock.calls.length;
};

test('a push sets a badge without a number while no tab is in sight', async () => {
  const setAppBadge = jest.fn(() => Promise.resolve());
  expect(await push('hidden', setAppBadge)).toBe(1);
  expect(setAppBadge).toHaveBeenCalledWith();
  setAppBadge.mockClear();
  expect(await push('visible', setAppBadge)).toBe(0);
  expect(setAppBadge).not.toHaveBeenCalled();
});

test.each([
  ['has no badges', undefined],
  ['refuses them', () => Promise.reject(new Error('not allowed'))],
])('the message still shows when the browser %s', async (_name, setAppBadge) => {
  expect(await push('hidden', setAppBadge)).toBe(1);
});
