import type { Page } from '@playwright/test';
import { fillLogin, mainMenu } from './support/dashboard';
import { phoneEnding, registerCompany } from './support/company';
import { linkMailedTo, messagesTo } from './support/outbox';
import { expect, test } from './support/test';

const OLD = 'Before12!';
const NEW = 'After345!';

const ask = async (page: Page, email: string) => {
  await page.goto('/dashboard/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('main').getByText('If an account uses this email')).toBeVisible();
};

test('the mailed link replaces a forgotten password, and the old session ends', async ({ browser, page, request }) => {
  const email = 'deniz@kafe.example';
  await registerCompany(request, email, phoneEnding('404'), OLD);
  const elsewhere = await browser.newContext();
  const old = await elsewhere.newPage();
  await old.goto('/dashboard/login');
  await fillLogin(old, email, OLD);
  await expect(mainMenu(old)).toBeVisible();

  await ask(page, email);
  const link = await linkMailedTo(request, email);
  expect(link).toMatch(/^\/dashboard\/reset-password\/.+/);
  await page.goto(link);

  await page.getByLabel('New password', { exact: true }).fill(NEW);
  await page.getByLabel('Repeat new password').fill(OLD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('The passwords don’t match.')).toHaveCount(2);
  await page.getByLabel('Repeat new password').fill(NEW);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your password is set.')).toBeVisible();

  await fillLogin(page, email, OLD);
  await expect(page.getByText('The email or password is wrong.')).toBeVisible();
  await fillLogin(page, email, NEW);
  await expect(mainMenu(page)).toBeVisible();

  await old.reload();
  await expect(old).toHaveURL(/\/login$/);
  await expect(mainMenu(old)).toBeHidden();

  // Each link works once.
  await old.goto(link);
  await expect(old).toHaveURL(/\/forget-password$/);
  await expect(old.getByText('This link no longer works')).toBeVisible();
  await elsewhere.close();
});

test('an email without an account gets the same answer', async ({ page, request }) => {
  await ask(page, 'nobody@nowhere.example');
  expect(await messagesTo(request, 'nobody@nowhere.example')).toEqual([]);
});

test('an unknown link leads to the page that sends a new one', async ({ page }) => {
  await page.goto('/dashboard/reset-password/no-such-code');
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await expect(page).toHaveURL(/\/forget-password$/);
});
