import { expect, type Page } from '@playwright/test';
import bank from '../../server/texts/payment.json' with { type: 'json' };
import { askStore } from './store';
import { said, TEXTS, type Language, type TextId } from './texts';

/** Returns the job credits of company@demo.test. */
export const credits = async (): Promise<number> =>
  Number((await askStore(`select job_creation_balance as n from users where email = 'company@demo.test'`))[0]!.n);

/** Puts a package into the basket and waits for the basket. */
export const choosePackage = async (page: Page, title = 'Three jobs', language: Language = 'en') => {
  await page.goto('/dashboard/packages');
  await page.getByRole('button', { name: TEXTS[language]['packages.buyLabel'].replace('{title}', title) }).click();
  await expect(page).toHaveURL(/\/payment\/basket$/);
};

/** Goes from the basket to the card form. */
export const proceed = async (page: Page, language: Language = 'en') => {
  await page.getByRole('button', { name: said(language, 'basket.proceed') }).click();
  await expect(page).toHaveURL(/\/payment\/card$/);
};

/** The pay button, whose name contains the price. */
export const payButton = (page: Page, language: Language = 'en') =>
  page.getByRole('button', {
    name: new RegExp(`^${TEXTS[language]['payment.card.pay'].replace('{price}', '[^\\d]{0,3}[\\d.,]+[^\\d]{0,3}')}$`),
  });

export const payWith = async (
  page: Page,
  number: string,
  { cvc = '123', language = 'en' }: { cvc?: string; language?: Language } = {},
) => {
  const field = (id: TextId) => page.getByLabel(said(language, id), { exact: true });
  await field('payment.card.holder').fill('Nazlı Örnekçi');
  await field('payment.card.number').fill(number);
  await field('payment.card.expiry').fill('12/39');
  await field('payment.card.cvc').fill(cvc);
  await page.getByLabel(said(language, 'payment.card.agreement')).check();
  await payButton(page, language).click();
};

/** Returns the frame with the bank’s page. */
export const bankFrame = (page: Page, language: Language = 'en') =>
  page.frameLocator(`iframe[title="${said(language, 'payment.bank.frame')}"]`);

/** The labels of the bank’s buttons. */
export const bankSays = (language: Language, name: 'approve' | 'cancel') => bank[language][name];

export const expectResult = (page: Page, result: 'success' | 'failure' | 'pending', language: Language = 'en') =>
  expect(page.getByRole('heading', { level: 1, name: said(language, `payment.result.${result}`) })).toBeVisible();
