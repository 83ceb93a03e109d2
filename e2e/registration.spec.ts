import type { Page } from '@playwright/test';
import { phoneText } from '../contract/constants/text';
import { phoneEnding } from './support/company';
import { mainMenu } from './support/dashboard';
import { codeSentTo, messagesTo } from './support/outbox';
import { expect, test } from './support/test';

const PASSWORD = 'Bakery12!';

interface Company {
  email: string;
  phone: string;
}

/** Fills in the whole form. An American browser does not preselect Turkey. */
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
  await expect(page.getByText(`We sent a code with 4 digits to ${phoneText(`+90 ${phone}`)}.`)).toBeVisible();
};

test('a company registers with a verified phone and reaches the page that it asked for', async ({ page, request }) => {
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

  // A wrong code opens a dialog and clears the field.
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

test('a reload during registration loses only the password', async ({ page, request }) => {
  const company = { email: 'reload@ege-firin.example', phone: phoneEnding('202') };
  await page.goto('/dashboard/register');
  await fillIn(page, company);
  await verifyPhone(page, company.phone);
  const code = await codeSentTo(request, company.phone);

  await page.reload();
  await expect(page.getByText(`We sent a code with 4 digits to ${phoneText(`+90 ${company.phone}`)}.`)).toBeVisible();
  // Going back and forth keeps the typed values and sends no second code.
  await page.goBack();
  await expect(page.getByLabel('Company name')).toHaveValue('Ege Fırın');
  await expect(page.getByLabel('Phone')).toHaveValue(company.phone);
  await page.goForward();
  await expect(page.getByText(`We sent a code with 4 digits to ${phoneText(`+90 ${company.phone}`)}.`)).toBeVisible();
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
  await expect(mainMenu(page)).toBeVisible();
  expect(sent).toBe(1);
});

test('a taken email and a taken phone are reported at their fields', async ({ page, request }) => {
  const company = { email: 'company@demo.test', phone: phoneEnding('303') };
  await page.goto('/dashboard/register');
  await fillIn(page, company);
  await verifyPhone(page, company.phone);
  await page.getByLabel('Code', { exact: true }).fill(await codeSentTo(request, company.phone));
  await expect(page.getByText('This email is already used by another account.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  // The phone is still verified, so no new code is needed.
  await page.getByLabel('Email').fill('taken@ege-firin.example');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(mainMenu(page)).toBeVisible();

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

test(
  '/sms-verify without route state, or with a foreign return address, leads to /register',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/dashboard/sms-verify');
    await expect(page).toHaveURL(/\/register$/);
    await page.goto('/dashboard/login');
    await page.evaluate(() => {
      const usr = { phone: '5300000000', countryCode: 'TR', pushBackTo: 'https://elsewhere.example/' };
      history.replaceState({ usr, key: 'k', idx: 0 }, '', '/dashboard/sms-verify');
    });
    await page.reload();
    await expect(page).toHaveURL(/\/register$/);
  },
);

test('the language can be changed during registration without losing any input', { tag: '@long' }, async ({ page }) => {
  await page.goto('/dashboard/register');
  await page.getByLabel('Company name').fill('Ege Fırın');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('banner').getByRole('combobox').selectOption('tr');
  await expect(page.getByRole('heading', { name: 'Şirketinizi kaydedin' })).toBeVisible();
  await expect(page.getByLabel('Şirket adı')).toHaveValue('Ege Fırın');
  await expect(page.getByLabel('Şifre', { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Üyelik sözleşmesini oku' }).click();
  await expect(page.getByRole('dialog').getByRole('heading').first()).toHaveText('Kurumsal Üyelik Sözleşmesi');
});
