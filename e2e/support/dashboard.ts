import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'Demo123!';

/** Signs in with the form of /login and waits until the page after it is there. */
export const signIn = async (page: Page, name: string) => {
  await page.goto('/dashboard/login');
  await fillLogin(page, name);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
};

/** Fills in and sends the login form that is on the page. */
export const fillLogin = async (page: Page, name: string, password = PASSWORD) => {
  await page.getByLabel('Email', { exact: true }).fill(`${name}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Opens the applications screen with this query and waits for its first card. */
export const openApplications = async (page: Page, query = 'page=1&activeTab=all') => {
  await page.goto(`/dashboard/applications?${query}`);
  await expect(cards(page).first()).toBeVisible();
};

/** The cards of the applications list that are rendered now. */
export const cards = (page: Page) => page.getByRole('article');

/** What the list says of its size, such as "312 of 8,000". */
export const count = (page: Page) => page.getByText(/^[\d,]+ (of [\d,]+|applications?)$/).first();

/** The card of one application, found by what labels it: the list renders only what is seen. */
export const cardOf = (page: Page, label: string) => page.locator(`article[aria-labelledby="${label}"]`);
