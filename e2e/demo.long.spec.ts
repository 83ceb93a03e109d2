import type { Page } from '@playwright/test';
import { cards, openApplications } from './support/dashboard';
import { gate } from './support/gate';
import { signInAs } from './support/session';
import { boxOf, scrollDown } from './support/settled';
import { expect, test } from './support/test';

declare global {
  interface Window {
    /** The sum of layout shifts. */
    shifted?: number;
  }
}

const TEXT = 'Demo: don’t enter real data';

/** The largest sum of layout shifts of a page, as in `bench -- lighthouse`. */
const SHIFT_MAX = 0.02;

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!shift.hadRecentInput) window.shifted = (window.shifted ?? 0) + shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftOf = (page: Page): Promise<number> => page.evaluate(() => window.shifted ?? 0);

test('an applicant opens on a phone without a jump, although parts of the page come later', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await signInAs(page, 'branch');
  await openApplications(page);
  await cards(page).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await watchShifts(page);
  // What the first view does not need comes after it.
  const first = page.getByRole('heading', { name: 'Work experience' });
  const later = gate();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (await first.isVisible()) await later.passed;
    await route.continue();
  });
  await page.reload();
  await expect(first).toBeVisible();
  later.open();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(SHIFT_MAX);
});

test.describe('a demo is labelled as one', () => {
  for (const address of [
    '/dashboard/login',
    '/dashboard/register',
    '/dashboard/forget-password',
    '/dashboard/no-such-page',
  ]) {
    test(`at ${address}`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole('complementary', { name: TEXT })).toBeInViewport({ ratio: 1 });
    });
  }

  for (const width of [375, 1280]) {
    test(`at ${width} px, above every control and without a jump`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await signInAs(page, 'branch');
      await watchShifts(page);
      await page.goto('/dashboard/jobs');
      await expect(page.locator('a[href*="/applications?jobId="]').first()).toBeVisible();
      const bar = page.getByRole('complementary', { name: TEXT });
      await expect(bar).toBeInViewport({ ratio: 1 });
      const below = (await boxOf(bar)).height;
      for (const control of await page.getByRole('banner').getByRole('link').all()) {
        if (await control.isVisible()) expect((await boxOf(control)).y).toBeGreaterThanOrEqual(below);
      }
      expect(await shiftOf(page)).toBeLessThan(SHIFT_MAX);
      // The bar stays in view when the page scrolls, and the top bar stays below it.
      await scrollDown(page, 2_000);
      await expect(bar).toBeInViewport({ ratio: 1 });
      await expect.poll(async () => (await boxOf(page.getByRole('banner'))).y).toBe(below);
    });
  }

  test('on pages that the server renders', async ({ page }) => {
    await page.goto('/dev/outbox');
    await expect(page.getByText(TEXT)).toBeVisible();
  });
});
