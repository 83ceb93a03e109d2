import { expect } from '@playwright/test';
import { dialog } from '../support/dashboard';
import { newSession } from '../support/session';
import { openEdit, openSettings } from './accountViews';
import { press, type View } from './view';

/** Views that protect an account: the password prompt and the other sessions. */
export const PROTECTION_VIEWS: readonly View[] = [
  {
    role: 'root',
    name: 'all other sessions that are ended',
    dialogs: ['EndOthers'],
    open: async (scene) => {
      await newSession(scene.page.request, 'root');
      await openSettings(scene);
      await press(scene, 'profile.signIns.endOthers');
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    role: 'company',
    name: 'the password that is asked for',
    dialogs: ['PasswordDialog'],
    open: async (scene) => {
      await scene.page.route('**/api/user/profile-update', (route) =>
        route.fulfill({ status: 403, json: { ok: false, key: 'auth.reauthenticate', message: '', requestId: 'r' } }),
      );
      await openEdit(scene);
      await scene.page.getByLabel(scene.t('profile.field.lastName')).fill('Kaya');
      await press(scene, 'profile.edit.save');
      await expect(dialog(scene.page).locator('[name=password]')).toBeFocused();
    },
  },
];
