import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from './support/dashboard';
import { expect, test } from './support/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const dialog = (page: Page) => page.getByRole('dialog');

/** No violation, in dialogs that scroll as well: what scrolls can be reached by keyboard. */
const expectNoViolations = async (page: Page) => {
  const axe = new AxeBuilder({ page })
    .withTags(RULES)
    .options({ rules: { 'scrollable-region-focusable': { enabled: true } } });
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
};

const openBranches = async (page: Page) => {
  await signIn(page, 'root');
  await page.goto('/dashboard/branches');
  await expect(page.getByRole('listitem').filter({ hasText: 'branch@demo.test' })).toBeVisible();
};

const openProfile = async (page: Page, name: string) => {
  await signIn(page, name);
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
};

const openEdit = async (page: Page) => {
  await signIn(page, 'company');
  await page.goto('/dashboard/profile/edit');
  await expect(page.locator('.leaflet-marker-icon[role="button"]')).toBeVisible();
};

/** Types into the place search that is open and waits for what it found. */
const searchPlace = async (page: Page, text: string) => {
  const place = page.getByRole('combobox', { name: 'Location' });
  await place.fill(text);
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  return place;
};

const aPicture = () =>
  sharp({ create: { width: 700, height: 500, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

/** Every screen and dialog of accounts that somebody signed in may meet. */
const VIEWS: Record<string, (page: Page) => Promise<unknown>> = {
  branches: openBranches,
  'a new branch with its errors': async (page) => {
    await openBranches(page);
    await page.getByRole('button', { name: 'Add branch' }).click();
    await dialog(page).getByRole('button', { name: 'Add and invite' }).click();
    await expect(dialog(page).locator('[aria-invalid="true"]').first()).toBeFocused();
    await expect(dialog(page).locator('.leaflet-container')).toBeVisible();
  },
  'places found in a branch’s dialog': async (page) => {
    await openBranches(page);
    await page.getByRole('button', { name: 'Add branch' }).click();
    await searchPlace(page, 'kad');
  },
  'no place found in a branch’s dialog': async (page) => {
    await openBranches(page);
    await page.getByRole('button', { name: 'Add branch' }).click();
    await page.getByRole('combobox', { name: 'Location' }).fill('qqqq');
    await expect(page.getByText('Nothing found.')).toBeVisible();
  },
  'deleting a branch': async (page) => {
    await openBranches(page);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await expect(dialog(page)).toBeVisible();
  },
  'leaving a form with changes': async (page) => {
    await openBranches(page);
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await dialog(page).getByLabel('First name').fill('Somebody else');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  },
  'profile with HR staff': (page) => openProfile(page, 'root'),
  'a new HR person': async (page) => {
    await openProfile(page, 'root');
    await page.getByRole('button', { name: 'Add person' }).click();
    await dialog(page).getByRole('button', { name: 'Add and invite' }).click();
    await expect(dialog(page).locator('[aria-invalid="true"]').first()).toBeFocused();
  },
  'deleting an HR person': async (page) => {
    await openProfile(page, 'root');
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await expect(dialog(page)).toBeVisible();
  },
  'ending a session': async (page) => {
    const elsewhere = await page.context().browser()!.newPage();
    await signIn(elsewhere, 'root');
    await elsewhere.close();
    await openProfile(page, 'root');
    await page
      .getByRole('button', { name: /End the session on/ })
      .first()
      .click();
    await expect(dialog(page)).toBeVisible();
  },
  'profile with a subscription': (page) => openProfile(page, 'company'),
  'a subscription': async (page) => {
    await openProfile(page, 'company');
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(dialog(page)).toContainText('₺');
  },
  'cancelling a subscription': async (page) => {
    await openProfile(page, 'company');
    await page.getByRole('button', { name: 'Details' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('button', { name: 'Yes, cancel it' })).toBeVisible();
  },
  'profile edit': openEdit,
  'places found in the profile': async (page) => {
    await openEdit(page);
    await searchPlace(page, 'kad');
  },
  'tax offices found': async (page) => {
    await openEdit(page);
    await page.getByRole('combobox', { name: /^Tax office/ }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'cropping a picture': async (page) => {
    await openEdit(page);
    const file = { name: 'face.png', mimeType: 'image/png', buffer: await aPicture() };
    await page.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  },
  'leaving the profile with changes': async (page) => {
    await openEdit(page);
    await page.getByLabel('Last name').fill('Kaya');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  },
  'places found in the registration': async (page) => {
    await page.goto('/dashboard/register');
    await searchPlace(page, 'kad');
  },
};

for (const [at, [name, open]] of Object.entries(VIEWS).entries()) {
  const colorScheme = at % 2 === 0 ? 'light' : 'dark';
  test(`${name}, ${colorScheme}: no violation of WCAG 2.2 AA, no sideways scrolling`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page);
    await expectNoViolations(page);
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

test('the pin of the map is moved by keyboard, and the place takes the name of what is near', async ({ page }) => {
  await openEdit(page);
  const place = await searchPlace(page, 'kadikoy');
  await page.keyboard.press('Enter');
  await expect(place).toHaveValue('Kadıköy, İstanbul');
  const said = page.getByText(/^Pin at /);
  const before = await said.textContent();

  await page.locator('.leaflet-marker-icon[role="button"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(said).not.toHaveText(before ?? '');
  const [, latitude, longitude] = /([\d.]+), ([\d.]+)/.exec((await said.textContent()) ?? '') ?? [];
  const [, latitudeBefore, longitudeBefore] = /([\d.]+), ([\d.]+)/.exec(before ?? '') ?? [];
  expect(latitude).toBe(latitudeBefore);
  // Ten pixels of a map at zoom 12.
  expect(Number(longitude) - Number(longitudeBefore)).toBeCloseTo((10 / (256 * 2 ** 12)) * 360, 3);

  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => /([\d.]+),/.exec((await said.textContent()) ?? '')?.[1]).not.toBe(latitude);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Map of / })).toBeVisible();
});

test('Escape closes the list of places first, then asks about the dialog', async ({ page }) => {
  await openBranches(page);
  await page.getByRole('button', { name: 'Add branch' }).click();
  const place = await searchPlace(page, 'kad');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(place).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('what a place search found in a dialog can be seen whole without scrolling', async ({ page }) => {
  await openBranches(page);
  await page.getByRole('button', { name: 'Add branch' }).click();
  await searchPlace(page, 'kad');
  await expect(page.getByRole('option').nth(4)).toBeInViewport({ ratio: 1 });
});
