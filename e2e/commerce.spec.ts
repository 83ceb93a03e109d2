import { CARDS, type CardName } from '../__tests__/support/money/cards';
import en from '../i18n/en.json' with { type: 'json' };
import {
  bankFrame,
  bankSays,
  choosePackage,
  credits,
  expectResult,
  payButton,
  payWith,
  proceed,
} from './support/purchase';
import { now } from './support/clock';
import { askStore } from './support/store';
import { signInAs } from './support/session';
import { expect, test } from './support/test';
import { said, type Language } from './support/texts';

const COMPANY = `(select id from users where email = 'company@demo.test')`;
/** Makes the sandbox provider settle its pending charges. */
const letTimePass = () => askStore(`update sandbox_charges set changed_at = changed_at - interval '5 minutes'`);

test.beforeEach(({ page }) => signInAs(page, 'company'));

test('a package without a challenge is paid at once; the credits and the statement show it', async ({ page }) => {
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

test('a challenge in its frame survives a reload at each step and charges once', async ({ page }) => {
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
  // Back skips the bank's steps; the card page has nothing left to pay, so it leads to the result.
  await page.goBack();
  await expectResult(page, 'success');
});

test('a challenge opened in the full page pays the basket', async ({ page }) => {
  const before = await credits();
  await choosePackage(page);
  await proceed(page);
  await payWith(page, CARDS.challenge);
  await page.getByRole('link', { name: en['payment.frame.full'] }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectResult(page, 'success');
  expect(await credits()).toBe(before + 3);
});

test.describe('under a second name of the server', { tag: '@long' }, () => {
  test.use({ baseURL: ({ world }, use) => use(world.baseURL.replace('127.0.0.1', 'localhost')) });

  test('a challenge pays in its frame and in the full page', async ({ page }) => {
    const before = await credits();
    for (const isFramed of [true, false]) {
      await choosePackage(page);
      await proceed(page);
      await payWith(page, CARDS.challenge);
      if (!isFramed) await page.getByRole('link', { name: en['payment.frame.full'] }).click();
      await (isFramed ? bankFrame(page) : page).getByRole('button', { name: 'Approve' }).click();
      await expectResult(page, 'success');
    }
    expect(await credits()).toBe(before + 6);
  });
});

test('each decline shows its reason and keeps the card without its code; the next card pays', async ({ page }) => {
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

test('a cancelled challenge is a failure with its reason and keeps the basket', { tag: '@long' }, async ({ page }) => {
  const before = await credits();
  await choosePackage(page);
  await proceed(page);
  await payWith(page, CARDS.cancel);
  await bankFrame(page).getByRole('button', { name: 'Cancel' }).click();
  await expectResult(page, 'failure');
  await expect(page.getByText(en['errors.keys.challenge_failed'])).toBeVisible();
  // The status in the address changes nothing.
  await page.goto(page.url().replace('status=failure', 'status=success'));
  await expectResult(page, 'failure');
  expect(await credits()).toBe(before);
  await page.getByRole('link', { name: 'Pay by card again' }).click();
  await expect(payButton(page)).toBeVisible();
});

for (const card of ['review', 'late'] as const) {
  test(
    `a pending payment (${card}) is shown as pending until the provider settles it`,
    { tag: card === 'review' ? [] : '@long' },
    async ({ page }) => {
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
    },
  );
}

test('add-ons can be added up to their limit and change the total', async ({ page }) => {
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

test('when an offer ends in the basket, the new price is shown and charged only after the user accepts it', async ({
  page,
}) => {
  const before = await credits();
  const [{ at }] = (await askStore(
    `select to_char(rule_price_ends_at, 'YYYY-MM-DD"T"HH24:MI:SS.USTZH:TZM') as at from products where key = 'triple'`,
  )) as [{ at: string }];
  await choosePackage(page);
  await proceed(page);
  try {
    await askStore(`update products set rule_price_ends_at = $1 where key = 'triple'`, [new Date(now() - 1000)]);
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

const ABROAD: [Language, string, string][] = [
  ['tr', 'tr-TR', 'Üçlü Paket'],
  ['es', 'es-ES', 'Tres empleos'],
];
for (const [language, locale, title] of ABROAD) {
  test.describe(language, () => {
    test.use({ locale });

    test(`a purchase with a challenge in ${language}`, { tag: '@long' }, async ({ page }) => {
      await choosePackage(page, title, language);
      await proceed(page, language);
      await payWith(page, CARDS.challenge, { language });
      await expect(page.getByRole('heading', { name: said(language, 'payment.bank.title') })).toBeVisible();
      await bankFrame(page, language)
        .getByRole('button', { name: bankSays(language, 'approve') })
        .click();
      await expectResult(page, 'success', language);
    });
  });
}
