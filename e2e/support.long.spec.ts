import type { Page } from '@playwright/test';
import { installClock } from './support/clock';
import { dialog } from './support/dashboard';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

/** Opens the replay, which this server's settings would turn off. */
const openReplay = async (page: Page) => {
  await page.route('**/dashboard/support/replay', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"supportReplay":false', '"supportReplay":true');
    await route.fulfill({ response, body });
  });
  await page.goto('/dashboard/support/replay');
};

test('a failed purchase stays in the trace, and the mouse steps through its replay', async ({ page }) => {
  await installClock(page);
  await enterAs(page, 'company', '/packages');
  await page.route('**/api/basket', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Buy Three jobs' }).click();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  // After five seconds redux-persist gave up a read.
  await page.clock.fastForward(6000);
  await page.locator('header button[aria-haspopup="menu"]').click();
  await page.getByRole('menuitem', { name: 'Save a support trace' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Save file' }).click(),
  ]);
  await openReplay(page);
  await page.locator('input[type="file"]').setInputFiles(await download.path());
  const next = page.getByRole('button', { name: 'Next step' });
  // The splash lay over this button at step 0.
  await next.click();
  await expect(page.getByRole('slider', { name: 'Go to step' })).toHaveValue('1');
  const failure = page.getByRole('button', { name: 'Next failure' });
  while (await failure.isEnabled()) await failure.click();
  await expect(page.getByRole('status').first()).toContainText(/purchaseFailed/);
  await expect(dialog(page)).toBeVisible();
  // The failure's dialog covers the page, but not the buttons of the replay.
  await page.getByRole('button', { name: 'Previous step' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Buy Three jobs' })).toBeVisible();
});
