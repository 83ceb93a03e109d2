import type { Page } from '@playwright/test';
import { cardOf, cards, count } from './support/dashboard';
import { enterAs } from './support/session';
import { boxOf, scrollDown } from './support/settled';
import { expect, test } from './support/test';

const titles = (page: Page) =>
  page.getByRole('row').locator('a[href*="/applications?jobId="]:not([href*=isSeen], [href*=needState])');

const sortBy = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button').click();

test.describe('the job list', () => {
  test('shows each job with its branch and links to its applications', async ({ page }) => {
    await enterAs(page, 'root');
    await expect(page.getByRole('columnheader', { name: 'Branch' })).toBeVisible();
    await titles(page).first().click();
    await expect(page).toHaveURL(/\/applications\?jobId=\d+&page=1&activeTab=all/);
    await page.goBack();
    await expect(page).toHaveURL(/\/jobs/);
  });

  test('hides the branch column from a branch', async ({ page }) => {
    await enterAs(page, 'branch');
    await expect(titles(page).first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Branch' })).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Branch' })).toBeHidden();
  });

  test('searches on Enter, ignores Turkish accents, and can be cleared', async ({ page }) => {
    await enterAs(page, 'root');
    const search = page.getByRole('searchbox', { name: 'Search jobs' });
    await search.fill('GARSON');
    await search.press('Enter');
    await expect(page).toHaveURL(/q=GARSON/);
    // A match is in the title or in the position below it.
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await expect(rows.first()).toContainText(/garson/i);
    await expect(rows.filter({ hasNotText: /garson/i })).toHaveCount(0);
    await search.fill('zzzz');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No jobs match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(titles(page).first()).toBeVisible();
    await expect(page).not.toHaveURL(/q=/);
  });

  test('sorts a column ascending, descending and not at all', async ({ page }) => {
    await enterAs(page, 'root');
    const header = page.getByRole('columnheader', { name: 'Applications' });
    await expect(titles(page).first()).toBeVisible();
    const first = await titles(page).first().textContent();
    const numbers = async () => {
      const at = (await page.getByRole('columnheader').allTextContents()).indexOf('Applications');
      const texts = await page.locator(`tbody td:nth-child(${at + 1})`).allTextContents();
      return texts.map((text) => Number(text.replace(/\D/g, '')));
    };
    const isOrdered = async (fits: (before: number, after: number) => boolean) => {
      const all = await numbers();
      return all.length > 1 && all.every((number, i) => i === 0 || fits(all[i - 1]!, number));
    };
    await sortBy(page, 'Applications');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => isOrdered((before, after) => before <= after)).toBe(true);
    await sortBy(page, 'Applications');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    // Many jobs have no applications; they are at the other end of the list.
    await expect.poll(async () => (await numbers())[0]).toBeGreaterThan(0);
    await expect.poll(() => isOrdered((before, after) => before >= after)).toBe(true);
    await sortBy(page, 'Applications');
    await expect(header).not.toHaveAttribute('aria-sort', /ascending|descending/);
    await expect(titles(page).first()).toHaveText(first!);
    await sortBy(page, 'Applications');
    await sortBy(page, 'Job');
    await expect(page.getByRole('columnheader', { name: 'Job' })).toHaveAttribute('aria-sort', 'ascending');
  });

  test(
    'keeps the column heads in sight below the top bar, and each says that it sorts',
    { tag: '@long' },
    async ({ page }) => {
      await enterAs(page, 'root');
      await expect(titles(page).first()).toBeVisible();
      const head = page.getByRole('columnheader', { name: 'Applications' });
      for (const button of await page.getByRole('columnheader').getByRole('button').all()) {
        await expect(button).toHaveAttribute('title', 'Sort by this column');
        await expect(button.locator('svg')).toBeVisible();
      }
      const before = await boxOf(head);
      await expect
        .poll(async () => {
          await scrollDown(page, 600);
          return page.evaluate(() => scrollY);
        })
        .toBeGreaterThan(before.y);
      const bar = await boxOf(page.locator('header').first());
      const after = await boxOf(head);
      expect(after.y).toBeLessThan(before.y);
      expect(Math.abs(after.y - (bar.y + bar.height))).toBeLessThanOrEqual(2);
      // The head covers the rows, so a click on it still sorts.
      await sortBy(page, 'Applications');
      await expect(head).toHaveAttribute('aria-sort', 'ascending');
    },
  );

  test('loads more rows at its end', async ({ page }) => {
    await enterAs(page, 'root');
    await expect(titles(page).first()).toBeVisible();
    const before = await titles(page).count();
    await expect
      .poll(async () => {
        await scrollDown(page, 4_000);
        return titles(page).count();
      })
      .toBeGreaterThan(before);
  });

  test('filters by branch in the address', async ({ page }) => {
    await enterAs(page, 'root');
    const branches = page.getByRole('combobox', { name: 'Branch' });
    await expect(branches.locator('option')).toHaveCount(7);
    const name = (await branches.locator('option').nth(1).textContent())!;
    expect(name.replace(/ \(\d+\)$/, '').length).toBeLessThanOrEqual(22);
    await branches.selectOption({ index: 1 });
    await expect(page).toHaveURL(/\/jobs\/\d+$/);
    await expect(titles(page).first()).toBeVisible();
    await page.reload();
    await expect(titles(page).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/jobs$/);
  });

  test('the number of unopened applications links to exactly those, which can be gone through one by one', async ({
    page,
  }) => {
    await enterAs(page, 'root');
    await sortBy(page, 'Unopened');
    await expect(page.getByRole('columnheader', { name: 'Unopened' })).toHaveAttribute('aria-sort', 'ascending');
    // All cards of three to six applications are in the document, and there is a next one.
    const few = page.getByRole('link', { name: /^[3-6] unopened applications$/ }).first();
    await expect
      .poll(async () => {
        await scrollDown(page, 4_000);
        return few.count();
      })
      .toBe(1);
    const number = Number(await few.textContent());
    await few.click();
    await expect(page).toHaveURL(/jobId=\d+&page=1&activeTab=all&isSeen=false/);
    await expect(count(page)).toHaveText(new RegExp(`^${number} of [\\d,]+$`));
    await expect(cards(page)).toHaveCount(number);
    for (const card of await cards(page).all()) await expect(card.getByText('Not opened yet')).toBeVisible();

    const labels = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-labelledby')!));
    const ids = labels.map((label) => label.replace('application-', ''));
    await cards(page).first().getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/${ids[0]}\\?.*isSeen=false`));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // An opened application counts as seen, and its row stays until the list is reloaded.
    await expect(cardOf(page, labels[0]!).getByText('Not opened yet')).toBeHidden();
    await expect(cards(page)).toHaveCount(number);
    await page.keyboard.press('j');
    await expect(page).toHaveURL(new RegExp(`/${ids[1]}\\?`));
    await expect(cardOf(page, labels[1]!).getByText('Not opened yet')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/applications\?.*isSeen=false/);
    await expect(cards(page)).toHaveCount(number);
    await page.reload();
    await expect(cards(page)).toHaveCount(number - 2);
    await expect(count(page)).toHaveText(new RegExp(`^${number - 2} of `));

    await page.getByRole('button', { name: 'Remove Unopened only' }).click();
    await expect(page).not.toHaveURL(/isSeen/);
    await expect(cards(page).nth(number - 2)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Remove Unopened only' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page).not.toHaveURL(/isSeen/);
    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByRole('dialog').getByLabel('Unopened only').click();
    await expect(page.getByRole('dialog').getByLabel('Unopened only')).toBeChecked();
    await expect(page).toHaveURL(/isSeen=false/);
  });

  test('leads to the error page when it cannot be loaded', async ({ page }) => {
    await page.route('**/api/search/job?*', (route) => route.fulfill({ status: 500, json: { ok: false, key: 'x' } }));
    await enterAs(page, 'root');
    await expect(page).toHaveURL(/\/dashboard\/error/);
  });

  test('shows cards on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, 'branch');
    await expect(page.locator('a[href*="/applications?jobId="]').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^\d+ unopened$/ }).first()).toHaveAttribute('href', /&isSeen=false$/);
    await expect(page.getByRole('table')).toBeHidden();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });
});
