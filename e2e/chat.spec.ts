import { expect, test, type Page } from '@playwright/test';
import { signIn } from './support/dashboard';
import { writeAsWorker } from './support/gateway';

const rows = (page: Page) => page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
const input = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** Opens the conversation at that place of the list; answers whose it is. */
const openThread = async (page: Page, at: number) => {
  const answered = page.waitForResponse((response) => /\/messages\/thread\/\d+\?user_id=\d+$/.test(response.url()));
  await rows(page).nth(at).click();
  const { payload } = (await (await answered).json()) as {
    payload: { thread: { id: number; user: { id: number; firstName: string; lastName: string } } };
  };
  const { id, user } = payload.thread;
  await expect(input(page)).toBeVisible();
  return { threadId: id, workerId: user.id, name: `${user.firstName} ${user.lastName}` };
};

const openInbox = async (page: Page, name: string) => {
  await signIn(page, name);
  await page.goto('/dashboard/inbox');
  if (name === 'root' || name === 'hr')
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await expect(rows(page).first()).toBeVisible();
};

/** Says yes to whatever the content check asks: by night (the worker's) it asks about everything. */
const untilSent = (page: Page) =>
  expect(async () => {
    const anyway = page.getByRole('button', { name: 'Send anyway' });
    if (await anyway.isVisible()) await anyway.click();
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });

for (const name of ['root', 'hr', 'branch', 'company']) {
  test(`${name}: the inbox, a message there and back`, async ({ page, request }) => {
    await openInbox(page, name);
    const { threadId, workerId } = await openThread(page, 1);
    await expect(page).toHaveURL(name === 'root' || name === 'hr' ? /\/inbox\/\d+\/\d+$/ : /\/inbox\/\d+$/);
    const text = `Good day from ${name}`;
    await input(page).fill(`  ${text}  `);
    await input(page).press('Enter');
    const sent = log(page).getByText(text, { exact: true });
    await expect(sent).toBeVisible();
    await untilSent(page);
    await expect(input(page)).toBeFocused();
    await input(page).fill('half a sentence');
    const answer = `Answer to ${name} ${Date.now()}`;
    await writeAsWorker(request, threadId, workerId, answer);
    await expect(log(page).getByText(answer)).toBeVisible({ timeout: 10_000 });
    await expect(input(page)).toHaveValue('half a sentence');
    await page.reload();
    await expect(input(page)).toHaveValue('half a sentence');
    await input(page).fill('');
  });
}

test('without a connection it waits, survives a reload, and is sent once', async ({ page }) => {
  await openInbox(page, 'branch');
  await openThread(page, 2);
  await page.route('**/api/messages/send', (route) => route.abort());
  // Digits would be asked about: they could be a phone number.
  const text = `Kept over a reload ${Date.now().toString(36).replace(/\d/g, 'x')}`;
  await input(page).fill(text);
  await input(page).press('Enter');
  await expect(page.getByText(/Not sent yet/)).toBeVisible();
  await page.reload();
  await expect(log(page).getByText(text)).toBeVisible();
  await page.unroute('**/api/messages/send');
  await page.getByRole('button', { name: 'Try again' }).click();
  await untilSent(page);
  await page.reload();
  await expect(log(page).getByText(text)).toHaveCount(1);
});

test('what leads outside is asked about: taken back, then sent anyway', async ({ page }) => {
  await openInbox(page, 'branch');
  await openThread(page, 3);
  const text = 'Write to me on WhatsApp, 0532 111 22 33';
  await input(page).fill(text);
  await input(page).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(input(page)).toHaveValue(text);
  await input(page).press('Enter');
  await untilSent(page);
});

test('a message elsewhere raises the number on the inbox; reading it takes it away', async ({ page, request }) => {
  await openInbox(page, 'company');
  const one = await openThread(page, 0);
  await openThread(page, 1);
  await writeAsWorker(request, one.threadId, one.workerId, 'Are you there?');
  await page.reload();
  const row = rows(page).filter({ hasText: one.name });
  await expect(row.getByLabel('1 unread message')).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await row.first().click();
  await expect(log(page).getByText('Are you there?').last()).toBeVisible();
  await expect(row.getByLabel(/unread/)).toHaveCount(0);
});

test('blocked, nothing can be written; deleted, one is back at the inbox', async ({ page }) => {
  await openInbox(page, 'company');
  const { name } = await openThread(page, 2);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(input(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete conversation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click();
  await expect(page).toHaveURL(/\/inbox$/);
  await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
});
