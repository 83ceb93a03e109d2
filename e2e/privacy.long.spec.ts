import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { activeJobId } from './support/api';
import { applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { expect, test } from './support/test';
import { inviteApplicant, workerPath } from './support/workerLink';

let phone: BrowserContext;
test.beforeEach(async ({ browser, baseURL }) => {
  phone = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false, locale: 'en-US' });
});
test.afterEach(() => phone.close());

/** Lets a worker with this name apply, invites them, and opens the worker’s page on the phone. */
const openWorkerPage = async ({ request }: Page, firstName: string, lastName: string) => {
  const jobId = await activeJobId(request);
  const externalId = `privacy-${firstName}`;
  // The page asks for the last digits of the phone number before the download.
  const person = { externalId, firstName, lastName, phone: '5321112233', language: 'en' };
  const applied = await applyFor(request, jobId, person);
  const applicant = { jobId, firstName, ...applied };
  await inviteApplicant(request, applicant);
  const worker = await phone.newPage();
  await worker.goto(await workerPath(request, applicant));
  return { worker, jobId, applicationId: applied.applicationId };
};

test('a worker asks to be erased, and root erases the person by typing the name', async ({ page }) => {
  const [firstName, lastName] = ['Nehir', 'Deneme'];
  const { worker, jobId, applicationId } = await openWorkerPage(page, firstName, lastName);
  // An open invitation would refuse the erasure.
  await worker.getByText('Withdraw my application', { exact: true }).click();
  await worker.getByRole('button', { name: 'Yes, withdraw', exact: true }).click();
  await worker.getByText('Erase my data', { exact: true }).click();
  await worker.getByRole('button', { name: 'Yes, ask for it', exact: true }).click();
  await expect(worker.getByRole('status')).toContainText('We passed on your request.');

  await signInAs(page, 'root');
  await page.goto('/dashboard/privacy');
  const name = `${firstName} ${lastName}`;
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row.getByText('30 days left')).toBeVisible();
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: `Download data: ${name}` }).click();
  expect((await download).suggestedFilename()).toMatch(/^Person_.*\.json$/);

  await row.getByRole('button', { name: `Erase: ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('The person’s data is erased.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(`/dashboard/jobs/detail/${jobId}/${applicationId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted person');
  await worker.reload();
  await expect(worker.getByText(firstName)).toHaveCount(0);
});

test('root sends a worker the data, closes the request, and keeps the data from being erased for a while', async ({
  page,
}) => {
  const [firstName, lastName] = ['Deniz', 'Deneme'];
  const name = `${firstName} ${lastName}`;
  const { worker } = await openWorkerPage(page, firstName, lastName);
  await worker.getByText('My data', { exact: true }).click();
  await worker.getByRole('button', { name: 'Ask for all my data', exact: true }).click();
  await expect(worker.getByRole('status')).toContainText('We passed on your request.');

  await signInAs(page, 'root');
  await page.goto('/dashboard/privacy');
  const rows = page.getByRole('listitem').filter({ hasText: name });
  const dialog = page.getByRole('dialog');
  await rows.getByRole('button', { name: `Put on hold: ${name}` }).click();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('A dispute about pay');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  const held = rows.filter({ hasText: 'A dispute about pay' });
  await expect(held).toBeVisible();
  await expect(rows.getByRole('button', { name: `Erase: ${name}` })).toHaveCount(0);

  await rows.getByRole('button', { name: `Send data: ${name}` }).click();
  await dialog.getByRole('button', { name: 'Send data' }).click();
  await expect(page.getByText('The request is closed.')).toBeVisible();
  await expect(rows.getByText(/^Done on/)).toBeVisible();
  await worker.reload();
  await expect(worker.getByRole('heading', { name: 'All your data is ready' })).toBeVisible();

  await held.getByRole('button', { name: `Lift hold: ${name}` }).click();
  await dialog.getByRole('button', { name: 'Lift hold' }).click();
  await expect(held).toHaveCount(0);
  await page.reload();
  await expect(rows.getByText(/^Done on/)).toBeVisible();
  await expect(held).toHaveCount(0);
});

test('root saves the list of the people who are made anonymous next', async ({ page }) => {
  // No application in the demo is old enough, so the real list is empty.
  const due = [6, 12, 24].map((months) => ({ months, people: 2 }));
  await page.route('**/api/privacy/retention', (route) =>
    route.fulfill({ json: { ok: true, payload: { retention: { from: null, due } } } }),
  );
  await signInAs(page, 'root');
  await page.goto('/dashboard/privacy');
  await expect(page.getByText('2 people will be anonymized in the next 7 days.')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the list first' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^People_\d{4}-\d{2}-\d{2}\.xlsx$/);
  // A workbook is a ZIP file.
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
});
