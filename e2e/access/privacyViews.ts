import { expect } from '@playwright/test';
import { dialog } from '../support/dashboard';
import { openApplicant } from './applicationViews';
import { anyOf, type Scene, type TextId, type View } from './view';

/** An answer with a request of a worker, because the demo has none. */
const ONE_REQUEST = {
  ok: true,
  payload: [
    {
      id: 1,
      kind: 'data',
      state: 'open',
      worker: { id: 1, firstName: 'Ayşe', lastName: 'Yılmaz', imageUrl: null, isOnHold: false },
      application: null,
      createdAt: '2026-01-01T10:00:00.000Z',
      dueAt: '2026-01-31T10:00:00.000Z',
      closedAt: null,
    },
  ],
  total: 1,
};

/** An answer with people who are due, because no application of the demo is old enough. */
const DUE_PEOPLE = {
  ok: true,
  payload: { retention: { from: null, due: [6, 12, 24].map((months) => ({ months, people: 212 })) } },
};

/** Matches the name of a button that ends with the person's name. */
const namedBy = (t: Scene['t'], text: TextId) => anyOf(t('agenda.of', { action: t(text) }));

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
    name: 'the list of people who are due',
    open: async ({ page, go, t }) => {
      await page.route('**/api/privacy/retention', (route) => route.fulfill({ json: DUE_PEOPLE }));
      await go('/privacy');
      await expect(page.getByRole('button', { name: t('privacy.retention.file') })).toBeVisible();
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
    name: 'a request that is closed',
    dialogs: ['AnswerDialog'],
    open: async ({ page, go, t }) => {
      await page.route('**/api/privacy/requests?*', (route) => route.fulfill({ json: ONE_REQUEST }));
      await go('/privacy');
      await page
        .getByRole('button', { name: namedBy(t, 'privacy.answer') })
        .first()
        .click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    role: 'root',
    name: 'data that are put on hold',
    dialogs: ['PutDialog'],
    open: async (scene) => {
      await openApplicant(scene);
      await scene.page.getByRole('link', { name: scene.t('applicant.privacy') }).click();
      await scene.page
        .getByRole('button', { name: namedBy(scene.t, 'privacy.hold') })
        .first()
        .click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    role: 'root',
    name: 'data that are released from a hold',
    dialogs: ['ReleaseDialog'],
    open: async ({ page, go, t }) => {
      const [request] = ONE_REQUEST.payload;
      const held = { ...ONE_REQUEST, payload: [{ ...request, worker: { ...request?.worker, isOnHold: true } }] };
      await page.route('**/api/privacy/requests?*', (route) => route.fulfill({ json: held }));
      await go('/privacy');
      await page
        .getByRole('button', { name: namedBy(t, 'privacy.release') })
        .first()
        .click();
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
        .getByRole('button', { name: namedBy(scene.t, 'privacy.erase') })
        .first()
        .click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
];
