import { CARDS } from '../__tests__/support/money/cards';
import en from '../i18n/en.json' with { type: 'json' };
import { mainMenu } from './support/dashboard';
import { recorded, recordStore, tracesInBrowser } from './support/cardTraces';
import { bankFrame, choosePackage, expectResult, payWith, proceed } from './support/purchase';
import { askStore } from './support/store';
import { enterAs, signInAs } from './support/session';
import { expect, test } from './support/test';

test('the card is nowhere: store, actions, support trace, storages, history, address, database', async ({ page }) => {
  const cvc = '8317';
  const digits = CARDS.challenge;
  const secrets = [digits, digits.replace(/(.{4})(?=.)/g, '$1 '), 'Nazlı Örnekçi', `"${cvc}"`];
  const found: string[] = [];
  const look = async () => void found.push(...(await tracesInBrowser(page, secrets)), ...(await recorded(page)).found);
  await recordStore(page, secrets);
  await signInAs(page, 'company');
  await choosePackage(page);
  await proceed(page);
  await payWith(page, CARDS.declined, { cvc });
  await expect(page.getByText(en['errors.keys.card_declined'])).toBeVisible();
  await look();
  await payWith(page, digits, { cvc });
  await expect(page).toHaveURL(/\/payment\/3ds$/);
  await look();
  await bankFrame(page).getByRole('button', { name: 'Approve' }).click();
  await expectResult(page, 'success');
  await look();
  expect((await recorded(page)).actions).toBeGreaterThan(20);
  for (const { name } of await askStore(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )) {
    const like = secrets.map((secret) => `t::text like '%${secret}%'`).join(' or ');
    const [row] = await askStore(`select count(*)::int as n from ${String(name)} t where ${like}`);
    if (row!.n !== 0) found.push(`table ${String(name)}`);
  }
  expect(found).toEqual([]);
  // Finding a planted copy proves that the search works.
  await page.evaluate((number) => sessionStorage.setItem('left over', number), digits);
  expect(await tracesInBrowser(page, secrets)).toEqual([`sessionStorage: ${digits}`]);
});

for (const role of ['hr', 'branch', 'root']) {
  test(`${role} cannot open packages and payment`, async ({ page }) => {
    await enterAs(page, role);
    await expect(mainMenu(page).getByRole('link', { name: 'Packages' })).toHaveCount(0);
    for (const path of ['packages', 'payment/basket', 'payment/card']) {
      await page.goto(`/dashboard/${path}`);
      await expect(page).not.toHaveURL(new RegExp(`/${path}$`));
    }
  });
}
