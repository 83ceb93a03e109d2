import { expect } from '@playwright/test';
import { DAY } from '../../contract/constants/time';
import { now } from '../support/clock';
import { dialog } from '../support/dashboard';
import { pathOfApplicant } from './applicationViews';
import type { Scene, View } from './view';

/** An accepted appointment that begins `days` from now. */
const anAppointment = (days: number) => {
  const appointmentAt = new Date(now() + days * DAY).toISOString();
  const wallTime = appointmentAt.slice(0, 19).replace('T', ' ');
  return {
    id: 1,
    applicationId: 1,
    appointmentAt,
    startAt: wallTime,
    endAt: wallTime,
    location: { latitude: 41, longitude: 29 },
    address: null,
    workerId: 1,
    companyId: 1,
    jobId: 1,
    status: { name: 'ACTIVE' },
    user: { id: 1, firstName: 'Ayşe', lastName: 'Yılmaz', imageUrl: null },
    isApplicantCameToAppointment: null,
    isAppointmentPositive: null,
    isOfferSentToApplicant: null,
    isApplicantAcceptTheOffer: null,
    appointmentComment: null,
    statusLog: [],
    lastAnswer: null,
  };
};

/** Opens the feedback tab of an applicant with this appointment and these other fields. */
const openFeedback = async (scene: Scene, appointment: object, more: object = {}) => {
  const path = await pathOfApplicant(scene);
  const isOpen = ({ id }: { id: number }) => path.endsWith(`/${id}`);
  await scene.page.route(/\/search\/application\/\d+$/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { payload: { application: { id: number } } };
    const { application } = json.payload;
    if (isOpen(application)) json.payload.application = { ...application, ...more, appointment } as typeof application;
    await route.fulfill({ response, json });
  });
  // The list beside the applicant may arrive last.
  await scene.page.route(/\/search\/application\/all\?/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { payload: { id: number }[] };
    json.payload = json.payload.map((row) => (isOpen(row) ? { ...row, ...more } : row));
    await route.fulfill({ response, json });
  });
  await scene.go(`${path}/feedback`);
  await expect(scene.page.getByRole('tablist', { name: scene.t('applicant.tabs.label') })).toBeVisible();
};

/** The dialogs of the feedback about an appointment, of the first day and of the calendar feed. */
export const FEEDBACK_VIEWS: readonly View[] = [
  {
    role: 'branch',
    name: 'feedback before the interview',
    dialogs: ['FeedbackForm'],
    open: async (scene) => {
      const { page, t } = scene;
      await openFeedback(scene, anAppointment(1));
      await page
        .getByRole('radio', { name: t('feedback.no'), exact: true })
        .first()
        .check();
      await page.getByRole('button', { name: t('feedback.save') }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    role: 'root',
    name: 'feedback that is corrected',
    dialogs: ['CorrectionDialog'],
    open: async (scene) => {
      const { page, t } = scene;
      const recordedAt = new Date(now() - DAY).toISOString();
      await openFeedback(scene, {
        ...anAppointment(-2),
        status: { name: 'APPOINTMENT_NEGATIVE' },
        isApplicantCameToAppointment: false,
        lastAnswer: { field: 'isApplicantCameToAppointment', recordedAt, actorName: 'Selin', delivery: 'read' },
      });
      await page.getByRole('button', { name: t('feedback.correct.open') }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    role: 'branch',
    name: 'a first day that is set',
    dialogs: ['FirstDayDialog'],
    open: async (scene) => {
      const { page, t } = scene;
      const accepted = { ...anAppointment(-2), status: { name: 'OFFER_ACCEPTED' } };
      await openFeedback(scene, accepted, { status: 'accepted', isApplicantAcceptTheOffer: true, firstDay: null });
      await page.getByRole('button', { name: t('firstDay.set') }).click();
      await dialog(page)
        .getByRole('button', { name: t('firstDay.form.save') })
        .click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
  },
  {
    role: 'root',
    name: 'the calendar feed',
    dialogs: ['CalendarFeedDialog'],
    open: async ({ page, go, t }) => {
      const feed = { createdAt: new Date(now()).toISOString() };
      const payload = { url: `https://example.test/calendar/${'x'.repeat(43)}.ics`, feed };
      await page.route('**/appointment/feed', (route) =>
        route.fulfill({ json: { ok: true, payload: route.request().method() === 'GET' ? { feed: null } : payload } }),
      );
      await go('/applications?page=1&activeTab=appointment');
      await page.getByRole('button', { name: t('calendarFeed.open') }).click();
      await page.getByRole('button', { name: t('calendarFeed.create') }).click();
      await expect(page.getByLabel(t('calendarFeed.address'))).toBeVisible();
    },
  },
];
