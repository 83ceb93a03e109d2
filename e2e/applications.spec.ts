import type { Page } from '@playwright/test';
import { installClock } from './support/clock';
import { cardOf, cards, count, mainMenu, openApplications } from './support/dashboard';
import { gate } from './support/gate';
import { enterAs, signInAs } from './support/session';
import { scrollDown } from './support/settled';
import { expect, test } from './support/test';

const openFilter = async (page: Page) => {
  await page.getByRole('button', { name: /^Filter/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter applications' });
  await expect(dialog).toBeVisible();
  return dialog;
};

const total = async (page: Page) => {
  const text = (await count(page).textContent()) ?? '';
  return Number(/^([\d,]+)/.exec(text)?.[1]?.replace(/,/g, ''));
};

/** Scrolls until the page moves; it does not move while a dialog closes or old rows disappear. */
const scrollALittle = (page: Page) =>
  expect.poll(() => scrollDown(page, 100).then(() => page.evaluate(() => scrollY))).toBeGreaterThan(0);

test.describe('the applications of a chain', () => {
  test.beforeEach(async ({ page }) => signInAs(page, 'root'));

  test('the server filters all applications of a chain and counts them correctly', async ({ page }) => {
    await openApplications(page);
    const all = await total(page);
    expect(all).toBeGreaterThan(7_000);

    const dialog = await openFilter(page);
    await dialog.getByRole('radio', { name: 'Male', exact: true }).click();
    await expect(dialog.getByLabel('Military service')).toBeVisible();
    await dialog.getByLabel('Military service').selectOption({ label: 'Completed' });
    await dialog.getByRole('button', { name: /^Show/ }).click();

    await expect(page).toHaveURL(/gender=male/);
    await expect(page).toHaveURL(/military=3/);
    await expect(count(page)).toContainText(' of ');
    // The count without the filter is still visible for a moment.
    await expect.poll(() => total(page)).toBeLessThan(all);
    expect(await total(page)).toBeGreaterThan(0);
  });

  test('choosing female clears the military filter', async ({ page }) => {
    await openApplications(page, 'page=1&activeTab=all&gender=male&military=3');
    const dialog = await openFilter(page);
    await dialog.getByRole('radio', { name: 'Female', exact: true }).click();
    await expect(dialog.getByLabel('Military service')).toBeHidden();
    await dialog.getByRole('button', { name: /^Show/ }).click();
    await expect(page).toHaveURL(/gender=female/);
    await expect(page).not.toHaveURL(/military/);
  });

  test('a link to a filtered list works, and the active filters are shown above the list', async ({ page }) => {
    await openApplications(page, 'page=1&activeTab=all&gender=female&ageMin=20&ageMax=30&q=ayse');
    await expect(cards(page).first()).toContainText(/Ay[sş]e/);
    await expect(page.getByText('Age 20 to 30')).toBeVisible();
    const narrowed = await total(page);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page).not.toHaveURL(/gender|ageMin|q=/);
    await expect.poll(() => total(page)).toBeGreaterThan(narrowed);
  });

  test('Back returns to the same list at the same position', async ({ page }) => {
    await openApplications(page);
    await expect
      .poll(async () => {
        await scrollDown(page, 1_500);
        return page.url();
      })
      .toMatch(/page=(1[0-9]|[2-9][0-9])/);
    const place = () =>
      page.evaluate(() => {
        const middle = document.elementFromPoint(innerWidth / 3, innerHeight / 2);
        return { row: middle?.closest('article')?.getAttribute('aria-labelledby') ?? null, top: Math.round(scrollY) };
      });
    // The position is stable once two readings are equal.
    let seen = await place();
    await expect
      .poll(async () => {
        const before = seen;
        seen = await place();
        return seen.row !== null && seen.row === before.row;
      })
      .toBe(true);
    await mainMenu(page).getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(cards(page).first()).toBeVisible();
    await expect.poll(place).toEqual(seen);
    // The address follows the rows, so the user may leave while it still names fewer pages.
    await page.evaluate(() => history.replaceState(history.state, '', location.href.replace(/page=\d+/, 'page=1')));
    await page.reload();
    await expect(cards(page).first()).toBeVisible();
    await expect.poll(place).toEqual(seen);
  });

  test('a list that replaces another of the same length loads further rows too', { tag: '@long' }, async ({ page }) => {
    // The further rows of the first list are still loading when the second list arrives.
    const slow = gate();
    await page.route(/search\/application\/all\?.*before=/, async (route) => {
      await slow.passed;
      await route.continue().catch(() => undefined);
    });
    await openApplications(page);
    const dialog = await openFilter(page);
    for (const gender of ['Male', 'All']) {
      const listed = page.waitForResponse((response) => /application\/all\?(?!.*before=)/.test(response.url()));
      await dialog.getByRole('radio', { name: gender, exact: true }).first().click();
      await listed;
    }
    slow.open();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // The second list begins at the top whenever it is drawn.
    await expect
      .poll(async () => {
        await scrollALittle(page);
        return page.url();
      })
      .toMatch(/page=[6-9]/);
  });

  test(
    'without scrolling, the address stays at the first page, even after a change of tab',
    { tag: '@long' },
    async ({ page }) => {
      await installClock(page);
      await openApplications(page);
      await page.getByRole('tab', { name: 'Shortlist' }).click();
      await expect(cards(page).first()).toBeVisible();
      // Waits for code that might still change the address.
      await page.clock.runFor(1_000);
      await expect(page).toHaveURL(/page=1&activeTab=shortListed/);
      await cards(page).first().hover();
      await scrollALittle(page);
      await expect(page).toHaveURL(/page=6&activeTab=shortListed/);
    },
  );

  test('only the visible cards are rendered', async ({ page }) => {
    await openApplications(page, 'page=30&activeTab=all');
    await expect(page).toHaveURL(/page=30/);
    expect(await cards(page).count()).toBeLessThan(60);
  });

  test('the address holds the tab and the job filter', async ({ page }) => {
    await openApplications(page);
    await page.getByRole('tab', { name: 'Shortlist' }).click();
    await expect(page).toHaveURL(/page=\d+&activeTab=shortListed/);
    await expect(cards(page).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Appointments' }).click();
    await expect(page).toHaveURL(/page=\d+&activeTab=appointment/);
    await expect(page.getByText(/\d\d:\d\d/).first()).toBeVisible();

    await page.goto('/dashboard/jobs');
    await page.locator('a[href*="/applications?jobId="]').first().click();
    await expect(page).toHaveURL(/jobId=\d+/);
    await page.getByRole('button', { name: 'More for this list' }).click();
    const edit = page.getByRole('menuitem', { name: 'Edit job' });
    await expect(edit).toHaveAttribute('href', /\/dashboard\/jobs\/edit\/\d+$/);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Shortlist' }).click();
    await expect(page).toHaveURL(/jobId=\d+.*activeTab=shortListed/);
    await page.getByRole('combobox', { name: 'Job' }).click();
    await page.getByRole('option', { name: 'All applications' }).click();
    await expect(page).not.toHaveURL(/jobId/);
    // The list keeps loading from page 1.
    await expect(page).toHaveURL(/page=\d+&activeTab=all/);
  });

  test('a job of another organisation is reported as missing', async ({ page }) => {
    await page.goto('/dashboard/applications?jobId=999999999&page=1&activeTab=all');
    await expect(page.getByText('This doesn’t exist, or it was deleted.')).toBeVisible();
  });

  test('a broken query falls back to the defaults', async ({ page }) => {
    await page.goto('/dashboard/applications?jobId=abc&page=-4&activeTab=nothing&gender=cat&ageMin=5000');
    await expect(cards(page).first()).toBeVisible();
  });

  test('a failed load is reported and can be retried', async ({ page }) => {
    await page.route('**/api/search/application/all?*', (route) =>
      route.fulfill({ status: 503, json: { ok: false, key: 'error.unavailable', message: '', requestId: 'r-1' } }),
    );
    await page.goto('/dashboard/applications?page=1&activeTab=all');
    await expect(page.getByText('We couldn’t load this')).toBeVisible();
    await page.unroute('**/api/search/application/all?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards(page).first()).toBeVisible();
  });
});

test('a branch adds to the shortlist at once and confirms before removing', async ({ page }) => {
  await signInAs(page, 'branch');
  await openApplications(page);
  const add = page.getByRole('button', { name: /^Add .* to the shortlist$/ }).first();
  const name = /^Add (.*) to the shortlist$/.exec((await add.getAttribute('aria-label')) ?? '')![1]!;
  const card = cardOf(page, (await add.locator('xpath=ancestor::article').getAttribute('aria-labelledby'))!);
  await add.click();
  await expect(card.getByRole('button', { name: `Remove ${name} from the shortlist` })).toBeVisible();

  await page.getByRole('tab', { name: 'Shortlist' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: `Remove ${name} from the shortlist` }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: `Remove ${name} from the shortlist` }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(card).toBeHidden();

  await page.getByRole('tab', { name: 'All applications' }).click();
  await expect(card.getByRole('button', { name: `Add ${name} to the shortlist` })).toBeVisible();
});

test('a failed change of the shortlist is reported and changes nothing', async ({ page }) => {
  await signInAs(page, 'branch');
  await openApplications(page);
  await page.route('**/shortlist', (route) => route.fulfill({ status: 500, json: {} }));
  const add = page.getByRole('button', { name: /^Add .* to the shortlist$/ }).first();
  const label = (await add.getAttribute('aria-label'))!;
  await add.click();
  await expect(page.getByText(/^We couldn’t change the shortlist for .+\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: label }).first()).toBeVisible();
});

test('the list is shown in Turkish with dates in the marketplace’s format', { tag: '@long' }, async ({ page }) => {
  await enterAs(page, 'branch');
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Türkçe' }).click();
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Başvurular');
  await expect(cards(page).first()).toContainText(/\d\d\/\d\d\/\d{4}/);
});
