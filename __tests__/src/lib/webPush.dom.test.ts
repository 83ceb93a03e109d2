import { createWebPush } from '../../../src/lib/webPush';

const given = (on: object, values: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(on, name, { configurable: true, value });
};

const stateWith = (key: string | null = 'key') => createWebPush(key, () => '/dashboard/push-sw.js').state();

afterEach(() => {
  for (const name of ['serviceWorker', 'standalone']) Reflect.deleteProperty(navigator, name);
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name);
});

test.each([
  ['an iPhone’s browser', { standalone: false }, 'install'],
  ['an old iPhone’s app', { standalone: true }, 'off'],
  ['another browser without web push', {}, 'off'],
])('%s: %s', async (_name, values, state) => {
  given(navigator, { serviceWorker: {}, ...values });
  expect(stateWith()).toBe(state);
  expect(stateWith(null)).toBe('off');
  expect(await createWebPush('key', () => '').subscribe()).toBeNull();
});

test('ends the subscription of this browser, and asks for nothing without one', async () => {
  const unsubscribe = jest.fn(async () => true);
  const world = { subscription: { unsubscribe } as object | null };
  const getRegistration = jest.fn(async () => ({ pushManager: { getSubscription: async () => world.subscription } }));
  given(navigator, { serviceWorker: { getRegistration } });
  given(globalThis, { PushManager: {}, Notification: { permission: 'default' } });
  const push = createWebPush('key', () => '/dashboard/push-sw.js');
  await push.unsubscribe();
  expect(getRegistration).not.toHaveBeenCalled();
  given(globalThis, { Notification: { permission: 'granted' } });
  await push.unsubscribe();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  world.subscription = null;
  await push.unsubscribe();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test.each([
  ['default', 'prompt'],
  ['granted', 'on'],
  ['denied', 'denied'],
])('an app on an iPhone’s home screen whose permission is %s: %s', (permission, state) => {
  given(navigator, { serviceWorker: {}, standalone: true });
  given(globalThis, { PushManager: {}, Notification: { permission } });
  expect(stateWith()).toBe(state);
});
