import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as xlsx from 'xlsx';
import { activeJobId } from './support/api';
import { cards, chooseItem } from './support/dashboard';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

const openJob = async (page: Page, jobId: number) => {
  await page.goto(`/dashboard/jobs/detail/${jobId}`);
  await expect(cards(page).first()).toBeVisible();
};

test('the workbook of a job has as many applications as the dialog says', async ({ page }) => {
  await signInAs(page, 'branch');
  await openJob(page, await activeJobId(page.request));
  await chooseItem(page, 'More for this list', 'Download Excel');
  const dialog = page.getByRole('dialog', { name: 'Download Excel' });
  const count = await dialog.getByText(/applications will be exported/).textContent();
  const wanted = Number(/^([\d,]+)/.exec(count ?? '')?.[1]?.replaceAll(',', ''));
  expect(wanted).toBeGreaterThan(0);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download Excel' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Applications_\d{2}_\d{2}_\d{4}\.xlsx$/);
  const book = xlsx.read(await readFile(await file.path()));
  const rows = xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!);
  expect(rows).toHaveLength(wanted);
  await expect(dialog).toBeHidden();
});

test('the workbook of chosen rows has exactly these', async ({ page }) => {
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/applications?jobId=${await activeJobId(page.request)}&page=1&activeTab=all`);
  const chosen = [cards(page).nth(0), cards(page).nth(2)];
  for (const card of chosen) await card.getByRole('checkbox').check();
  const names = await Promise.all(chosen.map((card) => card.getByRole('heading', { level: 2 }).textContent()));
  const download = page.waitForEvent('download');
  const bar = page.getByRole('region', { name: 'Selected applications' });
  await bar.getByRole('button', { name: 'Export' }).click();
  const book = xlsx.read(await readFile(await (await download).path()));
  const rows = xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
  expect(rows).toHaveLength(3);
  for (const name of names) expect(rows.flat().map(String).join(' ')).toContain(name!.split(' ')[0]!);
});

test('a day that the month lacks becomes its last day, and an empty email is refused', async ({ page }) => {
  await signInAs(page, 'branch');
  await openJob(page, await activeJobId(page.request));
  await chooseItem(page, 'More for this list', 'Download Excel');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Day')).toBeDisabled();
  await dialog.getByLabel('Only applications since a date').check();
  await dialog.getByLabel('Month').selectOption('January');
  await dialog.getByLabel('Day').selectOption('31');
  await dialog.getByLabel('Month').selectOption('February');
  await expect(dialog.getByLabel('Day')).toHaveValue(/^2[89]$/);
  await page.keyboard.press('Escape');
  await chooseItem(page, 'More for this list', 'Email Excel report');
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Enter the email address to send it to.')).toBeVisible();
  await dialog.getByLabel('Email').fill('report@example.com');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The report is on its way to report@example.com.')).toBeVisible();
});

test('more than 2,000 rows are prepared in the background while the user works on', async ({ page }) => {
  await signInAs(page, 'root');
  await openJob(page, 0);
  await chooseItem(page, 'More for this list', 'Download Excel');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/applications will be exported/)).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download Excel' }).click();
  await expect(dialog.getByText(/prepared in the background/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close and continue' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Shortlist' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await expect(page.getByText('The Excel file was saved.')).toBeVisible();
});

test('a running export continues after a reload', async ({ page }) => {
  await signInAs(page, 'root');
  await openJob(page, 0);
  // The export stays unfinished until the page is reloaded.
  const looks = /\/job\/application\/export\/[0-9a-f]{32}$/;
  await page.route(looks, (route) =>
    route.fulfill({ json: { ok: true, payload: { state: 'running', done: 500, total: 5000 } } }),
  );
  await chooseItem(page, 'More for this list', 'Download Excel');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Download Excel' }).click();
  await expect(dialog.getByText('500 of 5,000 rows')).toBeVisible();
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.unroute(looks);
  expect((await download).suggestedFilename()).toMatch(/^Applications_\d{2}_\d{2}_\d{4}\.xlsx$/);
  await expect(page.getByText('The Excel file was saved.')).toBeVisible();
});

test('a CV can be downloaded as a PDF and sent by mail', async ({ page }) => {
  await signInAs(page, 'branch');
  await openJob(page, await activeJobId(page.request));
  await cards(page).first().getByRole('link').first().click();
  const download = page.waitForEvent('download');
  await page.getByLabel('CV language').selectOption('tr');
  await page.getByRole('button', { name: 'Download CV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/_CV_\d{2}_\d{2}_\d{4}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Share CV by email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Enter the email address to share it with.')).toBeVisible();
  await dialog.getByLabel('Email').fill('colleague@example.com');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The CV is on its way to colleague@example.com.')).toBeVisible();
});

test('a failed export is reported and can be retried', async ({ page }) => {
  await signInAs(page, 'branch');
  await openJob(page, await activeJobId(page.request));
  await page.route('**/application/export/excel', (route) => route.abort());
  await chooseItem(page, 'More for this list', 'Download Excel');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Download Excel' }).click();
  await expect(page.getByText('An error occurred. Please try again.')).toBeVisible();
  await page.unroute('**/application/export/excel');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});
