import { expect } from '@playwright/test';
import { dialog } from '../support/dashboard';
import { openApplicant } from './applicationViews';
import type { Scene, View } from './view';

/** Declines the first applicant and opens the menu of reasons. */
const openReasons = async (scene: Scene) => {
  await openApplicant(scene);
  await scene.page.keyboard.press('r');
  const bar = scene.page.getByRole('region', { name: scene.t('decisions.bar.label') });
  await bar.getByRole('button', { name: scene.t('decisions.reason') }).click();
  await expect(scene.page.getByRole('menu')).toBeVisible();
};

const branch = { role: 'branch' } as const;

/** Views of declining applicants. */
export const DECISION_VIEWS: readonly View[] = [
  {
    ...branch,
    name: 'a decline that would cancel an interview',
    dialogs: ['AppointmentQuestion'],
    open: async (scene) => {
      await openApplicant(scene);
      const appointment = { id: 1, startAt: '2030-01-02 10:00:00' };
      const json = { ok: false, key: 'application.has_appointment', appointment };
      await scene.page.route('**/decline', (route) => route.fulfill({ status: 409, json }));
      await scene.page.keyboard.press('r');
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'reasons for a decline',
    dialogs: ['DecisionActions'],
    open: openReasons,
  },
  {
    ...branch,
    name: 'another reason for a decline',
    dialogs: ['NoteDialog'],
    open: async (scene) => {
      await openReasons(scene);
      await scene.page.getByRole('menuitemradio', { name: scene.t('options.declineReason.other') }).click();
      await dialog(scene.page)
        .getByRole('button', { name: scene.t('decisions.note.action') })
        .click();
      await expect(scene.page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'declined applications',
    open: async ({ page, go, t }) => {
      await go('/applications?page=1&activeTab=declined');
      await expect(page.getByRole('tab', { name: t('applications.tabs.declined') })).toBeVisible();
    },
  },
];
