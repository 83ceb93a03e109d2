import type { BrowserContext } from '@playwright/test';
import { cards } from './support/dashboard';
import { menuLink, offlineLine, programKept } from './support/offline';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

const API = '**/{api,shared-api}/**';

/** Lets the server take every call without an answer, as a network does that is almost gone. */
const silence = (context: BrowserContext) => context.route(API, () => undefined);

test('a server that takes calls but never answers does not keep the rows back, here or in the next visit', async ({
  page,
  context,
}) => {
  await signInAs(page, 'branch');
  await page.goto('/dashboard/today');
  await programKept(page);
  for (const name of [/^Applications/, /^Inbox/, /^Today/]) {
    await menuLink(page, name).click();
    await expect(page.getByRole('main').getByRole('listitem').or(page.getByRole('article')).first()).toBeVisible();
  }
  // A read without a response first writes the answers that still wait to be kept.
  await context.setOffline(true);
  await menuLink(page, /^Applications/).click();
  await expect(offlineLine(page)).toBeVisible();
  await context.setOffline(false);
  await expect(offlineLine(page)).toBeHidden();

  await silence(context);
  await menuLink(page, /^Inbox/).click();
  await expect(offlineLine(page)).toBeVisible();
  await menuLink(page, /^Applications/).click();
  await expect(cards(page).first()).toBeVisible();
  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  await expect(cards(page).first()).toBeVisible();

  const card = cards(page)
    .filter({ has: page.getByRole('button', { name: /to the shortlist$/ }) })
    .first();
  const name = (await card.getByRole('button', { name: /to the shortlist$/ }).getAttribute('aria-label'))!
    .replace(/^Add /, '')
    .replace(/ to the shortlist$/, '');
  const starred = page.getByRole('article', { name: new RegExp(`^${name}`) });
  await card.getByRole('button', { name: /to the shortlist$/ }).click();
  await expect(starred).toContainText('Not sent yet: on the shortlist');

  const stars: string[] = [];
  context.on('response', (answer) => {
    if (answer.url().endsWith('/shortlist') && answer.ok()) stars.push(answer.url());
  });
  await context.unroute(API);
  await page.reload();
  await expect(offlineLine(page)).toBeHidden();
  await expect.poll(() => stars.length).toBe(1);
  await expect(page.getByText(/^Not sent yet/)).toHaveCount(0);
});

test('menus that were never opened open without a network', async ({ page, context }) => {
  await signInAs(page, 'branch');
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await expect(cards(page).first()).toBeVisible();
  await programKept(page);
  await cards(page).first().getByRole('heading').getByRole('link').click();
  const more = page.getByRole('button', { name: /^More about/ });
  await expect(more).toBeVisible();
  await context.setOffline(true);
  await more.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/login/);
});
