import type { Page } from '@playwright/test';
import { PASSWORD } from './support/dashboard';
import { signInAs } from './support/session';
import { expect, test } from './support/test';
import { said, type Language } from './support/texts';

const signInIn = async (page: Page, language: Language, name: string) => {
  await page.getByLabel(said(language, 'login.email'), { exact: true }).fill(`${name}@demo.test`);
  await page.getByLabel(said(language, 'login.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: said(language, 'login.submit'), exact: true }).click();
  await expect(page.getByRole('navigation', { name: said(language, 'shell.nav.label') })).toBeVisible();
};
const lang = (page: Page) => page.evaluate(() => document.documentElement.lang);
const menu = (page: Page) => page.locator('header button[aria-haspopup="menu"]');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a language chosen before sign-in survives reloads, signing in and signing out, and the menu changes it', async ({
  page,
}) => {
  await page.goto('/dashboard/login');
  await page.getByRole('banner').getByRole('combobox').selectOption('tr');
  await expect(heading(page)).toHaveText('Giriş yap');
  await page.reload();
  await expect(heading(page)).toHaveText('Giriş yap');
  await signInIn(page, 'tr', 'branch');
  await expect(heading(page)).toHaveText('İlanlar');

  await menu(page).click();
  await expect(page.getByRole('menuitemradio', { name: 'Türkçe' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(heading(page)).toHaveText('Empleos');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(heading(page)).toHaveText('Empleos');
  expect(await lang(page)).toBe('es');

  await page.goto('/dashboard/logout');
  await expect(page).toHaveURL(/\/login$/);
  await expect(heading(page)).toHaveText('Iniciar sesión');
  await signInIn(page, 'es', 'branch');
  await expect(heading(page)).toHaveText('Empleos');
});

for (const { locale, language, add, applications } of [
  { locale: 'es-MX', language: 'es', add: /^Agregar a .* a la preselección$/, applications: /^\d,\d{3} solicitudes$/ },
  { locale: 'es-AR', language: 'es', add: /^Añadir a .* a la preselección$/, applications: /^\d{4} solicitudes$/ },
  { locale: 'en-GB', language: 'en', add: /^Add .* to the shortlist$/, applications: /^\d,\d{3} applications$/ },
  { locale: 'tr-TR', language: 'tr', add: /^Kısa listeye ekle: /, applications: /^\d\.\d{3} başvuru$/ },
] as const) {
  test(`a browser in ${locale} shows texts and numbers of its region`, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const asked = page.waitForRequest((request) => request.url().includes('/api/user/login'));
    await page.goto('/dashboard/login');
    await signInIn(page, language, 'root');
    // The server distinguishes languages, not regions.
    expect((await asked).headers()['accept-language']).toBe(language);
    expect(await lang(page)).toBe(['es-MX', 'en-GB'].includes(locale) ? locale : language);
    await page.goto('/dashboard/applications?page=1&activeTab=all');
    await expect(page.getByText(applications).first()).toBeVisible();
    await expect(page.getByRole('button', { name: add }).first()).toBeVisible();
    // Dates have the marketplace’s format in every language.
    await expect(page.getByRole('article').first()).toContainText(/\d\d\/\d\d\/\d{4}/);
    await context.close();
  });
}

test('weekdays follow the date locale that the server sets for the page', async ({ page }) => {
  const days = {
    tr: /Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar/,
    es: /lunes|martes|miércoles|jueves|viernes|sábado|domingo/,
    // The language of this browser.
    interface: /Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday/,
  };
  await signInAs(page, 'root');
  await page.goto('/dashboard/applications?page=1&activeTab=appointment');
  const first = page.locator('h2 time').first();
  await expect(first).toHaveText(days.interface);
  for (const setting of ['tr', 'es'] as const) {
    await page.route('**/dashboard/applications?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"dateLocale":"interface"', `"dateLocale":"${setting}"`);
      await route.fulfill({ response, body });
    });
    await page.reload();
    await expect(first).toHaveText(days[setting]);
  }
});

test('dark colours that the user chose on a light device come before the first paint', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('persist:preferences', JSON.stringify({ theme: '"dark"' }));
    const observer = new MutationObserver(() => {
      if (!document.body) return;
      Object.assign(globalThis, { background: getComputedStyle(document.documentElement).backgroundColor });
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/dashboard/login');
  expect(await page.evaluate(() => (globalThis as { background?: string }).background)).toBe('rgb(20, 22, 27)');
});
