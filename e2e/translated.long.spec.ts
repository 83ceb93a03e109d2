import type { Page } from '@playwright/test';
import { CARDS } from '../__tests__/support/money/cards';
import { ROLES, textsOf } from './access/view';
import { VIEWS } from './access/views';
import { cards, fillLogin, mainMenu, openApplications } from './support/dashboard';
import { choosePackage, expectResult, payWith, proceed } from './support/purchase';
import { signInAs } from './support/session';
import { settled } from './support/settled';
import { expect, test } from './support/test';
import { TEXTS } from './support/texts';
import { translatePage } from './support/translator';

/** Seconds that one view may take on a slow machine. */
const PATIENCE = 30;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 740 };

const isLost = (page: Page) => page.getByText(TEXTS.en['errorPage.title']).first().isVisible();

// The tests are independent, so both workers may run them.
test.describe.configure({ mode: 'parallel' });

for (const role of ROLES) {
  const views = VIEWS.filter((view) => view.role === role);
  test(`translated by the browser, for ${role}: ${views.map(({ name }) => name).join('; ')}`, async ({ browser }) => {
    test.setTimeout((views.length * PATIENCE + 60) * 1000);
    const found: Record<string, string[]> = {};
    for (const { name, routes = [], open } of views) {
      await test.step(name, async () => {
        const page = await browser.newPage({ locale: 'en', reducedMotion: 'reduce' });
        if (role !== 'guest') await signInAs(page, role);
        const problemsOf = await translatePage(page);
        try {
          await open({ page, go: (path) => page.goto(`/dashboard${path}`), t: textsOf('en') });
          for (const size of [PHONE, DESK]) {
            await page.setViewportSize(size);
            await settled(page);
          }
          const problems = await problemsOf();
          if (!routes.includes('/error') && (await isLost(page))) problems.push('the page is lost');
          if (problems.length > 0) found[name] = problems;
        } catch (error) {
          found[name] = [`not opened: ${(error as Error).message}`];
        }
        // An answer that the view rewrites may still be under way.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.close();
      });
    }
    expect(found).toEqual({});
  });
}

test('sign-in, the list of jobs, R on an applicant, a purchase and the public page work when translated', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const problemsOf = await translatePage(page);
  await page.goto('/dashboard/login');
  await fillLogin(page, 'company', 'wrong password');
  await expect(page.getByRole('alert')).toBeVisible();
  await fillLogin(page, 'company');
  await expect(mainMenu(page)).toBeVisible();
  expect(await problemsOf()).toEqual([]);

  await page.goto('/dashboard/jobs');
  await page.getByRole('columnheader', { name: 'Applications' }).getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await problemsOf()).toEqual([]);

  await openApplications(page);
  await page.goto((await cards(page).first().getByRole('link').first().getAttribute('href'))!);
  // The list beside the applicant has tabs too, and the keys work only once the applicant has loaded.
  await expect(page.getByRole('button', { name: TEXTS.en['applicant.decline'], exact: true })).toBeVisible();
  await page.keyboard.press('r');
  const bar = page.getByRole('region', { name: TEXTS.en['decisions.bar.label'] });
  await expect(bar).toContainText('Declined: ');
  await page.keyboard.press('z');
  await expect(bar).toContainText('They hadn’t been notified of the decision.');
  expect(await problemsOf()).toEqual([]);

  await choosePackage(page);
  await proceed(page);
  await payWith(page, CARDS.success);
  await expectResult(page, 'success');
  expect(await problemsOf()).toEqual([]);

  await page.goto('/dashboard/page');
  await page.getByRole('switch', { name: TEXTS.en['yourPage.switch'] }).uncheck();
  await page.getByRole('button', { name: TEXTS.en['yourPage.switchOn'] }).click();
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  expect(await problemsOf()).toEqual([]);
});
