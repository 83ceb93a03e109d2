import type { Browser, Page } from '@playwright/test';
import en from '../i18n/en.json' with { type: 'json' };
import { fillLogin, mainMenu } from './support/dashboard';
import { linkMailedTo } from './support/outbox';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

const PASSWORD = 'Invited12!';

/** Follows an invitation in a new browser, chooses a password and signs in with it. */
const signInFirst = async (browser: Browser, link: string, email: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, email, PASSWORD);
  await expect(mainMenu(page)).toBeVisible();
  return page;
};

test('the life of a branch: added, invited, signed in, changed, deleted', async ({ browser, page, request }) => {
  const email = 'bostanli@kahve.example';
  await enterAs(page, 'root');
  await mainMenu(page).getByRole('link', { name: 'Branches' }).click();
  await page.getByRole('button', { name: 'Add branch' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Branch name').fill('Kahve Durağı Bostanlı');
  await form.getByLabel('First name').fill('Ece');
  await form.getByLabel('Last name').fill('Demir');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Location', { exact: true }).fill('karsiyaka');
  await form
    .getByRole('option', { name: /Karşıyaka/ })
    .first()
    .click();
  await form.getByRole('button', { name: 'Add and invite' }).click();
  await expect(page.getByText(`An invitation was sent to ${email}.`)).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row.getByText('Not signed in yet')).toBeVisible();

  const first = await linkMailedTo(request, email);
  await row.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByText(`We sent the invitation to ${email} again.`)).toBeVisible();
  const second = await linkMailedTo(request, email, 2);
  expect(second).not.toBe(first);
  const invited = await signInFirst(browser, second, email);

  await page.reload();
  await expect(row.getByText('Not signed in yet')).toHaveCount(0);
  await row.getByRole('button', { name: /^Edit/ }).click();
  await form.getByLabel('Branch name').fill('Kahve Durağı Karşıyaka');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('link', { name: 'Kahve Durağı Karşıyaka', exact: true })).toBeVisible();

  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: 'Delete branch' }).click();
  // While the dialog is open the list is inert and shows no rows to the test.
  await expect(page.getByText(en['branches.deleted'])).toBeVisible();
  await expect(row).toHaveCount(0);
  await invited.reload();
  await expect(invited).toHaveURL(/\/login$/);
});

test('a branch with active jobs cannot be deleted, and its jobs are linked', async ({ page }) => {
  await enterAs(page, 'hr', '/branches');
  const row = page.getByRole('listitem').filter({ hasText: 'branch@demo.test' });
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: 'Delete branch' }).click();
  await expect(page.getByText('This branch has active jobs.')).toBeVisible();
  await page.getByRole('link', { name: 'View its jobs' }).click();
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
});

test(
  'the life of an HR account: added, signed in, changed, deleted',
  { tag: '@long' },
  async ({ browser, page, request }) => {
    const email = 'ik@kahve.example';
    await enterAs(page, 'root', '/profile');
    await page.getByRole('button', { name: 'Add person' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('First name').fill('Zeynep');
    await form.getByLabel('Last name').fill('Korkmaz');
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Add and invite' }).click();
    const row = page.getByRole('listitem').filter({ hasText: email });
    await expect(row.getByText('Not signed in yet')).toBeVisible();
    const invited = await signInFirst(browser, await linkMailedTo(request, email), email);

    await row.getByRole('button', { name: 'Edit Zeynep Korkmaz' }).click();
    await form.getByLabel('First name').fill('Zeynep Ada');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByText('Zeynep Ada Korkmaz')).toBeVisible();

    await row.getByRole('button', { name: 'Delete Zeynep Ada Korkmaz' }).click();
    await page.getByRole('button', { name: 'Delete person' }).click();
    await expect(page.getByText(en['hrStaff.deleted'])).toBeVisible();
    await expect(row).toHaveCount(0);
    await invited.reload();
    await expect(invited).toHaveURL(/\/login$/);
  },
);
