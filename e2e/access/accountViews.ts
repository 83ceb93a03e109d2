import { expect, type Page } from '@playwright/test';
import { dialog } from '../support/dashboard';
import { newSession } from '../support/session';
import { aPicture } from './jobViews';
import { anyOf, press, type Scene, type TextId, type View } from './view';

/** Presses a button of the open dialog. */
const pressIn = ({ page, t }: Scene, id: TextId) =>
  dialog(page)
    .getByRole('button', { name: t(id), exact: true })
    .click();

const openBranches = async ({ page, go }: Scene) => {
  await go('/branches');
  await expect(page.getByRole('listitem').filter({ hasText: 'branch@demo.test' })).toBeVisible();
};

export const openProfile = async ({ page, go, t }: Scene) => {
  await go('/profile');
  await expect(page.getByText(t('profile.field.companyAddress'))).toBeVisible();
};

export const openSettings = async ({ page, go, t }: Scene) => {
  await go('/settings');
  await expect(page.getByText(t('profile.signIns.current'), { exact: true })).toBeVisible();
};

export const openEdit = async ({ page, go }: Scene) => {
  await go('/profile/edit');
  await expect(page.locator('.leaflet-marker-icon[role="button"]')).toBeVisible();
};

const searchPlace = async ({ page, t }: Scene, text: string) => {
  await page.getByRole('combobox', { name: t('profile.field.location') }).fill(text);
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
};

const firstInvalid = (page: Page) => dialog(page).locator('[aria-invalid="true"]').first();

export const openMenu = async ({ page, go }: Scene) => {
  await go('/profile');
  await page.locator('header button[aria-haspopup="menu"]').click();
  await expect(page.getByRole('menu')).toBeVisible();
};

const openSubscription = async (scene: Scene) => {
  await openProfile(scene);
  await press(scene, 'profile.subscription.detail');
  await expect(dialog(scene.page)).toContainText('₺');
};

const root = { role: 'root' } as const;
const company = { role: 'company' } as const;

/** Views of the organisation, its people, the profile and the shell. */
export const ACCOUNT_VIEWS: readonly View[] = [
  { ...root, name: 'branches', routes: ['/branches'], open: openBranches },
  {
    ...root,
    name: 'a new branch with its errors',
    dialogs: ['BranchForm'],
    open: async (scene) => {
      await openBranches(scene);
      await press(scene, 'branches.add');
      await dialog(scene.page).locator('button[type="submit"]').click();
      await expect(firstInvalid(scene.page)).toBeFocused();
      await expect(dialog(scene.page).locator('.leaflet-container')).toBeVisible();
    },
  },
  {
    ...root,
    name: 'places found for a branch',
    open: async (scene) => {
      await openBranches(scene);
      await press(scene, 'branches.add');
      await searchPlace(scene, 'kad');
    },
  },
  {
    ...root,
    name: 'a branch that is deleted',
    dialogs: ['BranchRemoval'],
    open: async (scene) => {
      await openBranches(scene);
      await scene.page
        .getByRole('button', { name: anyOf(scene.t('staff.deleteNamed')) })
        .first()
        .click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...root,
    name: 'leaving a dialog with changes',
    open: async (scene) => {
      await openBranches(scene);
      await press(scene, 'branches.add');
      await dialog(scene.page).getByLabel(scene.t('profile.field.firstName'), { exact: true }).fill('Somebody else');
      await pressIn(scene, 'ui.cancel');
      await expect(scene.page.getByRole('button', { name: scene.t('ui.form.leave.stay') })).toBeFocused();
    },
  },
  { ...root, name: 'profile with HR staff', routes: ['/profile', '/profile/*'], open: openProfile },
  { ...root, name: 'settings', routes: ['/settings'], open: openSettings },
  {
    ...root,
    name: 'a new HR person',
    dialogs: ['HrForm'],
    open: async (scene) => {
      await openProfile(scene);
      await press(scene, 'hrStaff.add');
      await dialog(scene.page).locator('button[type="submit"]').click();
      await expect(firstInvalid(scene.page)).toBeFocused();
    },
  },
  {
    ...root,
    name: 'an HR person who is deleted',
    dialogs: ['HrStaff'],
    open: async (scene) => {
      await openProfile(scene);
      await scene.page
        .getByRole('button', { name: anyOf(scene.t('staff.deleteNamed')) })
        .first()
        .click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...root,
    name: 'a session that is ended',
    dialogs: ['SignIns'],
    open: async (scene) => {
      await newSession(scene.page.request, 'root');
      await openSettings(scene);
      await scene.page
        .getByRole('button', { name: anyOf(scene.t('profile.signIns.endNamed')) })
        .first()
        .click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...company,
    name: 'the public page of a company',
    routes: ['/page'],
    open: async ({ page, go, t }) => {
      await go('/page');
      await expect(page.getByRole('img', { name: t('yourPage.qr') })).toBeVisible();
    },
  },
  { ...company, name: 'profile with a subscription', open: openProfile },
  { ...company, name: 'a subscription', dialogs: ['SubscriptionModal'], open: openSubscription },
  {
    ...company,
    name: 'a subscription that is cancelled',
    open: async (scene) => {
      await openSubscription(scene);
      await pressIn(scene, 'profile.subscription.cancel');
      await expect(scene.page.getByRole('button', { name: scene.t('profile.subscription.yes') })).toBeVisible();
    },
  },
  { ...company, name: 'profile that is changed', routes: ['/profile/edit'], open: openEdit },
  {
    ...company,
    name: 'tax offices found',
    open: async (scene) => {
      await openEdit(scene);
      await scene.page.getByRole('combobox', { name: anyOf(scene.t('profile.field.taxOffice')) }).click();
      await expect(scene.page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    ...company,
    name: 'picture that is cut out',
    dialogs: ['CropModal'],
    open: async (scene) => {
      await openEdit(scene);
      await scene.page.locator('input[type="file"]').setInputFiles(await aPicture(700));
      await expect(dialog(scene.page).getByRole('slider')).toBeVisible();
    },
  },
  {
    ...company,
    name: 'leaving the profile with changes',
    dialogs: ['LeaveGuard'],
    open: async (scene) => {
      await openEdit(scene);
      await scene.page.getByLabel(scene.t('profile.field.lastName')).fill('Kaya');
      await press(scene, 'ui.cancel');
      await expect(scene.page.getByRole('button', { name: scene.t('profile.edit.leave.stay') })).toBeFocused();
    },
  },
  { ...company, name: 'account menu', dialogs: ['ProfileMenuOpened'], open: openMenu },
  {
    ...company,
    name: 'notices that have gone',
    dialogs: ['PastNotices'],
    open: async (scene) => {
      await openMenu(scene);
      await scene.page.getByRole('menuitem', { name: scene.t('shell.notices.title') }).click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
];
