import type { BrowserContext } from '@playwright/test';
import { findingsOf } from './access/checks';
import { callAs } from './support/api';
import { codeSentTo } from './support/outbox';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

const PHONE = { width: 360, height: 740 };
/** How soon the employer's open list says that somebody applied. */
const SOON = { timeout: 2_000 };
/** A page is small enough for a bad connection. */
const PAGE_BYTES = 30_000;

let phone: BrowserContext;
test.beforeEach(async ({ browser, baseURL }) => {
  phone = await browser.newContext({ baseURL: baseURL!, viewport: PHONE, javaScriptEnabled: false, locale: 'en-US' });
});
test.afterEach(() => phone.close());

test('a stranger applies from the poster in at most nine taps, and the open list says so', async ({ page }) => {
  await signInAs(page, 'branch');
  const { call } = await callAs(page.request, 'branch');
  const { branchPage } = await call<{ branchPage: { code: string } }>('get', '/api/branch-page');
  await page.goto('/dashboard/applications');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const worker = await phone.newPage();
  let taps = 0;
  const tap = async (locator: ReturnType<typeof worker.locator>) => {
    taps += 1;
    await locator.click();
  };
  const answer = await worker.goto(`/p/${branchPage.code}?from=poster`);
  expect((await answer!.body()).length).toBeLessThan(PAGE_BYTES);
  await tap(worker.locator('main a').first());
  const number = `532${String(Date.now()).slice(-7)}`;
  const fill = async (label: string, text: string) => {
    await tap(worker.getByLabel(label, { exact: true }));
    await worker.keyboard.type(text);
  };
  await fill('First name', 'Kapı');
  await fill('Last name', `Deneme${number.slice(-4)}`);
  await fill('Mobile number', `0${number}`);
  await tap(worker.getByRole('button', { name: 'Continue' }));
  await fill('Code', await codeSentTo(page.request, number));
  await tap(worker.getByLabel('Monday to Friday'));
  const adult = worker.getByLabel('I am 18 or older');
  if (await adult.isVisible()) await tap(adult);
  await tap(worker.getByRole('button', { name: 'Apply', exact: true }));
  await expect(page.getByText(/^1 new/)).toBeVisible(SOON);
  await expect(worker.getByRole('status')).toHaveText('Your application has arrived. The answer comes to this phone.');
  expect(taps).toBeLessThanOrEqual(9);

  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('link', { name: `Kapı Deneme${number.slice(-4)}`, exact: true }).click();
  await expect(page.getByText('Monday to Friday')).toBeVisible();
  await expect(page.getByText('the poster’s QR code')).toBeVisible();
});

test('“Your page” switches the page off and on, and shows the introduction on it', async ({ page }) => {
  await signInAs(page, 'company');
  const { call } = await callAs(page.request, 'company');
  const { branchPage } = await call<{ branchPage: { code: string } }>('get', '/api/branch-page');
  const path = `/p/${branchPage.code}`;
  const statusOf = async () => (await page.request.get(path)).status();
  await page.goto('/dashboard/page');
  const isOn = page.getByRole('switch', { name: 'People can apply on this page' });
  await isOn.uncheck();
  await expect(page.getByRole('button', { name: 'Switch the page on' })).toBeVisible();
  expect(await statusOf()).toBe(404);
  await page.getByRole('button', { name: 'Switch the page on' }).click();
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  expect(await statusOf()).toBe(200);
  await page.getByRole('textbox', { name: 'What should people know about working with you?' }).fill('Çay bizden!');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The introduction has been saved.')).toBeVisible();
  const stranger = await phone.newPage();
  await stranger.goto(path);
  await expect(stranger.getByText('Çay bizden!')).toBeVisible();
});

test('the public pages are accessible, in the light and in the dark', async ({ page }) => {
  const { call } = await callAs(page.request, 'branch');
  const { branchPage } = await call<{ branchPage: { code: string } }>('get', '/api/branch-page');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/p/${branchPage.code}?lang=es`);
  expect(await findingsOf(page, 'es')).toEqual([]);
  await page.locator('main a').first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('alert')).toContainText('Nombre: Rellene este campo.');
  expect(await findingsOf(page, 'es')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findingsOf(page, 'es')).toEqual([]);
});
