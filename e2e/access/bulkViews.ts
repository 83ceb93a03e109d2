import { expect, type Page } from '@playwright/test';
import { aBulk, aRunningBulk } from '../../__tests__/support/bulks';
import { cards, dialog } from '../support/dashboard';
import type { Scene, View } from './view';

const BULK = aBulk();
const RUNNING = aRunningBulk();
const ITEM = { applicationId: 1, jobId: 1, name: 'Ayşe Yılmaz', outcome: 'skipped', key: 'application.withdrawn' };
const PREVIEW = { matches: 312, ready: 298, skips: BULK.skips, samples: [] };

/** Answers the calls of bulk actions, so that no application changes. */
const answer = async (page: Page, bulk: object) => {
  const reply = (payload: unknown) => ({ json: { ok: true, payload, total: 1 } });
  await page.route(/\/job\/application\/bulk/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/preview')) return route.fulfill(reply({ preview: PREVIEW }));
    if (pathname.endsWith('/items')) return route.fulfill(reply([ITEM]));
    const isList = pathname.endsWith('/bulk') && route.request().method() === 'GET';
    return route.fulfill(reply(isList ? [bulk] : { bulk }));
  });
};

const choose = async ({ page, go }: Scene) => {
  await go('/applications?page=1&activeTab=all');
  await cards(page).first().focus();
  await page.keyboard.press('x');
};

const openDecline = async (scene: Scene, bulk: object) => {
  await answer(scene.page, bulk);
  await choose(scene);
  const bar = scene.page.getByRole('region', { name: scene.t('bulk.bar') });
  await bar.getByRole('button', { name: scene.t('bulk.action.decline') }).click();
  await expect(dialog(scene.page).getByRole('list').first()).toBeVisible();
};

const decline = async (scene: Scene, bulk: object) => {
  await openDecline(scene, bulk);
  await dialog(scene.page).locator('[type="submit"]').click();
  await expect(scene.page.getByRole('region', { name: scene.t('bulk.progress') })).toBeVisible();
};

const branch = { role: 'branch' } as const;

/** Views of actions on many applications. */
export const BULK_VIEWS: readonly View[] = [
  {
    ...branch,
    name: 'chosen applications',
    open: async (scene) => {
      await choose(scene);
      await expect(scene.page.getByRole('region', { name: scene.t('bulk.bar') })).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'many applications to decline',
    dialogs: ['BulkDialog'],
    open: (scene) => openDecline(scene, BULK),
  },
  {
    ...branch,
    name: 'bulk action at work',
    open: async (scene) => {
      await decline(scene, RUNNING);
      await expect(scene.page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    },
  },
  {
    ...branch,
    name: 'results of a bulk action',
    dialogs: ['BulkResults'],
    open: async (scene) => {
      await decline(scene, BULK);
      await scene.page.getByRole('button', { name: scene.t('bulk.who') }).click();
      await expect(dialog(scene.page).getByRole('link')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'recent bulk actions',
    dialogs: ['RecentBulks'],
    open: async ({ page, t, go }) => {
      await answer(page, BULK);
      await go('/jobs');
      await page.locator('header [aria-haspopup="menu"]').click();
      await page.getByRole('menuitem', { name: t('bulk.recent') }).click();
      await expect(dialog(page).getByRole('button', { name: t('decisions.undo') })).toBeVisible();
    },
  },
];
