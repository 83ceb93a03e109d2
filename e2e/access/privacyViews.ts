import { expect } from '@playwright/test';
import { dialog } from '../support/dashboard';
import { openApplicant } from './applicationViews';
import { anyOf, type View } from './view';

/** Views of privacy. */
export const PRIVACY_VIEWS: readonly View[] = [
  {
    role: 'root',
    name: 'privacy',
    routes: ['/privacy'],
    open: async ({ page, go, t }) => {
      await go('/privacy');
      await expect(page.getByRole('button', { name: t('privacy.retention.save') })).toBeVisible();
    },
  },
  {
    role: 'root',
    name: 'a shorter retention',
    dialogs: ['RetentionForm'],
    open: async ({ page, go, t }) => {
      await go('/privacy');
      await page.getByRole('radio').first().click();
      await page.getByRole('button', { name: t('privacy.retention.save') }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    role: 'root',
    name: 'a person who is erased',
    dialogs: ['EraseDialog'],
    open: async (scene) => {
      await openApplicant(scene);
      await scene.page.getByRole('link', { name: scene.t('applicant.privacy') }).click();
      await scene.page
        .getByRole('button', { name: anyOf(scene.t('privacy.erase.named')) })
        .first()
        .click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
];
