import { expect, test } from './support/test';
import { aView } from '../__tests__/support/views';
import { cards, dialog, openPhone } from './support/dashboard';
import { enterAs, signInAs } from './support/session';
import { textsOf } from './access/view';

test.use({ locale: 'tr-TR' });
const t = textsOf('tr');

test('a view is saved, survives a reload, gets another name, and is deleted in one of two tabs', async ({ page }) => {
  await enterAs(page, 'branch', '/applications?page=1&activeTab=all&gender=female');
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('button', { name: t('views.save'), exact: true }).click();
  const name = dialog(page).getByLabel(t('views.name'));
  await expect(name).toHaveValue(t('options.gender.female'));
  await name.fill('Yakın ışıklar');
  await dialog(page)
    .getByRole('button', { name: t('views.save.action') })
    .click();
  const views = page.getByRole('group', { name: t('views.label') });
  await expect(views.getByRole('button', { name: 'Yakın ışıklar', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page).toHaveURL(/\/applications\?view=\d+&page=1$/);

  await views.getByRole('button', { name: t('views.all'), exact: true }).click();
  await expect(page).toHaveURL(/\?page=1&activeTab=all$/);
  await page.reload();
  const answer = page.waitForResponse((response) => response.url().includes('gender=female'));
  await views.getByRole('button', { name: 'Yakın ışıklar', exact: true }).click();
  expect((await answer).status()).toBe(200);
  await expect(cards(page).first()).toBeVisible();

  const menu = page.getByRole('button', { name: t('views.menu', { name: 'Yakın ışıklar' }) });
  await menu.click();
  await page.getByRole('menuitem', { name: t('views.rename') }).click();
  await dialog(page).getByLabel(t('views.name')).fill('Çağrılacaklar');
  await dialog(page)
    .getByRole('button', { name: t('views.save.action') })
    .click();
  await expect(views.getByRole('button', { name: 'Çağrılacaklar', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  const other = await page.context().newPage();
  await signInAs(other, 'branch');
  await other.goto(page.url());
  await expect(cards(other).first()).toBeVisible();

  await page.getByRole('button', { name: t('views.menu', { name: 'Çağrılacaklar' }) }).click();
  await page.getByRole('menuitem', { name: t('views.delete') }).click();
  await dialog(page)
    .getByRole('button', { name: t('views.delete') })
    .click();
  await expect(page).toHaveURL(/\?page=1&activeTab=all$/);
  await expect(cards(page).first()).toBeVisible();
  await expect(views).toBeHidden();

  await expect(other.getByRole('heading', { name: t('views.stop.gone') })).toBeVisible();
  await expect(cards(other)).toHaveCount(0);
});

test('on a phone the chips scroll, the open view is in sight, and the page is no wider', async ({ browser }) => {
  const { context, page } = await openPhone(browser, 'tr-TR');
  await signInAs(page, 'branch');
  const views = Array.from({ length: 8 }, (_, at) => aView({ id: at + 1, name: `Görünüm ${at + 1}`, isShared: true }));
  await page.route('**/api/search/application/views', (route) =>
    route.fulfill({ json: { ok: true, payload: { views } } }),
  );
  await page.goto('/dashboard/applications?view=7');
  await expect(cards(page).first()).toBeVisible();
  const chip = page.getByRole('button', { name: `Görünüm 7 ${t('views.shared')}` });
  await expect(chip).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await context.close();
});
