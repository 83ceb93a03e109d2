import type { Page } from '@playwright/test';
import { phoneEnding } from './support/company';
import { codeSentTo, messagesTo } from './support/outbox';
import { expect, test } from './support/test';

const PASSWORD = 'Bakery12!';

interface Company {
  email: string;
  phone: string;
}

/** Fills in the whole form; the country of a browser that speaks American English is not Turkey. */
const fillIn = async (page: Page, { email, phone }: Company) => {
  await page.getByLabel('Company name').fill('Ege Fırın');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Yıldız');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Country').selectOption('1');
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('+90');
  await page.getByLabel('Phone').fill(`+90 ${phone}`);
  await expect(page.getByLabel('Phone')).toHaveValue(phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Location').pressSequentially('kadikoy');
  await page.getByRole('option', { name: 'Kadıköy, İstanbul' }).click();
  await page.getByRole('checkbox', { name: /I accept the user agreement/ }).check();
};

const verifyPhone = async (page: Page, phone: string) => {
  await page.getByRole('button', { name: 'Verify phone and register' }).click();
  await expect(page).toHaveURL(/\/sms-verify$/);
  await expect(page.getByText(`We sent a code with 4 digits to +90 ${phone}.`)).toBeVisible();
};

test('a company registers with a verified phone and reaches the page it wanted', async ({ page, request }) => {
  const company = { email: 'ada@ege-firin.example', phone: phoneEnding('101') };
  await page.goto('/dashboard/applications?page=1&activeTab=shortListed');
  await expect(page.getByRole('heading', { name: 'Register your company' })).toBeVisible();

  await page.getByRole('button', { name: 'Verify phone and register' }).click();
  await expect(page.getByLabel('Company name')).toBeFocused();
  await page.getByRole('button', { name: 'Read the user agreement' }).click();
  await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');

  await fillIn(page, company);
  await verifyPhone(page, company.phone);
  const code = await codeSentTo(request, company.phone);

  // A wrong code first: said in a dialog, after which the form is empty.
  await page.getByLabel('Code', { exact: true }).fill(code === '0000' ? '1111' : '0000');
  await expect(page.getByRole('dialog')).toContainText('The code which you entered is wrong.');
  await page.getByRole('dialog').getByText('Close').click();
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();

  await page.getByLabel('Code', { exact: true }).fill(code);
  await expect(page).toHaveURL(/\/applications\?page=1&activeTab=shortListed$/);
  await expect(page.getByText('Ege Fırın').first()).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  expect(kept).not.toContain(PASSWORD);
});

test('a reload on the way costs the password, and nothing else', async ({ page, request }) => {
  const company = { email: 'reload@ege-firin.example', phone: phoneEnding('202') };
  await page.goto('/dashboard/register');
  await fillIn(page, company);
  await verifyPhone(page, company.phone);
  const code = await codeSentTo(request, company.phone);

  await page.reload();
  await expect(page.getByText(`We sent a code with 4 digits to ${company.phone}.`)).toBeVisible();
  // Back to the form and forth again: what was typed is there, and no other code is sent.
  await page.goBack();
  await expect(page.getByLabel('Company name')).toHaveValue('Ege Fırın');
  await expect(page.getByLabel('Phone')).toHaveValue(company.phone);
  await page.goForward();
  await expect(page.getByText(`We sent a code with 4 digits to +90 ${company.phone}.`)).toBeVisible();
  expect(await messagesTo(request, company.phone)).toHaveLength(1);

  let sent = 0;
  page.on('request', (call) => (sent += call.url().endsWith('/user/company/register') ? 1 : 0));
  await page.getByLabel('Code', { exact: true }).fill(code);
  await expect(page.getByText(/Your phone is verified. We didn’t keep your password/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('This number is verified.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Company name')).toHaveValue('Ege Fırın');
  await expect(page.getByLabel('Location')).toHaveValue('Kadıköy, İstanbul');
  expect(sent).toBe(0);

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(sent).toBe(1);
});

test('a taken email and a taken phone are said where they were typed', async ({ page, request }) => {
  const company = { email: 'company@demo.test', phone: phoneEnding('303') };
  await page.goto('/dashboard/register');
  await fillIn(page, company);
  await verifyPhone(page, company.phone);
  await page.getByLabel('Code', { exact: true }).fill(await codeSentTo(request, company.phone));
  await expect(page.getByText('This email is already used by another account.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  // The phone still counts: no other code is needed.
  await page.getByLabel('Email').fill('taken@ege-firin.example');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto('/dashboard/logout');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goto('/dashboard/register');
  await fillIn(page, { ...company, email: 'another@ege-firin.example' });
  await page.getByRole('button', { name: 'Verify phone and register' }).click();
  await expect(page.getByRole('dialog')).toContainText('used by another user');
  await page.getByRole('dialog').getByText('Close').click();
  await page.getByRole('link', { name: 'Change number' }).click();
  await expect(page.getByLabel('Company name')).toHaveValue('Ege Fırın');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
});

test('/sms-verify without a trip, or with one to elsewhere, leads to /register', async ({ page }) => {
  await page.goto('/dashboard/sms-verify');
  await expect(page).toHaveURL(/\/register$/);
  await page.goto('/dashboard/login');
  await page.evaluate(() => {
    const usr = { phone: '5300000000', countryCode: 'TR', pushBackTo: 'https://elsewhere.example/' };
    history.replaceState({ usr, key: 'k', idx: 0 }, '', '/dashboard/sms-verify');
  });
  await page.reload();
  await expect(page).toHaveURL(/\/register$/);
});

test('the language can be changed in the middle of it, and nothing that was typed is lost', async ({ page }) => {
  await page.goto('/dashboard/register');
  await page.getByLabel('Company name').fill('Ege Fırın');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('banner').getByRole('combobox').selectOption('tr');
  await expect(page.getByRole('heading', { name: 'Şirketinizi kaydedin' })).toBeVisible();
  await expect(page.getByLabel('Şirket adı')).toHaveValue('Ege Fırın');
  await expect(page.getByLabel('Şifre', { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Kullanıcı sözleşmesini oku' }).click();
  await expect(page.getByRole('dialog').getByRole('heading').first()).toHaveText('Kurumsal Üyelik Sözleşmesi');
});
