import { cards, dialog, openApplications } from './support/dashboard';
import { openInbox } from './support/inbox';
import { signInAs } from './support/session';
import { settled } from './support/settled';
import { expect, test } from './support/test';
import { readPdf } from '../__tests__/server/exports/reading';

for (const width of [375, 1280])
  test(`a list of ${width} px prints every row that is loaded, and says when there are more`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await signInAs(page, 'root');
    await openApplications(page);
    const loaded = () => cards(page).last().getAttribute('aria-posinset').then(Number);
    await expect(async () => {
      await page.keyboard.press('End');
      expect(await loaded()).toBeGreaterThan(60);
    }).toPass();
    await settled(page);
    const { pages } = readPdf(await page.pdf({ format: 'A4' }));
    const text = pages.join('\n');
    const [, shown = '', total = ''] = /This printout has ([\d,]+) of ([\d,]+) applications/.exec(text) ?? [];
    expect(Number(shown)).toBeGreaterThan(60);
    expect(Number(total.replace(',', ''))).toBeGreaterThan(Number(shown));
    // Each row contains the day of its application once.
    expect(text.match(/\b\d\d\/\d\d\/20\d\d\b/g)?.length).toBeGreaterThanOrEqual(Number(shown));
    expect(pages.every((one) => /\d\d\/\d\d\/20\d\d/.test(one) || one === pages.at(-1))).toBe(true);
  });

for (const { page: name, path } of [
  { page: 'jobs', path: '/dashboard/jobs' },
  { page: 'conversations', path: '/dashboard/inbox' },
])
  test(`a printed list of ${name} says when there are more`, async ({ page }) => {
    await signInAs(page, 'root');
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link').nth(5)).toBeVisible();
    await settled(page);
    expect(readPdf(await page.pdf({ format: 'A4' })).pages.join(' ')).toContain('Scroll to the end of the list');
  });

test('a printed conversation has every message that is loaded', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await openInbox(page, 'branch');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  const messages = page.getByRole('log').getByRole('listitem');
  await expect(messages.first()).toBeVisible();
  await settled(page);
  const log = page.getByRole('log');
  expect(await log.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  const titles = (await log.innerText()).match(/Application for [^\n]+/g) ?? [];
  expect(titles.length).toBeGreaterThan(2);
  const text = readPdf(await page.pdf({ format: 'A4' }))
    .pages.join(' ')
    .replace(/\s+/g, ' ');
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
});

test('a printed dialog is whole and without the page behind it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 360 });
  await signInAs(page, 'root');
  await openApplications(page);
  const behind = await cards(page).first().getByRole('heading').innerText();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const fields = ['Branch', 'Gender', 'Distance', 'Minimum experience', 'Education', 'English'];
  for (const field of fields) await expect(dialog(page).getByText(field, { exact: true })).toBeAttached();
  await settled(page);
  const text = readPdf(await page.pdf({ format: 'A6' }))
    .pages.join(' ')
    .replace(/\s+/g, ' ');
  expect(fields.filter((field) => !text.includes(field))).toEqual([]);
  expect(text).not.toContain(behind);
});
