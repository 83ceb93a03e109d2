import type { Page } from '@playwright/test';
import { activeJobId, callAs } from './support/api';
import { cards, openPhone } from './support/dashboard';
import { applyFor, eventsAfter } from './support/gateway';
import { signInAs } from './support/session';
import { askStore } from './support/store';
import { boxOf } from './support/settled';
import { expect, test } from './support/test';
import { said } from './support/texts';

/** The names of the first rows: only visible rows are in the document, and the progress bar leaves room for fewer. */
const names = async (page: Page) =>
  (await cards(page).getByRole('heading', { level: 2 }).allTextContents()).slice(0, 4);

test('declining all matches, leaving, coming back and undoing leaves the same list', async ({ page }) => {
  await signInAs(page, 'branch');
  const jobId = await activeJobId(page.request);
  const query = `jobId=${jobId}&page=1&activeTab=all&gender=female`;
  await page.goto(`/dashboard/applications?${query}`);
  await expect(cards(page).first()).toBeVisible();
  const before = await names(page);
  const { call } = await callAs(page.request, 'branch');
  const filters = `jobId=${jobId}&status=in_progress,accepted&gender=female&limit=500`;
  const list = () => call('get', `/api/search/application/all?${filters}`);
  const rows = await list();

  await cards(page).first().focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected applications' });
  await bar.getByRole('button', { name: /^Select all [\d,]+ matches$/ }).click();
  await bar.getByRole('button', { name: 'Decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline these applications?' });
  await expect(dialog.getByText('Female')).toBeVisible();
  await dialog.getByLabel('Reason').selectOption({ label: 'Position filled' });
  await dialog.getByRole('button', { name: /^Decline \d+$/ }).click();

  const progress = page.getByRole('region', { name: 'Bulk action' });
  await expect(progress.getByText(/^\d+ declined/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await expect(page).toHaveURL(/\/jobs$/);
  await expect(progress).toBeVisible();
  await page.goBack();
  await expect.poll(() => names(page)).not.toEqual(before);
  await progress.getByRole('button', { name: 'Undo' }).click();
  await expect(progress.getByText(/restored/).first()).toBeVisible();
  await expect.poll(() => names(page)).toEqual(before);
  expect(await list()).toEqual(rows);
});

test('a message to chosen applicants can be recalled before it leaves; one that is not recalled arrives', async ({
  page,
  request,
}) => {
  const jobId = await activeJobId(request);
  const lastName = 'Mesaj';
  const worker = (firstName: string) => ({ externalId: `${firstName}-${lastName}`, firstName, lastName });
  for (const firstName of ['Bir', 'Iki']) await applyFor(request, jobId, worker(firstName));
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`);
  const bar = page.getByRole('region', { name: 'Selected applications' });
  const dialog = page.getByRole('dialog', { name: 'Message these applicants' });
  const progress = page.getByRole('region', { name: 'Bulk action' });
  const write = async (text: string) => {
    for (const firstName of ['Bir', 'Iki'])
      await page
        .getByRole('article', { name: `${firstName} ${lastName}` })
        .getByRole('checkbox')
        .check();
    await bar.getByRole('button', { name: 'Message' }).click();
    await dialog.getByRole('textbox', { name: 'Message' }).fill(text);
    await dialog.getByRole('button', { name: 'Send to 2' }).click();
  };
  const recalled = `Geri alınan ${lastName}`;
  const sent = `Giden ${lastName}`;
  // These messages leave after ten seconds, which is too soon for a busy machine.
  await page.route(
    '**/application/bulk',
    async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { payload: { bulk: { recallSeconds: number } } };
      await askStore(`update bulk_items set due_at = due_at + interval '45 seconds' where due_at is not null`);
      json.payload.bulk.recallSeconds += 45;
      await route.fulfill({ response, json });
    },
    { times: 1 },
  );
  await write(recalled);
  await expect(progress.getByText('2 messages will be sent in a few seconds').first()).toBeVisible();
  await progress.getByRole('button', { name: 'Undo' }).click();
  await expect(progress.getByText('2 messages recalled').first()).toBeVisible();
  await write(sent);
  await expect(progress.getByText('2 messages sent').first()).toBeVisible();
  await expect(progress.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const texts = async () =>
    (await eventsAfter(request, 0)).flatMap(({ data }) => data.body ?? []).filter((text) => text.includes(lastName));
  await expect.poll(texts).toEqual([sent, sent]);
});

test('a phone in Turkish chooses with a long press, and the result is in the recent actions', async ({ browser }) => {
  const { context, page } = await openPhone(browser, 'tr-TR');
  await signInAs(page, 'branch');
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  const link = cards(page).first().getByRole('link').first();
  await expect(link).toBeVisible();
  const box = await boxOf(link);
  const at = { x: box.x + 20, y: box.y + box.height / 2 };
  const touch = await context.newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  const bar = page.getByRole('region', { name: said('tr', 'bulk.bar') });
  await expect(bar.getByText('1 seçildi')).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page).toHaveURL(/\/applications\?/);
  await bar.getByRole('button', { name: said('tr', 'bulk.action.shortlist') }).tap();
  await page.getByRole('dialog').locator('[type="submit"]').tap();
  const progress = page.getByRole('region', { name: said('tr', 'bulk.progress') });
  await expect(progress.getByText(/kısa listeye eklendi/).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.reload();
  await page.locator('header button[aria-haspopup="menu"]').tap();
  await page.getByRole('menuitem', { name: said('tr', 'bulk.recent') }).tap();
  const recent = page.getByRole('dialog');
  await recent
    .getByRole('button', { name: said('tr', 'decisions.undo') })
    .first()
    .tap();
  await expect(recent.getByText(/geri alındı/).first()).toBeVisible();
  await context.close();
});

test('the narrowest phone shows every bulk action whole, in the language with the longest words', async ({
  browser,
}) => {
  const { context, page } = await openPhone(browser, 'es-ES');
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'branch');
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await cards(page).first().focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: said('es', 'bulk.bar') });
  await expect(bar.getByText('1 seleccionada')).toBeVisible();
  const last = await boxOf(bar.getByRole('button', { name: said('es', 'bulk.export') }));
  expect(last.x + last.width).toBeLessThanOrEqual(320);
  await context.close();
});
