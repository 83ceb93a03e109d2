import type { Page } from '@playwright/test';
import { dayFromNow } from './support/clock';
import { cards, dialog, mainMenu, PASSWORD } from './support/dashboard';
import { applyFor } from './support/gateway';
import { expectSent, log } from './support/inbox';
import { expectTrapped, pressTo, signInByKeyboard, typeInto, use } from './support/keyboard';
import { enterAs } from './support/session';
import { CARDS } from '../__tests__/support/money/cards';
import { expect, test } from './support/test';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const signOut = async (page: Page) => {
  await use(page, button(page, /^Account menu/), { key: 'Shift+Tab', most: 100 });
  await expect(page.getByRole('menu')).toBeVisible();
  await use(page, page.getByRole('menuitem', { name: 'Sign out' }), { key: 'ArrowUp' });
  await expect(page).toHaveURL(/\/login$/);
};

/** Returns the date in three days as digits in American order. */
const inThreeDays = () => {
  const [year, month, day] = dayFromNow(3).split('-');
  return `${day}${month}${year}`;
};

test('a day’s work: applications of a job, shortlist, applicant, invitation, message, sign out', async ({
  page,
  request,
}) => {
  await signInByKeyboard(page, 'branch@demo.test', PASSWORD);
  // A focused heading tells a screen reader which page has opened.
  await expect(heading(page, 'Jobs')).toBeFocused();
  await expect(page).toHaveTitle(/Jobs · /);

  const row = page.getByRole('row').filter({ has: page.getByText('Active', { exact: true }) });
  const applications = row.first().locator('a[href*="/applications?jobId="]').first();
  const jobId = Number(/jobId=(\d+)/.exec((await applications.getAttribute('href')) ?? '')?.[1]);
  // New applicants are at the top of the list and on no shortlist.
  const name = 'Klavye Deneme';
  const [firstName = '', lastName = ''] = name.split(' ');
  await applyFor(request, jobId, { externalId: 'keys-before', firstName: 'Önceki', lastName: 'Deneme' });
  await applyFor(request, jobId, { externalId: 'keys', firstName, lastName });
  await use(page, applications, { most: 100 });
  await expect(cards(page).first()).toContainText(firstName);
  await page.keyboard.press('j');
  const card = page.locator('article:focus');
  await expect(card).toContainText(firstName);
  await page.keyboard.press('s');
  await expect(card.locator('button[aria-pressed="true"]')).toBeVisible();
  await page.keyboard.press('s');
  // The user cancelled the removal in its confirmation.
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(card.locator('button[aria-pressed="true"]')).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(heading(page, name)).toBeFocused();
  // The list beside the applicant contains a next row.
  await expect(button(page, 'Next applicant')).toBeEnabled();
  await page.keyboard.press('j');
  await expect(heading(page, name)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('k');
  await expect(heading(page, name)).toBeFocused();

  await use(page, page.getByRole('link', { name: 'Invite', exact: true }));
  await typeInto(page, page.getByLabel('Date', { exact: true }), inThreeDays());
  await typeInto(page, page.getByLabel('Time', { exact: true }), '15:35');
  await use(page, button(page, 'Invite'));
  await expect(page.getByText('The invitation was sent.')).toBeVisible();

  await pressTo(page, page.getByRole('tab', { selected: true, name: 'Appointment' }), { key: 'Shift+Tab' });
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Messages' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/messages/);
  await typeInto(page, page.getByRole('textbox', { name: 'Message' }), 'Good day, shall we meet?');
  await page.keyboard.press('Enter');
  await expectSent(page);
  await expect(log(page).getByText('Good day, shall we meet?', { exact: true })).toBeVisible();
  await signOut(page);
});

test('applications are filtered, and the focus returns to the filter button', async ({ page }) => {
  await enterAs(page, 'branch');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await use(page, mainMenu(page).getByRole('link', { name: 'Applications' }));
  await expect(heading(page, 'Applications')).toBeFocused();
  await use(page, button(page, /^Filter/));
  await pressTo(page, dialog(page).getByRole('radio', { name: 'All', exact: true }).first());
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('radio', { name: 'Male', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/gender=male/);
  await typeInto(page, dialog(page).getByLabel('Education'), 'High');
  await expect(page).toHaveURL(/education=high_school/);
  await use(page, dialog(page).getByRole('button', { name: /^Show/ }));
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, /^Filter/)).toBeFocused();
});

test('a job is created', async ({ page }) => {
  await enterAs(page, 'branch');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await use(page, page.getByRole('link', { name: 'Post a job' }));
  await expect(heading(page, 'Post a job')).toBeFocused();

  await use(page, button(page, 'Publish'), { most: 80 });
  const summary = page.getByRole('alert').filter({ hasText: /fields need attention/ });
  await expect(page.getByLabel('Title')).toBeFocused();
  // The summary lists the missing fields with links to them.
  await use(page, summary.getByRole('button', { name: /^Category/ }), { most: 80 });
  await expect(page.getByLabel('Category')).toBeFocused();

  const title = 'Klavyeyle garson ilanı';
  await typeInto(page, page.getByLabel('Title'), title);
  await typeInto(page, page.getByRole('combobox', { name: 'Position' }), 'gars');
  await expect(page.getByRole('option', { name: 'Garson', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await use(page, page.getByLabel('Category'), { press: 'ArrowDown' });
  await use(page, page.getByLabel('Part time'), { press: 'Space' });
  await typeInto(page, page.getByLabel('Description'), 'Hafta sonları servis.', { key: 'Shift+Tab' });
  await typeInto(page, page.getByLabel('How applicants can reach you'), 'By message');
  await use(page, page.getByRole('group', { name: 'Workplaces' }).getByRole('checkbox').first(), {
    press: 'Space',
  });
  await use(page, button(page, 'Publish'), { most: 80 });
  await expect(page).toHaveURL(/\/dashboard\/jobs$/);
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1);
});

test('a package is bought', async ({ page }) => {
  await enterAs(page, 'company');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await use(page, page.getByRole('link', { name: /credits? left/ }));
  await expect(heading(page, 'Packages')).toBeFocused();
  await use(page, button(page, 'Buy Three jobs'));
  await expect(heading(page, 'Basket')).toBeFocused();
  await use(page, button(page, 'Proceed to payment'));
  await expect(heading(page, 'Pay by card')).toBeFocused();
  await typeInto(page, page.getByLabel('Name on the card'), 'Nazlı Örnekçi');
  await typeInto(page, page.getByLabel('Card number'), CARDS.success);
  await typeInto(page, page.getByLabel('Expiry (MM/YY)'), '1239');
  await typeInto(page, page.getByLabel('Security code (CVC)'), '123');
  await use(page, page.getByLabel(/accept the sales agreement/), { press: 'Space' });
  await use(page, button(page, /^Pay /));
  await expect(heading(page, /We received your payment/)).toBeFocused();
});

test('a person is added to HR and deleted; dialogs trap the focus and return it', async ({ page }) => {
  await enterAs(page, 'root');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await use(page, button(page, /^Account menu/));
  await use(page, page.getByRole('menuitem', { name: 'Profile' }), { key: 'ArrowDown' });
  await expect(heading(page, 'Profile')).toBeFocused();

  const add = button(page, 'Add person');
  await use(page, add);
  await expect(dialog(page).getByLabel('First name')).toBeFocused();
  await expectTrapped(page, dialog(page));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(add).toBeFocused();

  await page.keyboard.press('Enter');
  const firstName = 'Klavye';
  await typeInto(page, dialog(page).getByLabel('First name'), firstName);
  await typeInto(page, dialog(page).getByLabel('Last name'), 'Deneme');
  await typeInto(page, dialog(page).getByLabel('Email'), `${firstName.toLowerCase()}@example.com`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The person was added/)).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await use(page, button(page, new RegExp(`^Delete ${firstName}`)), { most: 80 });
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await use(page, dialog(page).getByRole('button', { name: 'Delete person' }));
  await expect(page.getByRole('listitem').filter({ hasText: firstName })).toHaveCount(0);
  // The pressed button is gone, so the focus moves to the heading of the list.
  await expect(page.getByRole('heading', { name: 'HR staff' })).toBeFocused();
});

test('the skip link leads to the content; the single keys can be turned off; a password can be pasted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard/login');
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');
  };
  await typeInto(page, page.getByLabel('Email', { exact: true }), 'branch@demo.test');
  await pressTo(page, page.getByLabel('Password', { exact: true }));
  await paste(PASSWORD);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Jobs')).toBeFocused();

  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await expect(cards(page).first()).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.getByRole('main').evaluate((main) => main.contains(document.activeElement))).toBe(true);

  await use(page, button(page, /^Account menu/), { key: 'Shift+Tab' });
  await use(page, page.getByRole('menuitem', { name: 'Keyboard shortcuts' }), { key: 'ArrowDown' });
  await use(page, dialog(page).getByRole('switch', { name: 'Use keyboard shortcuts' }), { press: 'Space' });
  await page.keyboard.press('Escape');
  await expect(button(page, /^Account menu/)).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.locator('article:focus')).toHaveCount(0);
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('article:focus')).toHaveCount(0);
});
