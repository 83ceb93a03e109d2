import type { Page } from '@playwright/test';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

/** Pixels below the top bar within which the first row of a page begins. */
const ROOM = 200;

/** The first row of each page. */
const PAGES: readonly (readonly [role: 'root' | 'company', path: string, row: string])[] = [
  ['root', '/applications', 'article'],
  ['root', '/applications?page=1&activeTab=appointment', 'section li'],
  ['root', '/jobs', 'li'],
  ['root', '/today', 'section li, section a'],
  ['root', '/inbox', 'nav'],
  ['root', '/branches', 'li'],
  ['company', '/packages', 'li, article'],
];

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** Returns the elements that lie over the next one in a line, by their text. */
const overlapsIn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element, at) => {
      const next = elements[at + 1]?.getBoundingClientRect();
      return next && element.getBoundingClientRect().right > next.left ? [element.textContent] : [];
    }),
  );

for (const locale of ['tr-TR', 'es-ES', 'en-US']) {
  test.describe(locale, () => {
    test.use({ locale });

    test('the first row of each page begins near the top, and nothing is cut', async ({ page }) => {
      for (const [role, path, row] of PAGES) {
        await signInAs(page, role);
        await page.goto(`/dashboard${path}`);
        const bar = (await page.getByRole('banner').boundingBox())!;
        const first = page.getByRole('main').locator(row).first();
        await expect(first).toBeVisible();
        await expect
          .poll(async () => (await first.boundingBox())!.y - bar.y - bar.height, { message: path })
          .toBeLessThanOrEqual(ROOM);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      }
    });

    test('the numbers of the bottom bar lie over no other icon', async ({ page }) => {
      await signInAs(page, 'root');
      await page.goto('/dashboard/jobs');
      await expect(page.getByText('99+').last()).toBeVisible();
      expect(await overlapsIn(page, 'nav:last-of-type a > svg, nav:last-of-type a > span:last-child')).toEqual([]);
    });
  });
}
