import { installClock } from './support/clock';
import { chooseItem, fillLogin, mainMenu } from './support/dashboard';
import { writeAsWorker } from './support/gateway';
import { enterAs } from './support/session';
import { expectSent, input, log, openInbox, openThread, rows } from './support/inbox';
import { boxOf } from './support/settled';
import { expect, test } from './support/test';

for (const [name, address, home] of [
  ['root', /\/inbox\/\d+\/\d+$/, /\/inbox\/\d+$/],
  ['hr', /\/inbox\/\d+\/\d+$/, /\/inbox\/\d+$/],
  ['branch', /\/inbox\/\d+$/, /\/inbox$/],
  ['company', /\/inbox\/\d+$/, /\/inbox$/],
] as const) {
  test(
    `${name} opens the inbox, exchanges messages and deletes the conversation`,
    { tag: ['root', 'branch'].includes(name) ? [] : '@long' },
    async ({ page, request }) => {
      await openInbox(page, name);
      const { threadId, workerId, name: worker } = await openThread(page, 1);
      await expect(page).toHaveURL(address);
      const text = `Good day from ${name}`;
      await input(page).fill(`  ${text}  `);
      await input(page).press('Enter');
      await expectSent(page);
      await expect(log(page).getByText(text, { exact: true })).toBeVisible();
      await expect(input(page)).toBeFocused();
      await input(page).fill('half a sentence');
      const answer = `Answer to ${name}`;
      await writeAsWorker(request, threadId, workerId, answer);
      await expect(log(page).getByText(answer)).toBeVisible();
      await expect(input(page)).toHaveValue('half a sentence');
      await page.reload();
      await expect(input(page)).toHaveValue('half a sentence');
      await input(page).fill('');
      await chooseItem(page, /^More about/, 'Delete conversation');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click();
      await expect(page).toHaveURL(home);
      await expect(rows(page).filter({ hasText: worker })).toHaveCount(0);
    },
  );
}

test('offline, a message waits, survives a reload and is sent once; signing out asks first', async ({ page }) => {
  await openInbox(page, 'branch');
  await openThread(page, 2);
  const isSend = /\/api\/messages\/send$/;
  await page.route(isSend, (route) => route.abort());
  const text = 'Kept over a reload';
  await input(page).fill(text);
  await input(page).press('Enter');
  await expect(page.getByText(/Not sent yet/)).toBeVisible();
  const again = page.waitForRequest(isSend);
  await page.getByRole('button', { name: 'Try again' }).click();
  await again;
  const path = new URL(page.url()).pathname;
  await page.goto('/dashboard/logout');
  await expect(page.getByRole('dialog')).toContainText('messages or decisions that you haven’t sent');
  await page.unroute(isSend);
  // The message is sent unchanged, without any action of the user.
  await page.goto(path);
  await expectSent(page);
  await page.reload();
  await expect(log(page).getByText(text)).toHaveCount(1);
});

test('signing out anyway removes unsent text from the device', async ({ page }) => {
  await openInbox(page, 'branch');
  await openThread(page, 2);
  await input(page).fill('Never sent');
  const path = new URL(page.url()).pathname;
  await page.goto('/dashboard/logout');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, 'branch');
  await expect(mainMenu(page)).toBeVisible();
  await page.goto(path);
  await expect(input(page)).toHaveValue('');
});

test('a message with contact details needs confirmation: cancelled once, then sent anyway without asking again', async ({
  page,
}) => {
  await openInbox(page, 'branch');
  await openThread(page, 3);
  const text = 'Write to me on WhatsApp, 0532 111 22 33';
  await input(page).fill(text);
  await input(page).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(input(page)).toHaveValue(text);
  const statuses: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/messages/send')) statuses.push(request.postDataJSON().message_status);
  });
  await input(page).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Send anyway' }).click();
  await expectSent(page);
  expect(statuses).toEqual([0, 1]);
});

test('a message in another conversation shows a notice for three seconds and counts as unread until it is read', async ({
  page,
  request,
}) => {
  await openInbox(page, 'company');
  const one = await openThread(page, 0);
  const two = await openThread(page, 1);
  await installClock(page);
  await page.reload();
  await expect(input(page)).toBeVisible();
  // The number of unread messages arrives with the list.
  await expect(rows(page).first()).toBeVisible();
  const badge = page.getByRole('navigation', { name: 'Main' }).getByText(/unread message/);
  const unread = async () => Number.parseInt((await badge.allTextContents())[0] ?? '0', 10);
  const before = await unread();
  // A message in the open conversation is seen at once.
  await writeAsWorker(request, two.threadId, two.workerId, 'Here I am');
  await expect(log(page).getByText('Here I am').last()).toBeVisible();
  await expect(page.getByRole('link', { name: `${two.name} wrote to you` })).toHaveCount(0);
  await writeAsWorker(request, one.threadId, one.workerId, 'Are you there?');
  const notice = page.getByRole('link', { name: `${one.name} wrote to you` });
  await expect(notice).toBeVisible();
  const row = rows(page).filter({ hasText: one.name });
  await expect(row.getByLabel('1 unread message')).toBeVisible();
  await expect.poll(unread).toBe(before + 1);
  await page.clock.fastForward(3000);
  await expect(notice).toHaveCount(0);
  await writeAsWorker(request, one.threadId, one.workerId, 'Still there?');
  await notice.click();
  await expect(page).toHaveURL(new RegExp(`/inbox/${one.threadId}$`));
  await expect(log(page).getByText('Still there?').last()).toBeVisible();
  await expect(row.getByLabel(/unread/)).toHaveCount(0);
  await expect.poll(unread).toBe(before);
});

test('scrolling loads more conversations and older messages, and the position stays', async ({ page, request }) => {
  await openInbox(page, 'branch');
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await expect(rows(page)).toHaveCount(10);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(rows(page)).toHaveCount(20);
  expect((await boxOf(list)).height).toBeLessThanOrEqual(720);
  const { threadId, workerId } = await openThread(page, 4);
  const lines = Array.from({ length: 55 }, (_, at) => `Line ${at + 1} of the long one`);
  // At once, they would wait for one another in the server until it refuses some.
  for (const line of [...lines, 'The last of the long one']) await writeAsWorker(request, threadId, workerId, line);
  await page.reload();
  await expect(log(page).getByText('The last of the long one').last()).toBeInViewport();
  const tops = (given?: string) =>
    log(page).evaluate((element, wanted) => {
      if (wanted === undefined) element.scrollTo(0, 100);
      const all = [...element.querySelectorAll('li span')].filter(({ textContent: text }) =>
        /^Line \d+ of the long one$/.test(text),
      );
      const one = all.find(({ textContent: text }) => wanted === undefined || text === wanted)!;
      return {
        text: one.textContent,
        top: one.getBoundingClientRect().top,
        count: new Set(all.map((span) => span.textContent)).size,
      };
    }, given);
  const before = await tops();
  await expect.poll(async () => (await tops(before.text)).count).toBe(lines.length);
  expect(Math.abs((await tops(before.text)).top - before.top)).toBeLessThan(2);
  // A message that arrives while the user reads further up shows a button and does not scroll.
  await writeAsWorker(request, threadId, workerId, 'The very last');
  await page.getByRole('button', { name: 'New messages', exact: true }).click();
  await expect(log(page).getByText('The very last')).toBeInViewport();
});

test('nothing can be written to a blocked person until the block is lifted', async ({ page }) => {
  await openInbox(page, 'company');
  await openThread(page, 2);
  await chooseItem(page, /^More about/, 'Block');
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(input(page)).toHaveCount(0);
  await expect(page.getByText('You blocked this person, so you can’t exchange messages.').last()).toBeVisible();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(input(page)).toBeFocused();
});

test('HR answers who waits longest at any branch, and sees a new question to another branch at once', async ({
  page,
  request,
}) => {
  await enterAs(page, 'hr', '/branches-inbox');
  await page.getByRole('link', { name: /^All branches/ }).click();
  await expect(page).toHaveURL(/\/inbox$/);
  const count = page.getByRole('heading', { name: /waiting for an answer/ });
  await expect(count).toBeVisible();
  const waiting = async () => Number.parseInt((await count.textContent()) ?? '', 10);
  const before = await waiting();
  const { threadId, workerId, name } = await openThread(page, 0);
  await expect(page).toHaveURL(new RegExp(`/inbox/\\d+/${threadId}\\?list=all$`));
  await expect(page.getByRole('heading', { name: 'All branches' })).toBeVisible();
  await input(page).fill('You can start on Monday');
  await input(page).press('Enter');
  await expectSent(page);
  // The answered conversation loses its place at the top.
  await expect(rows(page).first()).not.toContainText(name);
  await expect.poll(waiting).toBe(before - 1);
  await openThread(page, 0);
  await writeAsWorker(request, threadId, workerId, 'Thank you, when exactly?');
  await expect.poll(waiting).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/inbox/\\d+/${threadId}\\?list=all$`));
  await expect(log(page).getByText('Thank you, when exactly?')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All branches' })).toBeVisible();
  await expect(log(page).getByText('Thank you, when exactly?')).toBeVisible();
});
