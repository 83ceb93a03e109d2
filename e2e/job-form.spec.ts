import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { noAnswer } from './support/dashboard';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

/** Fills in the required fields of a job except the workplace. */
const fillJob = async (page: Page, title: string) => {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('combobox', { name: 'Position' }).click();
  await page.getByRole('combobox', { name: 'Position' }).fill('gar');
  await page.getByRole('option', { name: 'Garson', exact: true }).click();
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Description').fill('Salonda servis, hafta sonları.');
  await page.getByLabel('Part time').check();
  await page.getByLabel('How applicants can reach you').selectOption({ label: 'By message' });
};

const chooseFirstPlace = (page: Page) =>
  page
    .getByRole('group', { name: /^Workplaces?$/ })
    .getByRole('checkbox')
    .first()
    .check();

/** Returns the share of the window's height that no bar covers, from 0 to 1. */
const shareWithoutBars = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isBar = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || isBar(element.parentElement));
    const heights = Array.from({ length: Math.floor(innerHeight / 4) }, (_, at) => at * 4);
    return heights.filter((y) => !isBar(document.elementFromPoint(innerWidth / 2, y))).length / heights.length;
  });

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test.describe('a new job', () => {
  test('of a branch: missing fields are reported, then it is published with a cover', async ({ page }, info) => {
    await enterAs(page, 'branch', '/jobs/create');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText(/fields need attention/)).toBeVisible();
    const desk = page.viewportSize()!;
    // A phone, and the same phone with its keyboard open.
    for (const height of [667, 400]) {
      await page.setViewportSize({ width: 375, height });
      await page.getByLabel('Title').focus();
      expect(await shareWithoutBars(page)).toBeGreaterThanOrEqual(0.5);
    }
    await page.setViewportSize(desk);
    const title = 'Kapaklı garson ilanı';
    await fillJob(page, title);
    await chooseFirstPlace(page);
    const picture = info.outputPath('cover.png');
    await sharp({ create: { width: 1400, height: 900, channels: 3, background: '#2266aa' } })
      .png()
      .toFile(picture);
    await page.locator('input[type="file"]').setInputFiles(path.resolve(picture));
    await page.getByRole('button', { name: 'Use this part' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
    await expect(page.getByText('Your job is published')).toBeVisible();
    await expect(rowOf(page, title)).toContainText('Active');
  });

  test('of root: the branch comes first, then its workplaces', async ({ page }) => {
    await enterAs(page, 'root', '/jobs/create');
    await expect(page.getByText('Choose a branch first')).toBeVisible();
    const title = 'Şubenin kasiyer ilanı';
    await page.getByLabel('Branch', { exact: true }).selectOption({ index: 1 });
    await fillJob(page, title);
    await chooseFirstPlace(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
    await expect(rowOf(page, title)).toBeVisible();
  });

  test('of HR belongs to the branch that it chose', { tag: '@long' }, async ({ page }) => {
    await enterAs(page, 'hr', '/jobs/create');
    const title = 'Taslak depo ilanı';
    await page.getByLabel('Branch', { exact: true }).selectOption({ index: 2 });
    await fillJob(page, title);
    await chooseFirstPlace(page);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('dialog', { name: 'Saved as a draft' }).getByRole('button', { name: 'Go to my jobs' }).click();
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
    // Drafts are at the end of the list.
    await page.goto(`/dashboard/jobs?q=${encodeURIComponent(title)}`);
    await expect(rowOf(page, title)).toContainText('Draft');
  });

  test('of a company uses a credit, and the header shows the new balance', async ({ page }) => {
    await enterAs(page, 'company', '/jobs/create');
    const credits = page.locator('a[href$="/packages"]').first();
    const before = Number((await credits.innerText()).match(/\d+/)?.[0]);
    await fillJob(page, 'Barista ilanı');
    await chooseFirstPlace(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
    await expect(credits).toContainText(String(before - 1));
  });

  test('without a credit leads to the packages', async ({ page }) => {
    await enterAs(page, 'empty', '/jobs/create');
    await expect(page.getByText('You have no job credits left')).toBeVisible();
    await page.getByRole('button', { name: 'View packages' }).click();
    await expect(page).toHaveURL(/\/dashboard\/packages$/);
  });
});

test('a draft survives a reload and a lost connection', async ({ page, context }) => {
  await enterAs(page, 'branch', '/jobs/create');
  await fillJob(page, 'Yarım kalan ilan');
  await expect(page.getByText(/Draft saved on this device/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('We restored what you had typed.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Yarım kalan ilan');
  await chooseFirstPlace(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(noAnswer(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel('Title')).toHaveValue('Yarım kalan ilan');
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/dashboard\/jobs$/);
});

test('a job is copied, closed with a reason and reopened', async ({ page }) => {
  await enterAs(page, 'branch');
  await page
    .getByRole('button', { name: /^Copy: / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/jobs\/edit\/\d+$/);
  await expect(page.getByText('Copied as a draft')).toBeVisible();
  const title = 'Kopya ilan';
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(/\/applications\?jobId=\d+/);

  const change = async (status: string) => {
    await page.goto('/dashboard/jobs');
    await page.getByRole('link', { name: `Edit: ${title}` }).click();
    await page.getByLabel('Job status').selectOption({ label: status });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await change('Passive');
  await page.getByLabel('I don’t need anyone anymore').check();
  await page.getByRole('button', { name: 'Close job' }).click();
  await expect(page).toHaveURL(/\/applications\?jobId=\d+/);
  await change('Active');
  await expect(page).toHaveURL(/\/applications\?jobId=\d+/);
  await page.goto('/dashboard/jobs');
  await expect(rowOf(page, title)).toContainText('Active');
});

test('signing out in any tab warns about an unsent form', async ({ page: other, context }) => {
  await enterAs(other, 'branch', '/jobs');
  const page = await context.newPage();
  await page.goto('/dashboard/jobs/create');
  await page.getByLabel('Title').fill('Bitmemiş');
  await expect(page.getByText(/Draft saved on this device/)).toBeVisible();
  await other.locator('header button[aria-haspopup="menu"]').click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByText('Sign out and lose what you typed?')).toBeVisible();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/login$/);
});
