import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { CARDS, type CardName } from '../__tests__/support/money/cards';
import en from '../i18n/en.json' with { type: 'json' };
import {
  bankFrame,
  bankSays,
  choosePackage,
  expectResult,
  payButton,
  payWith,
  proceed,
  said,
  type Locale,
} from './support/purchase';
import { askStore, liftLimits } from './support/store';
import { enterAs } from './support/signedIn';
import { expect, test } from './support/test';

const COMPANY = `(select id from users where email = 'company@demo.test')`;
const credits = async () =>
  Number((await askStore(`select job_creation_balance as n from users where id = ${COMPANY}`))[0]!.n);
/** What the provider holds back becomes known: the clock of its book goes on. */
const letTimePass = () => askStore(`update sandbox_charges set changed_at = changed_at - interval '5 minutes'`);

/** One sign-in for all journeys. */
let signedIn: BrowserContextOptions['storageState'];
const pageOf = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> =>
  (await browser.newContext({ storageState: signedIn, ...options })).newPage();

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  await enterAs(await context.newPage(), 'company');
  signedIn = await context.storageState();
  await context.close();
});

/** Ten cards may fail in ten minutes: fewer than in this file. */
test.beforeEach(liftLimits);
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

test('a package without a challenge: paid at once, the credits are there and in the statement', async ({ browser }) => {
  const page = await pageOf(browser);
  const before = await credits();
  await choosePackage(page);
  await proceed(page);
  await payWith(page, CARDS.success);
  await expectResult(page, 'success');
  await expect(page.getByText(`You now have ${before + 3} job credits.`)).toBeVisible();
  await page.getByRole('link', { name: 'View statement' }).click();
  await expect(page.getByText('+3').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Receipt from/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/^Receipt_\d{4}-\d\d-\d\d_[0-9a-f]{8}\.pdf$/);
  expect(await credits()).toBe(before + 3);
});

test('a challenge in its frame; a reload at each step loses nothing and charges nothing', async ({ browser }) => {
  const page = await pageOf(browser);
  const before = await credits();
  await choosePackage(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Three jobs' })).toBeVisible();
  await proceed(page);
  await page.getByLabel('Card number').fill(CARDS.challenge);
  await page.reload();
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await payWith(page, CARDS.challenge);
  await expect(page).toHaveURL(/\/payment\/3ds$/);
  await expect(bankFrame(page).getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.reload();
  await expectResult(page, 'pending');
  expect(await credits()).toBe(before);
  await page.getByRole('link', { name: 'Start the payment again' }).click();
  await payWith(page, CARDS.challenge);
  await bankFrame(page).getByRole('button', { name: 'Approve' }).click();
  await expectResult(page, 'success');
  await page.reload();
  await expectResult(page, 'success');
  expect(await credits()).toBe(before + 3);
});

test('a challenge in full page', async ({ browser }) => {
  const page = await pageOf(browser);
  const before = await credits();
  await choosePackage(page);
  await proceed(page);
  await payWith(page, CARDS.challenge);
  await page.getByRole('link', { name: en['payment.frame.full'] }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectResult(page, 'success');
  expect(await credits()).toBe(before + 3);
});

test('each decline says why, keeps the card but its code, and the next card pays', async ({ browser }) => {
  const page = await pageOf(browser);
  const before = await credits();
  await choosePackage(page);
  await proceed(page);
  const DECLINES: [CardName, string][] = [
    ['declined', en['errors.keys.card_declined']],
    ['expired', en['errors.keys.expired_card']],
    ['cvc', en['errors.keys.incorrect_cvc']],
    ['funds', en['errors.keys.insufficient_funds']],
  ];
  for (const [card, text] of DECLINES) {
    await payWith(page, CARDS[card]);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByLabel(en['payment.card.cvc'], { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Card number')).not.toHaveValue('');
  }
  expect(await credits()).toBe(before);
  await payWith(page, CARDS.success);
  await expectResult(page, 'success');
  expect(await credits()).toBe(before + 3);
});

test('a cancelled challenge is a failure with its reason; the basket is still there', async ({ browser }) => {
  const page = await pageOf(browser);
  const before = await credits();
  await choosePackage(page);
  await proceed(page);
  await payWith(page, CARDS.cancel);
  await bankFrame(page).getByRole('button', { name: 'Cancel' }).click();
  await expectResult(page, 'failure');
  await expect(page.getByText(en['errors.keys.challenge_failed'])).toBeVisible();
  // What the address says changes nothing.
  await page.goto(page.url().replace('status=failure', 'status=success'));
  await expectResult(page, 'failure');
  expect(await credits()).toBe(before);
  await page.getByRole('link', { name: 'Pay by card again' }).click();
  await expect(payButton(page)).toBeVisible();
});

for (const card of ['review', 'late'] as const) {
  test(`pending (${card}): said so, and settled when the provider says more`, async ({ browser }) => {
    const page = await pageOf(browser);
    const before = await credits();
    await choosePackage(page);
    await proceed(page);
    await payWith(page, CARDS[card]);
    await expectResult(page, 'pending');
    expect(await credits()).toBe(before);
    await letTimePass();
    await page.getByRole('button', { name: 'Check now' }).click();
    await expectResult(page, 'success');
    expect(await credits()).toBe(before + 3);
  });
}

test('add-ons up to their limit, and what they come to', async ({ browser }) => {
  const page = await pageOf(browser);
  await choosePackage(page);
  const total = page.getByRole('region', { name: 'Summary' }).getByRole('status');
  const before = await total.textContent();
  await page.getByRole('button', { name: 'Add One more job', exact: true }).click();
  const more = page.getByRole('button', { name: 'Add one more One more job' });
  for (const count of [1, 2, 3, 4]) {
    await expect(page.getByText(`${count} in the basket`)).toBeVisible();
    await more.click();
  }
  await expect(page.getByText('5 in the basket')).toBeVisible();
  await expect(page.getByText(en['basket.reachedPurchaseLimit']).first()).toBeVisible();
  await expect(more).toBeDisabled();
  await expect(total).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Remove One more job' }).click();
  await expect(total).toHaveText(before ?? '');
});

test('an offer that ends in the basket: the new price is shown, and charged only when it was accepted', async ({
  browser,
}) => {
  const page = await pageOf(browser);
  const before = await credits();
  const [{ at }] = (await askStore(
    `select to_char(rule_price_ends_at, 'YYYY-MM-DD"T"HH24:MI:SS.USTZH:TZM') as at from products where key = 'triple'`,
  )) as [{ at: string }];
  await choosePackage(page);
  await proceed(page);
  try {
    await askStore(`update products set rule_price_ends_at = now() - interval '1 second' where key = 'triple'`);
    await payWith(page, CARDS.success);
    await expect(page.getByText(/The price has changed from ₺?1,199/)).toBeVisible();
    expect(await credits()).toBe(before);
    await expect(payButton(page)).toHaveText(/1,299/);
    await payWith(page, CARDS.success);
    await expectResult(page, 'success');
  } finally {
    await askStore(`update products set rule_price_ends_at = '${at}' where key = 'triple'`);
  }
  const [{ amount }] = (await askStore(
    `select amount_minor as amount from payments where user_id = ${COMPANY} order by created_at desc limit 1`,
  )) as [{ amount: string }];
  expect([Number(amount), await credits()]).toEqual([129_900, before + 3]);
});

const ABROAD: [Locale, string, string][] = [
  ['tr', 'tr-TR', 'Üçlü Paket'],
  ['es', 'es-ES', 'Tres empleos'],
];
for (const [language, locale, title] of ABROAD) {
  test(`a purchase with a challenge in ${language}`, async ({ browser }) => {
    const page = await pageOf(browser, { locale });
    await choosePackage(page, title, language);
    await proceed(page, language);
    await payWith(page, CARDS.challenge, { locale: language });
    await expect(page.getByRole('heading', { name: said(language, 'payment.bank.title') })).toBeVisible();
    await bankFrame(page, language)
      .getByRole('button', { name: bankSays(language, 'approve') })
      .click();
    await expectResult(page, 'success', language);
  });
}
