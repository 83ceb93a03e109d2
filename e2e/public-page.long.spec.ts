import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { findingsOf } from './access/checks';
import { callAs } from './support/api';
import { phoneEnding } from './support/company';
import { codeSentTo } from './support/outbox';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

const PHONE = { width: 360, height: 740 };
/** Maximum bytes of a page, for bad connections. */
const PAGE_BYTES = 30_000;

let phone: BrowserContext;
test.beforeEach(async ({ browser, baseURL }) => {
  phone = await browser.newContext({ baseURL: baseURL!, viewport: PHONE, javaScriptEnabled: false, locale: 'en-US' });
});
test.afterEach(() => phone.close());

/** Lighthouse's slow 4G in the units of CDP: milliseconds and bytes a second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 };
/** Seconds that a slow person and the network take; the journey adds them up instead of sleeping. */
const PACE = {
  tap: 1.5,
  letter: 0.35,
  look: 5,
  readJob: 20,
  message: 10,
  // Two round trips: the form, and the page to which its answer leads.
  page: (2 * SLOW_4G.latency) / 1000 + PAGE_BYTES / SLOW_4G.downloadThroughput,
};
/** Seconds from the first page to the confirmation, and taps on the way. */
const AT_MOST = { seconds: 120, taps: 9 };

/** Opens a phone's browser on slow 4G. */
const slowPhone = async (browser: Browser, options: Parameters<Browser['newContext']>[0]) => {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-US', ...options });
  const worker = await context.newPage();
  const cdp = await context.newCDPSession(worker);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  return { context, worker };
};

/** Taps and types as a person does; counts the taps, and the seconds of person and network. */
const personOn = (worker: Page) => {
  const count = { taps: 0, seconds: 0 };
  const spend = (seconds: number) => (count.seconds += seconds);
  worker.on('framenavigated', () => spend(PACE.page));
  const tap = async (locator: Locator) => {
    count.taps += 1;
    spend(PACE.tap);
    await locator.click();
  };
  const fill = async (label: string, text: string) => {
    await tap(worker.getByLabel(label, { exact: true }));
    spend(text.length * PACE.letter);
    await worker.keyboard.type(text);
  };
  return { count, spend, tap, fill };
};

for (const javaScriptEnabled of [false, true])
  test(`a stranger applies from the poster in nine taps and two minutes, ${javaScriptEnabled ? 'with' : 'without'} scripts, and the open list says so`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await signInAs(page, 'branch');
    const { call } = await callAs(page.request, 'branch');
    const { branchPage } = await call<{ branchPage: { code: string } }>('get', '/api/branch-page');
    await page.goto('/dashboard/applications');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const { context, worker } = await slowPhone(browser, { baseURL: baseURL!, javaScriptEnabled });
    const { count, spend, tap, fill } = personOn(worker);
    const started = performance.now();
    const answer = await worker.goto(`/p/${branchPage.code}?from=poster`);
    // Without a slow network the journey would prove nothing.
    expect(performance.now() - started).toBeGreaterThan(SLOW_4G.latency);
    expect((await answer!.body()).length).toBeLessThan(PAGE_BYTES);
    spend(PACE.look);
    await tap(worker.locator('main a').first());
    spend(PACE.readJob);
    const number = phoneEnding(javaScriptEnabled ? '2001' : '2002');
    await fill('First name', 'Kapı');
    await fill('Last name (if you have one)', `Deneme${number.slice(-4)}`);
    await fill('Mobile number', `0${number}`);
    await tap(worker.getByRole('button', { name: 'Continue' }));
    spend(PACE.message);
    await fill('Code', await codeSentTo(page.request, number));
    spend(PACE.look);
    await tap(worker.getByLabel('Monday to Friday'));
    await tap(worker.getByRole('button', { name: 'Apply', exact: true }));
    await expect(page.getByText(/^1 new/)).toBeVisible();
    await expect(worker.getByRole('status')).toHaveText('Your application has arrived. We’ll answer on this phone.');
    expect(count.taps).toBeLessThanOrEqual(AT_MOST.taps);
    expect(count.seconds).toBeLessThanOrEqual(AT_MOST.seconds);
    await context.close();

    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('link', { name: `Kapı Deneme${number.slice(-4)}`, exact: true }).click();
    await expect(page.getByText('Monday to Friday')).toBeVisible();
    await expect(page.getByText('QR code on the poster')).toBeVisible();
  });

test('a reload and Back keep what was typed in both forms', async ({ page, browser, baseURL }) => {
  const { call } = await callAs(page.request, 'branch');
  const { branchPage } = await call<{ branchPage: { code: string } }>('get', '/api/branch-page');
  const context = await browser.newContext({ baseURL: baseURL!, viewport: PHONE, locale: 'en-US' });
  const worker = await context.newPage();
  await worker.goto(`/p/${branchPage.code}`);
  await worker.locator('main a').first().click();
  const number = `0${phoneEnding('2003')}`;
  const typed = [
    ['First name', 'Kalan'],
    ['Last name (if you have one)', 'Yazı'],
    ['Mobile number', number],
  ] as const;
  for (const [label, text] of typed) await worker.getByLabel(label, { exact: true }).fill(text);
  await worker.reload();
  for (const [label, text] of typed) await expect(worker.getByLabel(label, { exact: true })).toHaveValue(text);
  await worker.getByRole('button', { name: 'Continue' }).click();
  await worker.getByLabel('Monday to Friday').check();
  await worker.reload();
  await expect(worker.getByLabel('Monday to Friday')).toBeChecked();
  await worker.goBack();
  for (const [label, text] of typed) await expect(worker.getByLabel(label, { exact: true })).toHaveValue(text);
  await worker.goForward();
  await expect(worker.getByLabel('Monday to Friday')).toBeChecked();
  await context.close();
});

test('Back and a reload after refused forms show what was typed', async ({ page }) => {
  const { call } = await callAs(page.request, 'branch');
  const { branchPage } = await call<{ branchPage: { code: string } }>('get', '/api/branch-page');
  const stranger = await phone.newPage();
  await stranger.goto(`/p/${branchPage.code}`);
  await stranger.locator('main a').first().click();
  const number = '05341112233';
  await stranger.getByLabel('First name', { exact: true }).fill('Geri');
  await stranger.getByLabel('Mobile number', { exact: true }).fill('12');
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await expect(stranger.getByRole('alert')).toContainText('Please enter a mobile number');
  await stranger.reload();
  await expect(stranger.getByLabel('First name', { exact: true })).toHaveValue('Geri');
  await stranger.getByLabel('Mobile number', { exact: true }).fill(number);
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await stranger.getByLabel('Monday to Friday').check();
  const adult = stranger.getByLabel('I am 18 or older');
  if (await adult.isVisible()) await adult.check();
  const right = await codeSentTo(page.request, number.slice(1));
  await stranger.getByLabel('Code', { exact: true }).fill(right === '0000' ? '1111' : '0000');
  await stranger.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(stranger.getByRole('alert')).toContainText('This code is wrong');
  await stranger.reload();
  await expect(stranger.getByLabel('Monday to Friday')).toBeChecked();
  await stranger.goBack();
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
  await stranger.goForward();
  await stranger.getByLabel('Code', { exact: true }).fill(right);
  await stranger.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(stranger.getByRole('status')).toContainText('Your application has arrived');
  await stranger.goBack();
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
});

test('“Your page” switches the page off and on, and shows the introduction on it', async ({ page }) => {
  await signInAs(page, 'company');
  const { call } = await callAs(page.request, 'company');
  const { branchPage } = await call<{ branchPage: { code: string } }>('get', '/api/branch-page');
  const path = `/p/${branchPage.code}`;
  const statusOf = async () => (await page.request.get(path)).status();
  await page.goto('/dashboard/page');
  const isOn = page.getByRole('switch', { name: 'Let people apply on this page' });
  await isOn.uncheck();
  await expect(page.getByRole('button', { name: 'Turn the page on' })).toBeVisible();
  expect(await statusOf()).toBe(404);
  await page.getByRole('button', { name: 'Turn the page on' }).click();
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  expect(await statusOf()).toBe(200);
  await page.getByRole('textbox', { name: 'What should people know about working with you?' }).fill('Çay bizden!');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your introduction was saved.')).toBeVisible();
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
