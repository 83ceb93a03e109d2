import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { cards, openApplications, PASSWORD, signIn } from './support/dashboard';
import { expect, test } from './support/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const LANGUAGES = ['English', 'Türkçe', 'Español'];
const THEMES = ['light', 'dark'] as const;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const filterButton = (page: Page) => page.getByRole('button', { name: /^(Filter|Filtrele|Filtrar)/ });

const expectNoViolations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
};

/** Screens of a signed-in user, each opened in its own way. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  jobs: async (page) => {
    await page.goto('/dashboard/jobs');
    await expect(page.locator('a[href*="/applications?jobId="]').first()).toBeVisible();
  },
  applications: (page) => openApplications(page),
  'applications with filters': (page) => openApplications(page, 'page=1&activeTab=all&gender=male&ageMin=20&q=a'),
  'applications without a match': async (page) => {
    await page.goto('/dashboard/applications?page=1&activeTab=all&q=qqqqqq');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  },
  shortlist: (page) => openApplications(page, 'page=1&activeTab=shortListed'),
  appointments: async (page) => {
    await page.goto('/dashboard/applications?page=1&activeTab=appointment');
    await expect(page.getByText(/^\d\d:\d\d$/).first()).toBeVisible();
  },
  'filter dialog': async (page) => {
    await openApplications(page);
    await filterButton(page).click();
    await expect(page.getByRole('dialog').getByRole('slider').first()).toBeVisible();
  },
  'confirmation of a removal': async (page) => {
    await openApplications(page, 'page=1&activeTab=shortListed');
    await page.locator('article button[aria-pressed="true"]').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'account menu': async (page) => {
    await page.goto('/dashboard/jobs');
    await page.getByRole('banner').getByRole('button').click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'not found': async (page) => {
    await page.goto('/dashboard/no/such/page');
    await expect(heading(page)).toBeVisible();
  },
  unauthorized: async (page) => {
    await page.goto('/dashboard/unauthorized');
    await expect(heading(page)).toBeVisible();
  },
  'not available': async (page) => {
    await page.goto('/dashboard/inbox');
    await expect(heading(page)).toBeVisible();
  },
};

test.describe('no violation of WCAG 2.2 AA', () => {
  for (const [at, [name, open]] of Object.entries(SCREENS).entries()) {
    for (const [turn, theme] of THEMES.entries()) {
      const language = LANGUAGES[(at + turn) % LANGUAGES.length]!;
      test(`${name}, ${theme}, ${language}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await signIn(page, 'root');
        await page.getByRole('button', { name: /Account menu/ }).click();
        await page.getByRole('menuitemradio', { name: language }).click();
        await expect(page.getByRole('menuitemradio', { name: language })).toBeChecked();
        await open(page);
        await expectNoViolations(page);
      });
    }
  }

  for (const [at, theme] of THEMES.entries()) {
    test(`sign-in with its errors, ${theme}, ${LANGUAGES[at + 1]}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto('/dashboard/login');
      await page.getByRole('combobox').selectOption({ label: LANGUAGES[at + 1]! });
      await expect(heading(page)).not.toHaveText('Sign in');
      await expectNoViolations(page);
      await page.locator('button[type="submit"]').click();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2);
      await expectNoViolations(page);
    });
  }

  for (const path of ['register', 'no/such/page']) {
    test(`/${path} for a guest`, async ({ page }) => {
      await page.goto(`/dashboard/${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
    });
  }

  test('applications on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, 'root');
    await openApplications(page, 'page=1&activeTab=all&gender=male');
    await expectNoViolations(page);
  });
});

test('on a small phone a card’s name is not cut by its badges, and nothing sticks out', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'root');
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await openApplications(page);
  await expect(heading(page)).toHaveText('Solicitudes');
  const names = cards(page).getByRole('heading');
  const cut = await names.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** Presses Tab (or Shift+Tab, for what stands before) until the focus is there. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 40) => {
  await expect(target).toBeVisible();
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
};

test('by keyboard alone: sign in, filter, shortlist and back again', async ({ page }) => {
  await page.goto('/dashboard/login');
  await tabTo(page, page.getByLabel('Email', { exact: true }));
  await page.keyboard.type('branch@demo.test');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  // The page's heading has the focus; the menu stands before it.
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeFocused();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Applications' });
  await tabTo(page, link, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(cards(page).first()).toBeVisible();

  await tabTo(page, filterButton(page));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Filter applications' });
  await tabTo(page, dialog.getByRole('radio', { name: 'All', exact: true }).first());
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Male', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/gender=male/);
  await tabTo(page, dialog.getByLabel('Education'));
  await page.keyboard.type('High');
  await expect(page).toHaveURL(/education=high_school/);
  await tabTo(page, dialog.getByRole('button', { name: /^Show/ }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(filterButton(page)).toBeFocused();

  const focused = page.locator('article:focus');
  const star = (pressed: boolean) => focused.locator(`button[aria-pressed="${pressed}"]`);
  await page.keyboard.press('j');
  await expect(focused).toBeVisible();
  while ((await star(false).count()) === 0) await page.keyboard.press('j');
  await page.keyboard.press('s');
  await expect(star(true)).toBeVisible();

  await page.keyboard.press('s');
  const question = page.getByRole('dialog', { name: 'Remove from the shortlist?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(star(true)).toBeVisible();
  await page.keyboard.press('s');
  await tabTo(page, question.getByRole('button', { name: 'Remove', exact: true }));
  await page.keyboard.press('Enter');
  await expect(star(false)).toBeVisible();
});
