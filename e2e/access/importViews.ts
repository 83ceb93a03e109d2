import { expect } from '@playwright/test';
import type { Scene, View } from './view';

const root = { role: 'root' } as const;

let files = 0;

/**
 * Returns a file with one right row and one with three errors. Each has another address: an import that a view holds
 * back may reach the server when the page closes.
 */
const newFile = (): string => {
  files += 1;
  return `Şube,Ad,Soyad,E-posta,Konum\nModa,Ada,Ün,moda.import${files}@demo.test,Kadıköy\n,Ada,Ün,nonsense,Hiçbiryer\n`;
};

const openImport = async ({ page, go, t }: Scene, path = '/branches/import') => {
  await go(path);
  await expect(page.getByRole('button', { name: t('imports.sample.action') })).toBeVisible();
  const buffer = Buffer.from(newFile());
  await page.locator('input[type="file"]').setInputFiles({ name: 'import.csv', mimeType: 'text/csv', buffer });
  // The correct row also counts as "to fix" until its place is found.
  await expect(page.getByText(t('imports.status.toFix'), { exact: true }).first()).toBeVisible();
};

export const IMPORT_VIEWS: readonly View[] = [
  {
    ...root,
    name: 'rows of branches from a file',
    routes: ['/branches/import'],
    open: async (scene) => {
      await openImport(scene);
      await expect(scene.page.getByText(scene.t('imports.error.placeUnknown'))).toBeVisible();
    },
  },
  {
    ...root,
    name: 'HR staff from a file',
    routes: ['/profile/import'],
    open: (scene) => openImport(scene, '/profile/import'),
  },
  {
    ...root,
    name: 'leaving an import',
    dialogs: ['ImportGuard'],
    open: async (scene) => {
      // The import never ends.
      await scene.page.route('**/branch-accounts/import', () => undefined);
      await openImport(scene);
      await scene.page.locator('main button[aria-busy]').waitFor({ state: 'detached' });
      await scene.page.locator('main button', { hasText: /(^| )1 / }).click();
      await scene.page.getByRole('progressbar').waitFor();
      await scene.page.locator('a[href="/dashboard/branches"]').first().click();
      await expect(scene.page.getByRole('button', { name: scene.t('imports.leave.stay') })).toBeFocused();
    },
  },
  {
    ...root,
    name: 'another file after a failed import',
    dialogs: ['FileStep'],
    open: async (scene) => {
      await scene.page.route('**/branch-accounts/import', (route) => route.fulfill({ status: 500, json: {} }));
      await openImport(scene);
      await scene.page.locator('main button[aria-busy]').waitFor({ state: 'detached' });
      await scene.page.locator('main button', { hasText: /(^| )1 / }).click();
      await scene.page.getByRole('alert').first().waitFor();
      await scene.page.getByRole('button', { name: scene.t('imports.file.other') }).click();
      await expect(scene.page.getByRole('button', { name: scene.t('imports.leave.stay') })).toBeFocused();
    },
  },
];
