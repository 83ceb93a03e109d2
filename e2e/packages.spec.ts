import type { APIRequestContext, Page } from '@playwright/test';
import { callAs } from './support/api';
import { installClock, now } from './support/clock';
import { dialog } from './support/dashboard';
import { enterAs, signInAs } from './support/session';
import { expect, test } from './support/test';

/** Empties the basket of an account over HTTP. */
const emptyBasket = async (request: APIRequestContext, name: string) => {
  const { call } = await callAs(request, name);
  type Basket = { _id: string; items: { _id: string }[] };
  const openBasket = async () => (await call<{ basket: Basket | null }>('get', '/api/basket')).basket;
  // Deleting a package deletes its add-ons too, so the basket is read again after each item.
  for (let basket = await openBasket(); basket?.items[0]; basket = await openBasket())
    await call('delete', `/api/basket/${basket._id}/item/${basket.items[0]._id}`);
};

const openPackages = async (page: Page, name = 'company') => {
  await enterAs(page, name, '/packages');
  await expect(page.getByRole('button', { name: 'Buy Three jobs' })).toBeVisible();
};

/** Puts this package into the basket and waits for the basket. */
const buy = async (page: Page, title = 'Three jobs') => {
  await openPackages(page);
  await page.getByRole('button', { name: `Buy ${title}` }).click();
  await expect(page).toHaveURL(/\/payment\/basket$/);
  await expect(page.getByRole('heading', { name: 'Add-ons for this package' })).toBeVisible();
};

const total = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('status');

test.beforeEach(({ request }) => emptyBasket(request, 'company'));

test('a package is bought up to the payment: an add-on reaches its limit, is removed and restored', async ({
  page,
}) => {
  await buy(page);
  await expect(total(page)).toHaveText(/Total\s*₺1,199/);
  const add = page.getByRole('button', { name: /^Add (one more )?Three more jobs$/ });
  await add.click();
  await expect(page.getByText('1 in the basket')).toBeVisible();
  await add.click();
  await expect(total(page)).toHaveText(/₺2,797/);
  await expect(page.getByText('You’ve reached the purchase limit for this item.').first()).toBeVisible();
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'One more Three more jobs', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  await page.getByRole('button', { name: 'One fewer Three more jobs' }).click();
  await expect(total(page)).toHaveText(/₺1,998/);
  await page.getByRole('button', { name: 'One more Three more jobs', exact: true }).click();
  await expect(total(page)).toHaveText(/₺2,797/);

  // Removing the package removes its add-on, and Undo restores both.
  await page.getByRole('button', { name: 'Remove Three jobs' }).click();
  await expect(page.getByText('Your basket is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(total(page)).toHaveText(/₺2,797/);

  await page.getByRole('button', { name: 'Proceed to payment' }).click();
  await expect(page).toHaveURL(/\/payment\/card$/);
  await page.goBack();
  await expect(total(page)).toHaveText(/₺2,797/);
  // The route’s state survives a reload.
  await page.reload();
  await expect(total(page)).toHaveText(/₺2,797/);
});

test('buying the same package again does not double it; another package replaces it', async ({ page }) => {
  await buy(page);
  await page.getByRole('link', { name: 'Back to packages' }).click();
  await expect(page.getByRole('link', { name: 'Basket (1 item)' })).toBeVisible();
  await page.getByRole('button', { name: 'Buy Three jobs' }).click();
  await expect(total(page)).toHaveText(/Total\s*₺1,199/);
  await page.getByRole('link', { name: 'Back to packages' }).click();
  await page.getByRole('button', { name: 'Buy One job' }).click();
  await expect(total(page)).toHaveText(/Total\s*₺499/);
});

test('the basket page without a basket in the route’s state leads to the packages', async ({ page }) => {
  await enterAs(page, 'company', '/payment/basket');
  await expect(page).toHaveURL(/\/packages$/);
});

test('when an offer ends, the price changes in place and the page reports it', async ({ page }) => {
  let loads = 0;
  const ends = new Date(now() + 60_000).toISOString();
  await installClock(page);
  await page.route('**/api/payment/packages', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { payload: { packages: Record<string, unknown>[] } };
    loads += 1;
    const isOver = loads > 1;
    const offer = isOver ? { rule_price: null, rule_price_ttl: null } : { rule_price: 1199, rule_price_ttl: ends };
    const packages = body.payload.packages.map((one) => (one.title === 'Three jobs' ? { ...one, ...offer } : one));
    await route.fulfill({ response: answer, json: { ...body, payload: { packages } } });
  });
  await openPackages(page);
  const card = page.getByRole('listitem', { name: 'Three jobs' });
  const marked = await page.evaluateHandle(() => document.body);
  await expect(card.getByText('₺1,199')).toBeVisible();
  await expect(card.getByText(/^Offer ends in 00:0\d:\d\d$/)).toBeVisible();
  // The server's clock stays: every other answer would tell the page that the offer still runs.
  await page.route(/\/api\/(?!payment\/packages$)/, (route) => route.abort());
  await page.clock.fastForward(60_000);
  await expect(page.getByText('Three jobs now costs ₺1,299 instead of ₺1,199.')).toBeVisible();
  await expect(card.getByText('₺1,299')).toBeVisible();
  // The document was not reloaded.
  expect(await marked.evaluate((body) => body.isConnected)).toBe(true);
});

for (const name of ['root', 'hr', 'branch']) {
  test(`${name} cannot open the packages and the basket`, { tag: name === 'hr' ? [] : '@long' }, async ({ page }) => {
    await signInAs(page, name);
    for (const address of ['packages', 'payment/basket']) {
      await page.goto(`/dashboard/${address}`);
      await expect(page).toHaveURL(/\/unauthorized$/);
    }
  });
}

test('a company without credits that creates a job is sent to the packages', async ({ page }) => {
  await enterAs(page, 'empty', '/jobs/create');
  await dialog(page).getByRole('button').last().click();
  await expect(page).toHaveURL(/\/packages$/);
  await expect(page.getByRole('button', { name: 'Buy One job' })).toBeVisible();
});

test(
  'a plan shows its renewal price before payment, and a demo says that no card is charged',
  { tag: '@long' },
  async ({ page }) => {
    await openPackages(page, 'empty');
    const terms = page.getByText(/^₺999 a month, renews on \d\d\/\d\d\/\d{4}, cancel any time\.$/);
    await expect(terms).toBeVisible();
    await page.getByRole('button', { name: 'Subscribe to Monthly plan' }).click();
    await expect(page).toHaveURL(/\/payment\/basket$/);
    await expect(terms).toBeVisible();
    await page.getByRole('button', { name: 'Proceed to payment' }).click();
    await expect(page).toHaveURL(/\/payment\/card$/);
    await expect(terms).toBeVisible();
    await expect(page.getByText('This is a demo: no card is charged.')).toBeVisible();
  },
);

test('the credits in the header link to the packages', { tag: '@long' }, async ({ page }) => {
  await enterAs(page, 'company');
  await page.getByRole('link', { name: /credits? left/ }).click();
  await expect(page).toHaveURL(/\/packages$/);
});

for (const [width, columns] of [
  [1200, 4],
  [1199, 2],
  [360, 1],
] as const) {
  test(`a row shows ${columns} packages at ${width} px`, { tag: '@long' }, async ({ page }) => {
    await openPackages(page);
    await page.setViewportSize({ width, height: 800 });
    const tops = await page
      .getByRole('region', { name: 'Job packages' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  });
}
