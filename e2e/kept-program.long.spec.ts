import type { Page } from '@playwright/test';
import { LANGUAGES } from '../contract/constants/options';
import { mainMenu } from './support/dashboard';
import { signInAs } from './support/session';
import { expect, test } from './support/test';
import { said } from './support/texts';

interface Manifest {
  name: string;
  shortcuts: { name: string; url: string }[];
  icons: { src: string }[];
}

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has kept the program and answers for this page. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((controlled) => navigator.serviceWorker.addEventListener('controllerchange', controlled));
  });

const countKept = (page: Page) => page.evaluate(async () => (await caches.keys()).length);
/** True for a page of the later server, which has another setting. */
const isLater = (page: Page) =>
  page.evaluate(() => document.getElementById('runtime-settings')!.textContent.includes('"supportReplay":true'));

test('without a network one can sign out, and the sign-in page says what is missing', async ({ page, context }) => {
  await signInAs(page, 'branch');
  await page.goto('/dashboard/jobs');
  await kept(page);
  await expect(mainMenu(page)).toBeVisible();
  await context.setOffline(true);
  await page.goto('/dashboard/logout');
  await expect(page).toHaveURL(/\/dashboard\/login$/);
  await page.getByLabel('Email').fill('branch@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(said('en', 'errors.kinds.network'))).toBeVisible();
});

test('the program opens without the server; a new version waits until the user wants it; it can be turned off', async ({
  page,
  world,
}) => {
  await signInAs(page, 'branch');
  await page.goto('/dashboard/jobs');
  await kept(page);

  await world.stopServer();
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();

  await world.startServer({ SUPPORT_REPLAY: '1' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(mainMenu(page)).toBeVisible();
  await page.goto('/dashboard/inbox');
  const offer = page.getByRole('listitem').filter({ hasText: 'A new version is ready.' });
  await expect(offer).toBeVisible();
  expect(await isLater(page)).toBe(false);
  const loaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  expect(await isLater(page)).toBe(true);
  await expect(mainMenu(page)).toBeVisible();
  await expect(offer).toBeHidden();

  await world.stopServer();
  await world.startServer({ KEEP_PROGRAM: '0' });
  await page.reload();
  await expect.poll(() => countKept(page)).toBe(0);
  await page.reload();
  await expect(mainMenu(page)).toBeVisible();
  expect(await isLater(page)).toBe(false);
});

test('the program can be installed, in the language of the user', async ({ page }) => {
  await page.goto('/dashboard/login');
  const browser = await page.context().newCDPSession(page);
  for (const language of LANGUAGES) {
    await page.getByRole('banner').getByRole('combobox').selectOption(language);
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
      'href',
      `/dashboard/manifest.${language}.webmanifest`,
    );
    const { data, errors } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { name, shortcuts, icons } = JSON.parse(data!) as Manifest;
    expect(name).toBe(said(language, 'app.name'));
    expect(shortcuts).toEqual([
      { name: said(language, 'today.title'), url: '/dashboard/today' },
      { name: said(language, 'inbox.title'), url: '/dashboard/inbox' },
    ]);
    for (const { src } of icons)
      expect((await page.request.get(`/dashboard/${src}`)).headers()['content-type']).toMatch(/^image/);
    const { installabilityErrors: problems } = await browser.send('Page.getInstallabilityErrors');
    // Some versions count the private mode of a test as a reason against an installation.
    expect(problems.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  }
});

test('the page appears once its texts can be loaded, without a reload', async ({ page }) => {
  const texts = { areBroken: true, refused: 0 };
  await page.route('**/dashboard/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const isBroken = texts.areBroken && (await answer.text()).includes(said('en', 'login.lead'));
    if (!isBroken) return route.fulfill({ response: answer });
    texts.refused += 1;
    return route.abort();
  });
  await page.goto('/dashboard/login');
  await expect.poll(() => texts.refused).toBeGreaterThan(1);
  await expect(page.locator('#splash')).toBeVisible();
  texts.areBroken = false;
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
