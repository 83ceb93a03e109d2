import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { openInbox, openThread, rows } from './support/inbox';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

type Notification = NotificationOptions & { title: string };

/** The part of the service worker’s global scope that this journey uses. */
interface WorkerScope {
  shown: Notification[];
  registration: { showNotification: (title: string, options: Omit<Notification, 'title'>) => Promise<void> };
  dispatchEvent: (event: Event) => boolean;
  ExtendableEvent: typeof Event;
}

/** Headless browsers grant no notifications and have no push service, so both are simulated. */
const allowPush = async (page: Page) => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const endpoint = 'https://fcm.googleapis.com/fcm/send/journey';
  const held = { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  await page.addInitScript(
    (subscription) => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () => subscription as never;
    },
    { endpoint, expirationTime: null, keys: held },
  );
  return endpoint;
};

/** Records the notifications of the service worker. */
const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = Object.assign(globalThis as unknown as WorkerScope, { shown: [] as Notification[] });
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options });
    // A headless browser has no icon for a badge, and ends the worker that sets one.
    Object.defineProperty(navigator, 'setAppBadge', { value: async () => undefined });
  });

/** Delivers a push message as the push service would; server tests cover encryption. */
const pusherOf = async (page: Page, context: BrowserContext, origin: string) => {
  const cdp = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one.registrationId));
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found;
  return (data: object) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
};

test('every web push notifies, silently while a tab is visible, without the text of the message; a click opens the conversation', async ({
  page,
  context,
  baseURL,
}) => {
  const endpoint = await allowPush(page);
  const subscribed = page.waitForResponse('**/api/user/update-fcm-token');
  const started = context.waitForEvent('serviceworker');
  await openInbox(page, 'branch');
  const answer = await subscribed;
  expect(answer.status()).toBe(200);
  const { fcm_token: token } = answer.request().postDataJSON() as { fcm_token: string };
  expect(JSON.parse(token)).toMatchObject({ endpoint });
  const { threadId, userId, name } = await openThread(page, 0);
  const worker = await started;
  expect(worker.url()).toContain('language=en');
  await watch(worker);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const push = await pusherOf(page, context, baseURL!);
  const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);
  const message = { type: 'message', threadId, userId, companyName: 'Kadıköy' };
  await push(message);
  await expect.poll(shown).toHaveLength(1);
  await page.goto('about:blank');
  await push(message);
  const text = { title: 'New message · Kadıköy', body: 'There is a new message in your inbox.' };
  const expected = { ...text, data: { path: `/inbox/${userId}/${threadId}` } };
  await expect.poll(shown).toMatchObject([true, false].map((silent) => ({ ...expected, silent })));
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const notification = { close: () => undefined, data: scope.shown[0]?.data };
    scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }));
  });
  await expect(page).toHaveURL(new RegExp(`/inbox/${userId}/${threadId}$`));
  await expect(rows(page).filter({ hasText: name }).first()).toHaveAttribute('aria-current', 'true');
});
