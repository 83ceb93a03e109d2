import type { BrowserContext, Page } from '@playwright/test';
import { installClock, now } from './support/clock';
import { gate } from './support/gate';
import { writeAsWorker } from './support/gateway';
import { expectSent, input, log, openInbox, openThread } from './support/inbox';
import { proxyOf, type Proxy } from './support/proxy';
import { expect, test } from './support/test';

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
    // Each page load opened a stream; from here on one stream serves both tabs.
    const streams = proxy.streams();
    const other = await context.newPage();
    await installClock(other);
    const looks = looksOf(other);
    await other.goto(leader.url());
    await expect(input(other)).toBeVisible();
    const say = async (text: string) => {
      await writeAsWorker(request, threadId, workerId, text);
      for (const tab of [leader, other]) if (!tab.isClosed()) await expect(log(tab).getByText(text)).toBeVisible();
    };
    await say('By the stream');
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
    await writeAsWorker(request, threadId, workerId, 'By the poll');
    await other.clock.fastForward(5000);
    await expect(log(other).getByText('By the poll')).toBeVisible();
    const broken = proxy.streams();
    await leader.close();
    proxy.breakStreams(false);
    await expect(async () => {
      await other.clock.fastForward(5000);
      expect(proxy.streams()).toBeGreaterThan(broken);
    }).toPass();
    await say('By the other tab');
  });

  test('another tab sends, once, the message that a crashed tab left behind', async () => {
    const first = await context.newPage();
    await openInbox(first, 'branch');
    await openThread(first, 6);
    const second = await context.newPage();
    await second.goto(first.url());
    await expect(input(second)).toBeVisible();
    await first.route('**/api/messages/send', (route) => route.abort());
    const text = 'Left behind';
    await input(first).fill(text);
    await input(first).press('Enter');
    const sent = second.waitForRequest('**/api/messages/send');
    await expect(log(second).getByText(text)).toBeVisible();
    await expect(second.getByText(/Not sent yet/)).toBeVisible();
    // A tab that closes normally tries to send once more, so this one crashes.
    const dying = await context.newCDPSession(first);
    void dying.send('Page.crash').catch(() => undefined);
    expect((await sent).postDataJSON()).toMatchObject({ body: text });
    await expectSent(second);
    await second.reload();
    await expect(log(second).getByText(text)).toHaveCount(1);
  });
});

interface Polling {
  pendingPolls: number;
}

/** Counts the pending polls in the page itself, so that no time passes between the count and the next step. */
const countPolls = (page: Page) =>
  page.addInitScript(() => {
    const counted = window as unknown as Polling;
    const send = window.fetch;
    counted.pendingPolls = 0;
    window.fetch = async (input, init) => {
      if (!String(input).includes('/messages/thread/')) return send(input, init);
      counted.pendingPolls += 1;
      try {
        return await send(input, init);
      } finally {
        counted.pendingPolls -= 1;
      }
    };
  });

test('five failed polls show a quiet warning until one succeeds', async ({ page }) => {
  await openInbox(page, 'branch');
  await openThread(page, 7);
  const broken = /\/api\/(events|messages\/thread\/)/;
  await installClock(page);
  await countPolls(page);
  const stale = page.getByText('Your connection is poor', { exact: false });
  await page.route(/\/api\/events/, (route) => route.abort());
  await page.reload();
  await expect(input(page)).toBeVisible();
  await input(page).fill('typed before');
  // With a paused clock no poll starts by itself, and each waits until the journey lets it fail.
  await page.clock.pauseAt(now() + 60_000);
  const turns = Array.from({ length: 5 }, gate);
  let polls = 0;
  await page.route(broken, async (route) => {
    if (route.request().url().includes('/messages/thread/')) {
      polls += 1;
      await turns[polls - 1]?.passed;
    }
    await route.abort();
  });
  for (const [failed, turn] of turns.entries()) {
    await expect
      .poll(async () => {
        const isPending = await page.evaluate(() => (window as unknown as Polling).pendingPolls > 0);
        // Skips the maximum pause between polls; with a pending poll this would reach its time limit.
        if (!isPending) await page.clock.fastForward(30_000);
        return polls;
      })
      .toBe(failed + 1);
    await expect(stale).toHaveCount(0);
    turn.open();
  }
  await expect(stale).toBeVisible();
  await expect(input(page)).toHaveValue('typed before');
  await page.unroute(broken);
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return stale.count();
    })
    .toBe(0);
  await input(page).fill('');
});
