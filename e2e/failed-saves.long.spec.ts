import type { Page } from '@playwright/test';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

/** Answers one call with an error, as a broken proxy would. */
const failOnce = (page: Page, url: string, method: string) =>
  page.route(
    url,
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback()),
    { times: 1 },
  );

/** The error page leads back to the form. */
const goBackToForm = async (page: Page) => {
  await expect(page).toHaveURL(/\/dashboard\/error$/);
  await expect(page.getByText('What you typed is still there.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the form' }).click();
};

test('an unfinished job that could not be saved is kept, saved as a draft, and deleted', async ({ page }) => {
  await enterAs(page, 'branch', '/jobs/create');
  await failOnce(page, '**/api/job', 'POST');
  const title = 'Yarım kalan ilan';
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await goBackToForm(page);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go to my jobs' }).click();
  await page.goto(`/dashboard/jobs?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: `Edit: ${title}` }).click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page).toHaveURL(/\/dashboard\/jobs$/);
  await expect(page.getByText('Draft deleted.')).toBeVisible();
});

test('a profile that could not be saved is kept', async ({ page }) => {
  await enterAs(page, 'company', '/profile/edit');
  await failOnce(page, '**/api/user/profile-update', 'POST');
  await page.getByLabel('First name').fill('Adile');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await goBackToForm(page);
  await expect(page.getByLabel('First name')).toHaveValue('Adile');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByText('Adile')).toBeVisible();
});
