import type { Page } from '@playwright/test';
import { callAs } from './support/api';
import { cards, mainMenu } from './support/dashboard';
import { log, rows } from './support/inbox';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has kept the program and answers for this page. */
const programKept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((controlled) => navigator.serviceWorker.addEventListener('controllerchange', controlled));
  });

const menuLink = (page: Page, name: RegExp) => mainMenu(page).first().getByRole('link', { name });
const offlineLine = (page: Page) => page.getByText(/^Offline\. What you see is from \d\d:\d\d\.$/);
const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

interface Visited {
  applicant: { path: string; name: string };
  conversation: { path: string; text: string };
}

const pathOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '');

/** Opens Today, the list, its first applicant and a conversation within one page, which then keeps them all. */
const visit = async (page: Page): Promise<Visited> => {
  await page.goto('/dashboard/today');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await programKept(page);
  await menuLink(page, /^Applications/).click();
  await cards(page).first().getByRole('heading').getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('link', { name: /^\+90/ }).first()).toBeVisible();
  const applicant = { path: pathOf(page), name: (await heading.textContent())! };
  await menuLink(page, /^Inbox/).click();
  await rows(page).first().click();
  const message = log(page).getByRole('listitem').last();
  await expect(message).toBeVisible();
  return { applicant, conversation: { path: pathOf(page), text: (await message.textContent())! } };
};

test('without a network the pages of the day can be read, without phone numbers, until the network is back', async ({
  page,
  context,
}) => {
  await signInAs(page, 'branch');
  const { applicant, conversation } = await visit(page);
  await context.setOffline(true);
  // A read without an answer writes first what was read before.
  await menuLink(page, /^Today/).click();
  await expect(offlineLine(page)).toBeVisible();

  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await expect(cards(page).first()).toBeVisible();
  await page.goto(applicant.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(applicant.name);
  await expect(page.getByRole('link', { name: /^\+90/ })).toHaveCount(0);
  await page.goto(conversation.path);
  await expect(log(page).getByRole('listitem').last()).toHaveText(conversation.text);
  await expect(offlineLine(page)).toBeVisible();

  await context.setOffline(false);
  await expect(offlineLine(page)).toBeHidden();
  await page.goto(applicant.path);
  await expect(page.getByRole('link', { name: /^\+90/ }).first()).toBeVisible();
});

test('signing out deletes what the device kept, and so does the organisation’s ban', async ({
  page,
  context,
  request,
}) => {
  await signInAs(page, 'branch');
  await visit(page);
  await context.setOffline(true);
  await menuLink(page, /^Today/).click();
  await expect(offlineLine(page)).toBeVisible();
  expect(await databases(page)).toContain('kept-answers');
  await context.setOffline(false);
  await expect(offlineLine(page)).toBeHidden();

  const root = await callAs(request, 'root');
  const set = async (offlineReading: boolean) => {
    const { settings } = await root.call<{ settings: { tellingMinutes: number; version: number } }>(
      'get',
      '/api/organisation/settings',
    );
    const { tellingMinutes, version } = settings;
    await root.call('put', '/api/organisation/settings', { tellingMinutes, version, offlineReading });
  };
  await set(false);
  await page.goto('/dashboard/today');
  await expect.poll(() => databases(page)).not.toContain('kept-answers');
  await context.setOffline(true);
  await menuLink(page, /^Applications/).click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(await databases(page)).not.toContain('kept-answers');
  await context.setOffline(false);

  await set(true);
  await visit(page);
  await context.setOffline(true);
  await menuLink(page, /^Today/).click();
  await expect(offlineLine(page)).toBeVisible();
  expect(await databases(page)).toContain('kept-answers');
  await context.setOffline(false);
  await page.goto('/dashboard/logout');
  await expect(page).toHaveURL(/\/dashboard\/login$/);
  await expect.poll(() => databases(page)).not.toContain('kept-answers');
});
