import type { Page } from '@playwright/test';
import en from '../i18n/en.json' with { type: 'json' };
import { CARDS } from '../__tests__/support/money/cards';
import { installClock } from './support/clock';
import { mainMenu } from './support/dashboard';
import { gate } from './support/gate';
import { choosePackage, credits, payWith, proceed } from './support/purchase';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

test.beforeEach(({ page }) => signInAs(page, 'company'));

/** Lets the server process the payment but drops its answer. */
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

test('the answer is late and the user goes Back: another page reports the payment and shows the credits', async ({
  page,
}) => {
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
  await mainMenu(page).getByRole('link', { name: 'Jobs' }).click();
  await expect(page).toHaveURL(/\/jobs/);
  slow.open();
  await expectTold(page, before + 3);
  await expect(page).toHaveURL(/\/jobs/);
  await page.getByRole('link', { name: /credits left/ }).click();
  await expect(page.getByRole('button', { name: 'Buy Three jobs' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Basket \(/ })).toHaveCount(0);
  expect(await credits()).toBe(before + 3);
});

test('the card is declined after the user went Back: the reason is shown with a way back', async ({ page }) => {
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
  await mainMenu(page).getByRole('link', { name: 'Jobs' }).click();
  slow.open();
  const notice = page.getByRole('link', { name: /^Your payment didn’t go through\./ });
  await expect(notice).toContainText(en['errors.keys.insufficient_funds']);
  await notice.click();
  await page.getByRole('link', { name: en['payment.result.otherCard'] }).click();
  await expect(page).toHaveURL(/\/payment\/card$/);
});

test('the answer is lost and the user reloads: the payment is reported once, even with a second tab', async ({
  page,
}) => {
  const before = await credits();
  await page.goto('/dashboard/jobs');
  const other = await page.context().newPage();
  await other.goto('/dashboard/jobs');
  await expect(mainMenu(other)).toBeVisible();
  await page.bringToFront();
  await choosePackage(page);
  await proceed(page);
  const paid = await loseAnswer(page);
  await payWith(page, CARDS.success);
  await paid.passed;
  await page.reload();
  // Either tab may ask about the payment first, and only that one reports it.
  const report = /Payment received\.|We received your payment\./;
  const countOf = async (text: RegExp) => {
    const counts = await Promise.all([page, other].map((tab) => tab.getByText(text).count()));
    return counts[0]! + counts[1]!;
  };
  await expect.poll(() => countOf(report)).toBe(1);
  let asked = 0;
  for (const tab of [page, other])
    tab.on('request', (request) => (asked += request.url().endsWith('/payment/sync') ? 1 : 0));
  await installClock(page);
  await Promise.all([page.goto('/dashboard/jobs'), other.reload()]);
  for (const tab of [page, other])
    await expect(tab.getByRole('link', { name: `${before + 3} credits left` })).toBeVisible();
  // A page asks about open payments two seconds after it was loaded, and again when it becomes visible.
  await page.clock.runFor(3000);
  await other.bringToFront();
  await page.clock.runFor(1000);
  expect([asked, await countOf(/Payment received\./)]).toEqual([0, 0]);
});
