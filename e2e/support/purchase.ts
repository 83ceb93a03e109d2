import { expect, type Page } from '@playwright/test';
import en from '../../i18n/en.json' with { type: 'json' };
import es from '../../i18n/es.json' with { type: 'json' };
import tr from '../../i18n/tr.json' with { type: 'json' };
import bank from '../../server/texts/payment.json' with { type: 'json' };

const TEXTS = { en, es, tr };
export type Locale = keyof typeof TEXTS;

/** A text of the dashboard up to its first value. */
export const said = (locale: Locale, id: keyof typeof en): string => TEXTS[locale][id].split('{')[0]!.trim();

/** Puts a package into the basket by its button and waits for the basket. */
export const choosePackage = async (page: Page, title = 'Three jobs', locale: Locale = 'en') => {
  await page.goto('/dashboard/packages');
  await page.getByRole('button', { name: TEXTS[locale]['packages.buyLabel'].replace('{title}', title) }).click();
  await expect(page).toHaveURL(/\/payment\/basket$/);
};

/** From the basket to the card. */
export const proceed = async (page: Page, locale: Locale = 'en') => {
  await page.getByRole('button', { name: said(locale, 'basket.proceed') }).click();
  await expect(page).toHaveURL(/\/payment\/card$/);
};

/** The button that pays; its name holds the price. */
export const payButton = (page: Page, locale: Locale = 'en') =>
  page.getByRole('button', {
    name: new RegExp(`^${TEXTS[locale]['payment.card.pay'].replace('{price}', '[^\\d]{0,3}[\\d.,]+[^\\d]{0,3}')}$`),
  });

/** Types a card and pays with it. */
export const payWith = async (
  page: Page,
  number: string,
  { cvc = '123', locale = 'en' }: { cvc?: string; locale?: Locale } = {},
) => {
  const field = (id: keyof typeof en) => page.getByLabel(said(locale, id), { exact: true });
  await field('payment.card.holder').fill('Nazlı Örnekçi');
  await field('payment.card.number').fill(number);
  await field('payment.card.expiry').fill('12/39');
  await field('payment.card.cvc').fill(cvc);
  await page.getByLabel(said(locale, 'payment.card.agreement')).check();
  await payButton(page, locale).click();
};

/** The bank's page in its frame. */
export const bankFrame = (page: Page, locale: Locale = 'en') =>
  page.frameLocator(`iframe[title="${said(locale, 'payment.bank.frame')}"]`);

/** What stands on the bank's buttons. */
export const bankSays = (locale: Locale, name: 'approve' | 'cancel') => bank[locale][name];

/** The heading of the result page. */
export const expectResult = (page: Page, result: 'success' | 'failure' | 'pending', locale: Locale = 'en') =>
  expect(page.getByRole('heading', { level: 1, name: said(locale, `payment.result.${result}`) })).toBeVisible();
