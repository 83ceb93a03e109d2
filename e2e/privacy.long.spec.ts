import type { BrowserContext } from '@playwright/test';
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

test('a worker asks to be erased, and root erases the person by typing the name', async ({ page }) => {
  const jobId = await activeJobId(page.request);
  const [firstName, lastName] = [`Nehir${Date.now().toString(36)}`, 'Deneme'];
  const externalId = `privacy-${process.pid}-${Date.now()}`;
  const applied = await applyFor(page.request, jobId, { externalId, firstName, lastName, language: 'en' });
  const applicant = { jobId, firstName, ...applied };
  await inviteApplicant(page.request, applicant);

  const worker = await phone.newPage();
  await worker.goto(await workerPath(page.request, applicant));
  // An open invitation would refuse the erasure.
  await worker.getByText('Withdraw my application', { exact: true }).click();
  await worker.getByRole('button', { name: 'Yes, withdraw', exact: true }).click();
  await worker.getByText('Erase my data', { exact: true }).click();
  await worker.getByRole('button', { name: 'Yes, ask for it', exact: true }).click();
  await expect(worker.getByRole('status')).toContainText('We passed your request on.');

  await signInAs(page, 'root');
  await page.goto('/dashboard/privacy');
  const name = `${firstName} ${lastName}`;
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row.getByText('30 days left').or(row.getByText('29 days left'))).toBeVisible();
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: `Data of ${name} as file` }).click();
  expect((await download).suggestedFilename()).toMatch(/^Person_.*\.json$/);

  await row.getByRole('button', { name: `Erase ${name}’s data` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('The person’s data are erased.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(`/dashboard/jobs/detail/${jobId}/${applicant.applicationId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted person');
  await worker.reload();
  await expect(worker.getByText(firstName)).toHaveCount(0);
});
