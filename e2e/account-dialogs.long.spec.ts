import type { Page } from '@playwright/test';
import { dialog, openPhone } from './support/dashboard';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

const openBranches = async (page: Page) => {
  await enterAs(page, 'root', '/branches');
  await expect(page.getByRole('listitem').filter({ hasText: 'branch@demo.test' })).toBeVisible();
};

const openEdit = async (page: Page) => {
  await enterAs(page, 'company', '/profile/edit');
  await expect(page.locator('.leaflet-marker-icon[role="button"]')).toBeVisible();
};

/** Types into the open place search and waits for results. */
const searchPlace = async (page: Page, text: string) => {
  const place = page.getByRole('combobox', { name: 'Location' });
  await place.fill(text);
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  return place;
};

/** Saves the profile and returns the position that was sent. */
const saveProfile = async (page: Page): Promise<number[]> => {
  const [request] = await Promise.all([
    page.waitForRequest('**/api/user/profile-update'),
    page.getByRole('button', { name: 'Save' }).click(),
  ]);
  await expect(page.getByRole('link', { name: 'Open in maps' })).toBeVisible();
  return (request.postDataJSON() as { location: string }).location.split(', ').map(Number);
};

test('the arrow keys move the pin on the map, and the place is named after what is near it', async ({ page }) => {
  await openEdit(page);
  const place = await searchPlace(page, 'kadikoy');
  await page.keyboard.press('Enter');
  await expect(place).toHaveValue('Kadıköy, İstanbul');
  await expect(page.getByText(/^Pin at /)).toHaveText('Pin at Kadıköy, İstanbul');
  const [latitude, longitude] = await saveProfile(page);

  await openEdit(page);
  const pin = page.locator('.leaflet-marker-icon[role="button"]');
  await pin.focus();
  await page.keyboard.press('ArrowRight');
  const right = await saveProfile(page);
  expect(right[0]).toBe(latitude);
  // One key press moves the pin by ten pixels; the map has zoom 12.
  expect(right[1]! - longitude!).toBeCloseTo((10 / (256 * 2 ** 12)) * 360, 3);

  await openEdit(page);
  await pin.focus();
  await page.keyboard.press('ArrowUp');
  expect((await saveProfile(page))[0]).toBeGreaterThan(latitude!);
});

test('Escape closes the list of places first, then the dialog', async ({ page }) => {
  await openBranches(page);
  await page.getByRole('button', { name: 'Add branch' }).click();
  const place = await searchPlace(page, 'kad');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(place).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('the results of a place search in a dialog are visible without scrolling', async ({ page }) => {
  await openBranches(page);
  await page.getByRole('button', { name: 'Add branch' }).click();
  await searchPlace(page, 'kad');
  await expect(page.getByRole('option').nth(4)).toBeInViewport({ ratio: 1 });
});

test('on a phone a refused field of a dialog comes into sight with its error', async ({ browser }) => {
  const { context, page } = await openPhone(browser, 'en');
  await openBranches(page);
  await page.getByRole('button', { name: 'Add branch' }).click();
  for (const label of ['Branch name', 'First name', 'Last name']) await dialog(page).getByLabel(label).fill('Moda');
  await dialog(page).getByLabel('Email').fill('moda@kahve.example');
  await searchPlace(page, 'moda');
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Tax number').fill('abc');
  await dialog(page).getByRole('button', { name: 'Add and invite' }).tap();
  await expect(dialog(page).getByText('Use digits only.')).toBeInViewport({ ratio: 1 });
  await context.close();
});
