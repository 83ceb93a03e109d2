import type { Page } from '@playwright/test';
import { phoneText } from '../contract/constants/text';
import { signIn } from './support/dashboard';
import { phoneEnding, registerCompany } from './support/company';
import { codeSentTo, linkMailedTo, messagesTo } from './support/outbox';
import { enterAs } from './support/session';
import { askStore } from './support/store';
import { expect, test } from './support/test';

const PASSWORD = 'Before12!';
const FRESH = 'After345!';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your password' });

/** Makes the last sign-in too old for sensitive changes. */
const letTimePass = (email: string) =>
  askStore(`update user_sessions s set created_at = s.created_at - interval '11 minutes',
    password_proved_at = s.password_proved_at - interval '11 minutes'
    from users u where u.id = s.user_id and u.email = '${email}'`);

const openEdit = async (page: Page) => {
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
};

test('changing the email asks for the password, and the old address can take the account back', async ({
  browser,
  page,
  request,
}) => {
  const own = 'selin@kafe.example';
  const other = 'thief@kafe.example';
  await registerCompany(request, own, phoneEnding('811'), PASSWORD);
  await signIn(page, own, PASSWORD);
  await letTimePass(own);
  await openEdit(page);
  await page.getByLabel('Last name').fill('Şahin');
  await page.getByLabel('Email').fill(other);
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(dialog(page)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Enter your password to save this change.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(other);

  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Password', { exact: true }).fill('Wrong123!');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The password is wrong.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(page.getByText(other)).toBeVisible();
  await expect(page.getByText('Şahin', { exact: true })).toBeVisible();

  const link = await linkMailedTo(request, own);
  expect(link).toMatch(/^\/dashboard\/restore-email\/.+/);
  const elsewhere = await browser.newContext();
  const owner = await elsewhere.newPage();
  await owner.goto(link);
  await expect(owner.getByText(`sign in with ${own} again`)).toBeVisible();
  const before = (await messagesTo(request, own)).length;
  await owner.getByRole('button', { name: 'Restore this email' }).click();
  await expect(owner.getByText('Your email is restored.')).toBeVisible();
  const reset = await linkMailedTo(request, own, before + 1);
  expect(reset).toMatch(/^\/dashboard\/reset-password\/.+/);

  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await owner.goto(reset);
  await owner.getByLabel('New password', { exact: true }).fill(FRESH);
  await owner.getByLabel('Repeat new password').fill(FRESH);
  await owner.getByRole('button', { name: 'Save password' }).click();
  await expect(owner.getByText('Your password is set.')).toBeVisible();
  await signIn(owner, own, FRESH);
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await elsewhere.close();
});

test('changing the phone asks for the password after the SMS code and keeps the verification', async ({
  page,
  request,
}) => {
  const own = 'kerem@kafe.example';
  const phone = phoneEnding('812');
  const fresh = phoneEnding('813');
  await registerCompany(request, own, phone, PASSWORD);
  await signIn(page, own, PASSWORD);
  await letTimePass(own);
  await openEdit(page);
  await page.getByLabel('Phone', { exact: true }).fill(fresh);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/sms-verify$/);
  await page.getByLabel('Code', { exact: true }).fill(await codeSentTo(request, fresh));
  await expect(dialog(page)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(page.getByText(phoneText(`+90 ${fresh}`))).toBeVisible();
});

test('changing the email of a branch asks for the password in its form', async ({ page }) => {
  await enterAs(page, 'root', '/branches');
  await letTimePass('root@demo.test');
  await page.getByRole('button', { name: /^Edit/ }).last().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill('moved.branch@example.com');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Demo123!');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('moved.branch@example.com')).toBeVisible();
});

test('signing out everywhere else leaves this browser alone', async ({ page, browser, request }) => {
  const own = 'derya@kafe.example';
  await registerCompany(request, own, phoneEnding('814'), PASSWORD);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, own, PASSWORD);
  await signIn(page, own, PASSWORD);
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/login$/);
  await elsewhere.close();
});
