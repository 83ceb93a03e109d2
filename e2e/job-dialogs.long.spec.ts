import { noAnswer } from './support/dashboard';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

test('a program renamed to a picture is refused', async ({ page }) => {
  await enterAs(page, 'branch', '/jobs/create');
  const file = { name: 'setup.png', mimeType: 'image/png', buffer: Buffer.from('MZ\u0090 this program') };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText('We can’t read this file as a picture.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a server that stops keeps the job that is being written', async ({ page, world }) => {
  await enterAs(page, 'branch', '/jobs/create');
  await page.getByLabel('Title').fill('Sunucu giderken');
  await page.getByRole('combobox', { name: 'Position' }).fill('gar');
  await page.getByRole('option', { name: 'Garson', exact: true }).click();
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Part time').check();
  await page.getByLabel('How applicants can reach you').selectOption({ label: 'By message' });
  await page.getByRole('group', { name: 'Workplaces' }).getByRole('checkbox').first().check();
  await world.stopServer();
  await page.getByLabel('Description').fill('Yazılırken sunucu durdu.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(noAnswer(page)).toBeVisible();
  await expect(page.getByText(/Draft saved on this device/)).toBeVisible();
  await world.startServer();
  await page.reload();
  await expect(page.getByText('We restored what you had typed.')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Yazılırken sunucu durdu.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(/\/dashboard\/jobs$/);
  await expect(page.getByRole('row').filter({ hasText: 'Sunucu giderken' })).toHaveCount(1);
});
