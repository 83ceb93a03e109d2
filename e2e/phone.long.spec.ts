import type { Page } from '@playwright/test';
import { openInbox, rows } from './support/inbox';
import { signInAs } from './support/session';
import { boxOf } from './support/settled';
import { expect, test } from './support/test';
import { brokenWordsIn, enlarge } from './support/words';

/** Pixels below the top bar within which the first row of a page begins. */
const ROOM = 200;

/** The first row of each page. */
const PAGES: Record<'root' | 'company', readonly (readonly [path: string, row: string])[]> = {
  root: [
    ['/applications', 'article'],
    ['/applications?page=1&activeTab=appointment', 'section li'],
    ['/jobs', 'li'],
    ['/today', 'section li, section a'],
    ['/inbox', 'nav'],
    ['/branches', 'li'],
  ],
  company: [['/packages', 'li']],
};

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** Returns the texts of the links in the bottom bar that cover a part of the next link's icon. */
const overlapsIn = (page: Page) =>
  page.locator('nav:visible a').evaluateAll((links) =>
    links.flatMap((link, at) => {
      const icon = links[at + 1]?.querySelector('svg')?.getBoundingClientRect();
      const ends = [...link.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right);
      return icon && Math.max(...ends) > icon.left ? [link.textContent] : [];
    }),
  );

for (const locale of ['tr-TR', 'es-ES', 'en-US']) {
  test.describe(locale, () => {
    test.use({ locale });

    for (const role of ['root', 'company'] as const) {
      test(`for ${role} the first row of each page begins near the top, and nothing is cut`, async ({ page }) => {
        await signInAs(page, role);
        for (const [path, row] of PAGES[role]) {
          await page.goto(`/dashboard${path}`);
          const bar = await boxOf(page.getByRole('banner'));
          const first = page.getByRole('main').locator(row).first();
          await expect(first).toBeVisible();
          await expect
            .poll(async () => (await boxOf(first)).y - bar.y - bar.height, { message: path })
            .toBeLessThanOrEqual(ROOM);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        }
      });
    }

    test('the numbers in the bottom bar cover no other icon', async ({ page }) => {
      await signInAs(page, 'root');
      await page.goto('/dashboard/applications');
      await expect(page.getByText('99+').last()).toBeVisible();
      expect(await page.locator('nav:visible a').count()).toBeGreaterThan(4);
      expect(await overlapsIn(page)).toEqual([]);
    });
  });
}

test('with text of 140 % at 320 px no word of a name breaks, and no page scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await signInAs(page, 'branch');
  await page.goto('/dashboard/applications');
  const applicant = await page.getByRole('article').first().getByRole('link').first().getAttribute('href');
  for (const path of [applicant!, '/dashboard/page', '/dashboard/inbox', '/dashboard/today']) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/./);
    if (path === '/dashboard/page') await expect(page.getByRole('table').last()).toBeVisible();
    await enlarge(page);
    expect([path, await brokenWordsIn(heading)]).toEqual([path, []]);
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
  }
});

/** Pixels that only a demo loses. */
const DEMO_BAR = 24;

for (const [width, height, least] of [
  [1366, 768, 420],
  [375, 740, 407],
] as const) {
  test(`messages take at least ${least} px of a window of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height: height + DEMO_BAR });
    // Any conversation may show a warning, which the user can close.
    await page.addLocatorHandler(page.getByRole('alert').getByRole('button', { name: 'Close' }), (close) =>
      close.click(),
    );
    await openInbox(page, 'branch');
    await rows(page).first().click();
    const messages = page.getByRole('log', { name: 'Messages' });
    await expect(messages.getByRole('listitem').last()).toBeInViewport();
    expect((await boxOf(messages)).height).toBeGreaterThanOrEqual(least);
    const text = `Thank you, ${width}`;
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(messages.getByText(text)).toBeInViewport();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeInViewport({ ratio: 1 });
    const applicant = await page.getByRole('main').locator('a[href*="/jobs/detail/"]').first().getAttribute('href');
    await page.goto(`${applicant}/messages`);
    await expect(messages.getByRole('listitem').last()).toBeInViewport();
    const box = await boxOf(messages);
    expect(box.height).toBeGreaterThanOrEqual(least);
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  });
}
