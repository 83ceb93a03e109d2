import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import en from '../i18n/en.json' with { type: 'json' };
import { CARDS } from '../__tests__/support/money/cards';
import { choosePackage, payWith, proceed } from './support/purchase';
import { askStore } from './support/store';
import { enterAs } from './support/signedIn';
import { expect, test } from './support/test';

const credits = async () =>
  Number((await askStore(`select job_creation_balance as n from users where email = 'company@demo.test'`))[0]!.n);

let signedIn: BrowserContextOptions['storageState'];
const pageOf = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ storageState: signedIn })).newPage();

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  await enterAs(await context.newPage(), 'company');
  signedIn = await context.storageState();
  await context.close();
});
test.beforeEach(() => askStore('delete from rate_limits'));
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

const gate = () => {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
};

/** The server carries out the payment, and its answer never comes. */
const loseAnswer = async (page: Page) => {
  const paid = gate();
  await page.route('**/api/payment/card', async (route) => {
    await route.fetch();
    paid.open();
  });
  return paid;
};

const expectTold = async (page: Page, balance: number) => {
  await expect(page.getByText(`Payment received. You now have ${balance} job credits.`)).toBeVisible();
  await expect(page.getByRole('link', { name: `${balance} credits left` })).toBeVisible();
};

test('the answer is late and the user goes Back: told on another page, with the credits and the basket', async ({
  browser,
}) => {
  const page = await pageOf(browser);
  const before = await credits();
  await choosePackage(page);
  await proceed(page);
  const slow = gate();
  await page.route('**/api/payment/card', async (route) => {
    await slow.passed;
    await route.continue();
  });
  await payWith(page, CARDS.success);
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled();
  await page.goBack();
  await expect(page).toHaveURL(/\/payment\/basket$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
  await expect(page).toHaveURL(/\/jobs/);
  slow.open();
  await expectTold(page, before + 3);
  await expect(page).toHaveURL(/\/jobs/);
  await page.getByRole('link', { name: /credits left/ }).click();
  await expect(page.getByRole('button', { name: 'Buy Three jobs' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Basket \(/ })).toHaveCount(0);
  expect(await credits()).toBe(before + 3);
});

test('the card is declined after the user went Back: the reason is told, with the way back', async ({ browser }) => {
  const page = await pageOf(browser);
  await choosePackage(page);
  await proceed(page);
  const slow = gate();
  await page.route('**/api/payment/card', async (route) => {
    await slow.passed;
    await route.continue();
  });
  await payWith(page, CARDS.funds);
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled();
  await page.goBack();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
  slow.open();
  const notice = page.getByRole('link', { name: /^Your payment didn’t go through\./ });
  await expect(notice).toContainText(en['errors.keys.insufficient_funds']);
  await notice.click();
  await page.getByRole('link', { name: en['payment.result.otherCard'] }).click();
  await expect(page).toHaveURL(/\/payment\/card$/);
});

test('the answer is lost and the user reloads: the payment is told once, also with a second tab', async ({
  browser,
}) => {
  const page = await pageOf(browser);
  const before = await credits();
  const other = await page.context().newPage();
  await other.goto('/dashboard/jobs');
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.bringToFront();
  await choosePackage(page);
  await proceed(page);
  const paid = await loseAnswer(page);
  await payWith(page, CARDS.success);
  await paid.passed;
  await page.reload();
  await expectTold(page, before + 3);
  await page.reload();
  await expect(page.getByRole('link', { name: `${before + 3} credits left` })).toBeVisible();
  await expect(other.getByRole('link', { name: `${before + 3} credits left` })).toBeVisible();
  // Told once: neither the other tab nor the page that was loaded again says it anew.
  await page.waitForTimeout(5000);
  await expect(page.getByText('Payment received.')).toHaveCount(0);
  await other.bringToFront();
  await other.waitForTimeout(3000);
  await expect(other.getByText('Payment received.')).toHaveCount(0);
});
