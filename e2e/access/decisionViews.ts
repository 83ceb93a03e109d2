import { expect } from '@playwright/test';
import { cards, dialog } from '../support/dashboard';
import type { Scene, View } from './view';

/** Declines the first applicant who still waits for a decision. */
const declineFirst = async ({ page, t, go }: Scene) => {
  await go('/jobs/detail/0?page=1&activeTab=all');
  const waiting = cards(page).filter({ has: page.locator('[data-decline]') });
  await waiting.first().getByRole('link').first().click();
  await page.getByRole('button', { name: t('applicant.decline'), exact: true }).click();
};

/** Declines an applicant and opens the menu of reasons. */
const openReasons = async (scene: Scene) => {
  await declineFirst(scene);
  const bar = scene.page.getByRole('region', { name: scene.t('decisions.bar.label') });
  await bar.getByRole('button', { name: scene.t('decisions.reason') }).click();
  await expect(scene.page.getByRole('menu')).toBeVisible();
};

const branch = { role: 'branch' } as const;

export const DECISION_VIEWS: readonly View[] = [
  {
    ...branch,
    name: 'a decline that would cancel an interview',
    dialogs: ['AppointmentQuestion'],
    open: async (scene) => {
      const appointment = { id: 1, startAt: '2030-01-02 10:00:00' };
      const json = { ok: false, key: 'application.has_appointment', appointment };
      await scene.page.route('**/decline', (route) => route.fulfill({ status: 409, json }));
      await declineFirst(scene);
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'an offer to decline the other application',
    open: async (scene) => {
      const open = { applicationId: 1, jobTitle: 'Garson', firstName: 'Ayşe', lastName: 'Yılmaz' };
      const withOther = (row: object) => ({ ...row, otherWay: { by: 'app', open } });
      // Both answers must hold the row: that of the decline, and that of the reload after the change's event.
      await scene.page.route(/\/(application\/\d+\/decline|search\/application\/\d+)$/, async (route) => {
        const reply = await route.fetch();
        const json = (await reply.json()) as { payload: { application: object } };
        json.payload.application = withOther(json.payload.application);
        await route.fulfill({ response: reply, json });
      });
      await scene.page.route(/\/search\/application\/all\?/, async (route) => {
        const reply = await route.fetch();
        const json = (await reply.json()) as { payload: object[] };
        await route.fulfill({ response: reply, json: { ...json, payload: json.payload.map(withOther) } });
      });
      await declineFirst(scene);
      await expect(
        scene.page
          .getByRole('region', { name: scene.t('decisions.bar.label') })
          .getByRole('button', { name: /Ayşe Y\./ }),
      ).toBeVisible();
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
