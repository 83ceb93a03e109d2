import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { writeAsWorker } from './support/gateway';
import { input, log, openInbox, openThread, rows, untilSent } from './support/inbox';
import { proxyOf, type Proxy } from './support/proxy';
import { expect, test } from './support/test';

/** Records each poll of a conversation. */
const looksOf = (page: Page) => {
  const looks: string[] = [];
  page.on('request', (request) => {
    if (/\/messages\/thread\/\d+\?.*after=/.test(request.url())) looks.push(request.url());
  });
  return looks;
};

test.describe('two tabs', () => {
  let proxy: Proxy;
  let context: BrowserContext;
  test.beforeEach(async ({ browser, baseURL }) => {
    proxy = await proxyOf(baseURL!);
    context = await browser.newContext({ baseURL: proxy.url });
  });
  test.afterEach(async () => {
    await context.close();
    await proxy.close();
  });

  test('two tabs share one stream; when it breaks they poll at once; when a tab closes, the other one leads', async ({
    request,
  }) => {
    const leader = await context.newPage();
    await openInbox(leader, 'branch');
    const { threadId, workerId } = await openThread(leader, 6);
    // Each page load opened a stream; from here on one serves both tabs.
    const streams = proxy.streams();
    const other = await context.newPage();
    await other.clock.install();
    const looks = looksOf(other);
    await other.goto(leader.url());
    await expect(input(other)).toBeVisible();
    const say = async (text: string) => {
      await writeAsWorker(request, threadId, workerId, text);
      for (const tab of [leader, other])
        if (!tab.isClosed()) await expect(log(tab).getByText(text)).toBeVisible({ timeout: 3000 });
    };
    const stamp = Date.now().toString(36);
    await say(`By the stream ${stamp}`);
    expect(proxy.streams()).toBe(streams);
    // Nobody polls while the stream is healthy.
    const before = looks.length;
    await other.clock.fastForward(30_000);
    expect(looks).toHaveLength(before);
    // When the stream breaks, the tab polls at once and then every 5 s.
    proxy.breakStreams(true);
    await expect.poll(() => looks.length).toBeGreaterThan(before);
    await expect(async () => {
      const held = looks.length;
      await other.clock.fastForward(5000);
      expect(looks.length).toBeGreaterThan(held);
    }).toPass();
    await writeAsWorker(request, threadId, workerId, `By the poll ${stamp}`);
    await other.clock.fastForward(5000);
    await expect(log(other).getByText(`By the poll ${stamp}`)).toBeVisible();
    const broken = proxy.streams();
    await leader.close();
    proxy.breakStreams(false);
    await expect(async () => {
      await other.clock.fastForward(5000);
      expect(proxy.streams()).toBeGreaterThan(broken);
    }).toPass();
    await say(`By the other tab ${stamp}`);
  });

  test('another tab sends, once, the message that a crashed tab left behind', async () => {
    const first = await context.newPage();
    await openInbox(first, 'branch');
    await openThread(first, 6);
    const second = await context.newPage();
    await second.goto(first.url());
    await expect(input(second)).toBeVisible();
    await first.route('**/api/messages/send', (route) => route.abort());
    const text = `Left behind ${Date.now().toString(36).replace(/\d/g, 'x')}`;
    await input(first).fill(text);
    await input(first).press('Enter');
    const sent = second.waitForRequest('**/api/messages/send');
    await expect(log(second).getByText(text)).toBeVisible();
    await expect(second.getByText(/Not sent yet/)).toBeVisible();
    // A tab that closes normally tries once more itself; this one crashes.
    const dying = await context.newCDPSession(first);
    void dying.send('Page.crash').catch(() => undefined);
    expect((await sent).postDataJSON()).toMatchObject({ body: text });
    await untilSent(second);
    await second.reload();
    await expect(log(second).getByText(text)).toHaveCount(1);
  });
});

test('five failed polls show a quiet warning until one succeeds', async ({ page }) => {
  await openInbox(page, 'branch');
  await openThread(page, 7);
  const broken = /\/api\/(events|messages\/thread\/)/;
  await page.clock.install();
  const stale = page.getByText('Your connection is poor', { exact: false });
  await page.route(/\/api\/events/, (route) => route.abort());
  await page.reload();
  await expect(input(page)).toBeVisible();
  await input(page).fill('typed before');
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/messages/thread/')) failed += 1;
  });
  // With a paused clock no poll starts by itself, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route(broken, (route) => route.abort());
  while (failed < 5) {
    await expect(stale).toHaveCount(0);
    const before = failed;
    await expect(async () => {
      // The maximum pause between polls.
      await page.clock.fastForward(30_000);
      await expect.poll(() => failed, { timeout: 3000 }).toBeGreaterThan(before);
    }).toPass();
  }
  expect(failed).toBe(5);
  await expect(stale).toBeVisible();
  await expect(input(page)).toHaveValue('typed before');
  await page.unroute(broken);
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(stale).toHaveCount(0, { timeout: 200 });
  }).toPass();
  await input(page).fill('');
});

type Shown = NotificationOptions & { title: string };

/** The part of the service worker’s global scope that this journey uses. */
interface WorkerScope {
  shown: Shown[];
  registration: { showNotification: (title: string, options: Omit<Shown, 'title'>) => Promise<void> };
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
    const scope = Object.assign(globalThis as unknown as WorkerScope, { shown: [] as Shown[] });
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
