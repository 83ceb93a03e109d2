import { expect } from '@playwright/test';
import { aView } from '../../__tests__/support/views';
import { cards, dialog } from '../support/dashboard';
import type { Scene, View } from './view';

const NAME = 'Women near Kadıköy';
const SAVED = [
  aView({ name: NAME }),
  aView({ id: 13, name: 'Declined', query: { decision: 'declined' }, isShared: true }),
];

/** Opens the list with saved views, without saving any. */
const open = async ({ page, go }: Scene, query: string, views = SAVED) => {
  await page.route('**/api/search/application/views', (route) =>
    route.fulfill({ json: { ok: true, payload: { views } } }),
  );
  await go(`/applications?${query}`);
};

const openMenu = async (scene: Scene) => {
  await open(scene, 'view=12');
  await scene.page.getByRole('button', { name: scene.t('views.menu', { name: NAME }) }).click();
  await expect(scene.page.getByRole('menu')).toBeVisible();
};

const root = { role: 'root' } as const;

export const SAVED_VIEWS: readonly View[] = [
  {
    ...root,
    name: 'a saved view whose filters changed',
    open: async (scene) => {
      await open(scene, 'view=12&gender=');
      await expect(scene.page.getByRole('button', { name: scene.t('views.update') })).toBeVisible();
      await expect(cards(scene.page).first()).toBeVisible();
    },
  },
  { ...root, name: 'the menu of a saved view', dialogs: ['ViewMenu'], open: openMenu },
  {
    ...root,
    name: 'a saved view that is deleted',
    dialogs: ['ViewRemoval'],
    open: async (scene) => {
      await openMenu(scene);
      await scene.page.getByRole('menuitem', { name: scene.t('views.delete') }).click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...root,
    name: 'saving a view',
    dialogs: ['ViewDialog'],
    open: async (scene) => {
      await open(scene, 'gender=female');
      await scene.page.getByRole('button', { name: scene.t('views.save'), exact: true }).click();
      await expect(dialog(scene.page).getByLabel(scene.t('views.share'))).toBeVisible();
    },
  },
  {
    ...root,
    name: 'a saved view that is gone',
    open: async (scene) => {
      await open(scene, 'view=99');
      await expect(scene.page.getByRole('heading', { name: scene.t('views.stop.gone') })).toBeVisible();
    },
  },
];
