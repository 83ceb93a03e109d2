import { expect, type Browser, type Page } from '@playwright/test';

export const PASSWORD = 'Demo123!';

export const dialog = (page: Page) => page.getByRole('dialog');
export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** The message that is shown when a call got no response. */
export const noAnswer = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: /connection|answer|offline|reach/i })
    .first();

/** Fills in and sends the login form that is open. An account is an email, or the name of a demo account. */
export const fillLogin = async (page: Page, account: string, password = PASSWORD) => {
  const email = account.includes('@') ? account : `${account}@demo.test`;
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Signs in with the form of /login and waits for the next page. */
export const signIn = async (page: Page, account: string, password = PASSWORD) => {
  await page.goto('/dashboard/login');
  await fillLogin(page, account, password);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(mainMenu(page)).toBeVisible();
};

/** Chooses an item of the menu that a button opens. */
export const chooseItem = async (page: Page, menu: string | RegExp, item: string) => {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

/** Opens a page on a phone with a touch screen; the caller closes its context. */
export const openPhone = async (browser: Browser, locale: string) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale,
  });
  return { context, page: await context.newPage() };
};

/** Opens the list of applications with this query and waits for its first card. */
export const openApplications = async (page: Page, query = 'page=1&activeTab=all') => {
  await page.goto(`/dashboard/applications?${query}`);
  await expect(cards(page).first()).toBeVisible();
};

/** The cards of the list of applications that are rendered now. */
export const cards = (page: Page) => page.getByRole('article');

/** The size that the list shows, such as "312 of 8,000". */
export const count = (page: Page) => page.getByText(/^[\d,]+ (of [\d,]+|applications?)$/).first();

/** The card of one application. The list renders only the cards in view, so the label finds it, not the position. */
export const cardOf = (page: Page, label: string) => page.locator(`article[aria-labelledby="${label}"]`);
