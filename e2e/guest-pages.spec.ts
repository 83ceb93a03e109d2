import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

/** A code on its way, as /register leaves it. */
const openTrip = async (page: Page) => {
  await page.route('**/api/verify-phone-send-code', (route) => route.fulfill({ json: { ok: true, payload: {} } }));
  await page.goto('/dashboard/login');
  await page.evaluate(() => {
    const usr = { phone: '5300000000', countryCode: 'TR', pushBackTo: '/register' };
    history.replaceState({ usr, key: 'k', idx: 0 }, '', '/dashboard/sms-verify');
  });
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
};

/** Pages of guests, each opened in its own way. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  'empty registration': async (page) => {
    await page.goto('/dashboard/register');
    await expect(page.getByRole('checkbox')).toBeVisible();
  },
  'registration with errors': async (page) => {
    await page.goto('/dashboard/register');
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
  'an agreement': async (page) => {
    await page.goto('/dashboard/register');
    await page
      .locator('form')
      .getByRole('button', { name: /agreement|sözleşme|acuerdo/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible();
  },
  'phone verification': openTrip,
  'forgotten password': async (page) => {
    await page.goto('/dashboard/forget-password');
    await expect(page.locator('[name=email]')).toBeVisible();
  },
  'link that no longer works': async (page) => {
    await page.goto('/dashboard/reset-password/nothing');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};
const LOCALES = ['en-US', 'tr-TR', 'es-MX'];

for (const [at, [name, open]] of Object.entries(SCREENS).entries()) {
  for (const [turn, colorScheme] of (['light', 'dark'] as const).entries()) {
    const locale = LOCALES[(at + turn) % LOCALES.length]!;
    test(`${name}, ${colorScheme}, ${locale}: no violation of WCAG 2.2 AA, no sideways scrolling`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ colorScheme, locale, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await open(page);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await context.close();
    });
  }
}
