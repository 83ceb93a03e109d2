import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from './support/dashboard';
import { boxOf } from './support/settled';
import { codeSentTo } from './support/outbox';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

/** Creates a picture with a transparent left half and many colours, so that its JPEG is not tiny. */
const aPicture = () => {
  const [width, height] = [900, 600];
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels.set([x % 256, y % 256, (x * y) % 256, x < width / 2 ? 0 : 255], at * 4);
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
};

const openEdit = async (page: Page, name: string) => {
  await enterAs(page, name, '/profile');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
};

test('a new phone is verified by SMS and saved with a cropped picture, stored as a JPEG of 320 × 320', async ({
  page,
}) => {
  await openEdit(page, 'company');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Phone', { exact: true }).fill('0533 444 55 66');
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('5334445566');

  const file = page.locator('input[type="file"]');
  await file.setInputFiles({ name: 'face.gif', mimeType: 'image/gif', buffer: await aPicture() });
  await expect(page.getByText('Choose a JPG or PNG file.')).toBeVisible();
  await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await aPicture() });
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveValue('1.2');
  await page.getByRole('button', { name: 'Show more of the right' }).click();
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('button', { name: 'Keep the old one' })).toBeVisible();

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/sms-verify$/);
  await page.getByLabel('Code', { exact: true }).fill(await codeSentTo(page.request, '5334445566'));

  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(page.getByText('+90 533 444 55 66')).toBeVisible();
  const src = await page.locator('main img').first().getAttribute('src');
  const stored = sharp(await (await page.request.get(src ?? '')).body());
  expect(await stored.metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 320 });

  await page.goBack();
  await expect(page.getByText('Your profile was saved.')).toBeHidden();
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Ada')).toBeVisible();
});

test('leaving with changes asks first, and leaving discards them', async ({ page }) => {
  await openEdit(page, 'company');
  await page.getByLabel('Last name').fill('Kaya');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Kaya');
  await page.getByRole('link', { name: 'Applications' }).first().click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/applications/);
  await openEdit(page, 'company');
  await expect(page.getByLabel('Last name')).not.toHaveValue('Kaya');
});

test('an email of another account is refused at its field', async ({ page }) => {
  await openEdit(page, 'root');
  await page.getByLabel('Email').fill('branch@demo.test');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This email is already used by another account.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('the form does not move while its map loads', async ({ page }) => {
  await openEdit(page, 'root');
  const save = page.getByRole('button', { name: 'Save' });
  const first = await boxOf(save);
  await expect(page.locator('.leaflet-marker-icon').first()).toBeVisible();
  expect(await boxOf(save)).toEqual(first);
});

test('the settings end a session in another browser', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, 'hr');
  await enterAs(page, 'hr', '/settings');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  const ends = page.getByRole('button', { name: /End the session on/ });
  const before = await ends.count();
  expect(before).toBeGreaterThan(0);
  await ends.first().click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('The session was ended.')).toBeVisible();
  await expect(ends).toHaveCount(before - 1);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await elsewhere.close();
});

test('a subscription is cancelled after confirmation, and the banner shows its end date', async ({ page }) => {
  await enterAs(page, 'company', '/profile');
  await expect(page.getByText(/^Next payment: \d{2}\/\d{2}\/\d{4}$/)).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('₺');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByText(/^Canceled\. Ends on \d{2}\/\d{2}\/\d{4}$/)).toBeVisible();
});

for (const [name, edits, subscribes] of [
  ['branch', false, false],
  ['hr', false, false],
  ['company', true, true],
  ['root', true, false],
] as const) {
  test(`${name} sees its permitted parts of the profile`, async ({ page }) => {
    await enterAs(page, name, '/profile');
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveCount(edits ? 1 : 0);
    await expect(page.getByRole('region', { name: 'Subscription' })).toHaveCount(subscribes ? 1 : 0);
    await page.goto('/dashboard/profile/edit');
    await expect(page).toHaveURL(edits ? /\/profile\/edit$/ : /\/unauthorized$/);
    await page.goto('/dashboard/profile/nowhere');
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
  });
}
