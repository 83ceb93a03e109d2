import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { activeJobId, callAs } from './support/api';
import { dayFromNow } from './support/clock';
import { answerInvitation, applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { expect, test } from './support/test';
import { workerPath } from './support/workerLink';

interface Applicant {
  jobId: number;
  workerId: number;
  applicationId: number;
  firstName: string;
}

let made = 0;

/** Creates a new applicant for an active job of the branch. */
const newApplicant = async (request: APIRequestContext): Promise<Applicant> => {
  const jobId = await activeJobId(request);
  made += 1;
  const firstName = `Yolcu${made}`;
  const worker = { externalId: `journey-${made}`, firstName, lastName: 'Deneme' };
  return { jobId, firstName, ...(await applyFor(request, jobId, worker)) };
};

const open = async (
  page: Page,
  { jobId, applicationId, firstName }: Applicant,
  tab: 'appointment' | 'feedback' | 'messages',
) => {
  await page.goto(`/dashboard/jobs/detail/${jobId}/${applicationId}/${tab}`);
  await expect(page.getByRole('heading', { name: new RegExp(firstName) }).first()).toBeVisible();
};

const shortlist = async (page: Page, { firstName }: Applicant) => {
  await page.getByRole('button', { name: `Add ${firstName} to the shortlist`, exact: true }).click();
  await expect(page.getByLabel('Date', { exact: true })).toBeVisible();
};

const invite = async (page: Page, day: string, time: string) => {
  await page.getByLabel('Date', { exact: true }).fill(day);
  await page.getByLabel('Time', { exact: true }).fill(time);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
};

const cancel = async (page: Page) => {
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel the appointment' }).click();
};

const shown = (day: string) => day.split('-').reverse().join('/');

const appointmentOf = async (request: APIRequestContext, { applicationId }: Applicant) => {
  const { call } = await callAs(request, 'branch');
  const { application } = await call<{
    application: { appointment: { id: number; startAt: string; status: { name: string } } | null };
  }>('get', `/api/search/application/${applicationId}`);
  return application.appointment;
};

test.beforeEach(async ({ page }) => signInAs(page, 'branch'));

test('the whole chain: shortlist, invitation, answer, attendance, interview, offer, acceptance', async ({
  page,
  request,
}) => {
  const applicant = await newApplicant(request);
  const { firstName } = applicant;
  await open(page, applicant, 'appointment');
  await expect(page.getByText(/You can only invite applicants on the shortlist/)).toBeVisible();
  await shortlist(page, applicant);
  const day = dayFromNow(3);
  await invite(page, day, '11:05');
  await expect(page.getByText('The invitation was sent.')).toBeVisible();

  // The browser’s clock is set to New York; the appointment is in Istanbul time.
  const heading = page.getByRole('heading', { name: new RegExp(`${shown(day)}.*11:05–12:05`) });
  await expect(heading).toBeVisible();
  const invited = (await appointmentOf(request, applicant))!;
  expect(invited).toMatchObject({ startAt: `${day} 11:05:00`, status: { name: 'WAITING' } });

  await open(page, applicant, 'messages');
  await expect(
    page
      .getByRole('log')
      .getByText(`${shown(day)} 11:05`)
      .first(),
  ).toBeVisible();
  await open(page, applicant, 'feedback');
  await expect(page.getByText('The applicant hasn’t answered yet')).toBeVisible();
  await answerInvitation(request, invited.id, applicant.workerId, 'active');
  await page.reload();

  const pick = (question: RegExp, answer: string) =>
    page.getByRole('group', { name: question }).getByRole('radio', { name: answer, exact: true }).check();
  await expect(
    page
      .getByRole('group', { name: /interview go well/ })
      .getByRole('radio')
      .first(),
  ).toBeDisabled();
  await pick(/come to the interview/, 'Yes');
  await page.getByLabel('Comment on the appointment').fill('Came on time');
  /** The interview is in three days, so that each answer asks first. */
  const save = async () => {
    await page.getByRole('button', { name: 'Save answers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Record it now' }).click();
  };
  await save();
  await expect(page.getByText('Your answers were saved.').first()).toBeVisible();
  await expect(
    page
      .getByRole('group', { name: /come to the interview/ })
      .getByRole('radio')
      .first(),
  ).toBeDisabled();
  await expect(page.getByText('Came on time')).toBeVisible();

  for (const [question, status] of [
    [/interview go well/, 'APPOINTMENT_POSITIVE'],
    [/make .* an offer/, 'OFFER_SENT'],
    [/accept the offer/, 'OFFER_ACCEPTED'],
  ] as const) {
    await pick(question, 'Yes');
    await save();
    await expect(page.getByRole('group', { name: question }).getByRole('radio').first()).toBeDisabled();
    expect((await appointmentOf(request, applicant))?.status.name).toBe(status);
  }
  await page.reload();
  await expect(page.getByText(new RegExp(`Recorded: offer accepted\\. ${firstName} was notified`))).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Removed\./)).toBeVisible();
  await expect(page.getByText(/Recorded: offer sent\./)).toBeVisible();
  expect((await appointmentOf(request, applicant))?.status.name).toBe('OFFER_SENT');
  await pick(/accept the offer/, 'Yes');
  await expect(page.getByText(`This completes ${firstName}’s application`)).toBeVisible();
  await save();
  await expect(page.getByText(/Recorded: offer accepted\./)).toBeVisible();
  await open(page, applicant, 'messages');
  await expect(page.getByRole('log').getByText('Önceki kayıt yanlışlıkla yapılmıştı.')).toBeVisible();
  await open(page, applicant, 'appointment');
  await expect(page.getByText(`${firstName} has accepted your offer.`)).toBeVisible();
});

test('the form refuses a past time and an overlap, and an invitation can be cancelled', async ({ page, request }) => {
  const applicant = await newApplicant(request);
  await open(page, applicant, 'appointment');
  await shortlist(page, applicant);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await invite(page, dayFromNow(-1), '11:00');
  await expect(page.getByText('Choose a time in the future.')).toBeVisible();

  // Errors from the server are shown at their fields.
  await page.route('**/api/appointment', (route) =>
    route.fulfill({
      status: 400,
      json: {
        ok: false,
        key: 'error.invalid_request',
        message: '',
        requestId: 'r-1',
        errors: { children: { startAt: { errors: ['appointmentDateError'] } } },
      },
    }),
  );
  const day = dayFromNow(4);
  await invite(page, day, '11:00');
  await expect(page.getByText('Choose a time in the future.')).toHaveCount(2);
  await page.unroute('**/api/appointment');

  await page.route('**/api/appointment', (route) =>
    route.fulfill({ status: 409, json: { ok: false, key: 'appointment.overlap', message: '', requestId: 'r-2' } }),
  );
  await invite(page, day, '12:00');
  await expect(page.getByText(/already has an appointment with you at that time/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose another time' }).click();
  await expect(page.getByLabel('Time', { exact: true })).toBeFocused();
  await page.unroute('**/api/appointment');

  await invite(page, day, '12:30');
  await cancel(page);
  await expect(page.getByText('The appointment was canceled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
  expect((await appointmentOf(request, applicant))?.status.name).toBe('CANCELLED_OUTSIDE_24H');
});

test(
  'after a rejected invitation a second one can be sent and then cancelled',
  { tag: '@long' },
  async ({ page, request }) => {
    const applicant = await newApplicant(request);
    await open(page, applicant, 'appointment');
    await shortlist(page, applicant);
    await invite(page, dayFromNow(5), '09:00');
    await cancel(page);
    await invite(page, dayFromNow(5), '09:30');
    // The outcome of the earlier cancellation does not close this dialog.
    await page.getByRole('button', { name: 'Cancel appointment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep appointment' }).click();
    await answerInvitation(request, (await appointmentOf(request, applicant))!.id, applicant.workerId, 'rejected');
    await page.reload();
    await expect(page.getByText(/has declined\. You can suggest another time/)).toBeVisible();

    await invite(page, dayFromNow(6), '10:00');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar (.ics)' }).click();
    const calendar = await readFile(await (await download).path(), 'utf8');
    expect(calendar).toContain('BEGIN:VEVENT');

    await page.getByRole('button', { name: 'Cancel appointment' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('more than 24 hours away');
    await dialog.getByRole('button', { name: 'Yes, cancel the appointment' }).click();
    await expect(page.getByText('The appointment was canceled.')).toBeVisible();
    expect((await appointmentOf(request, applicant))?.status.name).toBe('CANCELLED_OUTSIDE_24H');
    await open(page, applicant, 'feedback');
    await expect(page.getByText('No appointment yet')).toBeVisible();
  },
);

test('an invitation in two taps moves in three presses, and the worker’s page shows and accepts the new time', async ({
  page,
  request,
}) => {
  const applicant = await newApplicant(request);
  await open(page, applicant, 'appointment');
  await shortlist(page, applicant);
  const times = page.getByRole('group', { name: 'Suggested times' }).getByRole('button');
  await expect(times).toHaveCount(4);
  const desktop = page.viewportSize()!;
  await page.setViewportSize({ width: 375, height: 740 });
  await times.nth(3).click();
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await expect(invite).toBeInViewport();
  await invite.click();
  await expect(page.getByText('The invitation was sent.')).toBeVisible();
  await page.setViewportSize(desktop);
  const invited = (await appointmentOf(request, applicant))!;
  await answerInvitation(request, invited.id, applicant.workerId, 'active');
  await expect(page.getByText(`${applicant.firstName} has accepted.`)).toBeVisible();

  await page.getByRole('button', { name: 'Change time' }).click();
  // The present time is never suggested.
  await expect(times).toHaveCount(4);
  await times.nth(3).click();
  await page.getByRole('button', { name: 'Change time' }).click();
  await expect(page.getByText('The time was changed.')).toBeVisible();
  const moved = (await appointmentOf(request, applicant))!;
  expect(moved).toMatchObject({ id: invited.id, status: { name: 'WAITING' } });
  expect(moved.startAt).not.toBe(invited.startAt);

  const worker = await page.context().newPage();
  await worker.goto(`${await workerPath(request, applicant)}?lang=en`);
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText('Your interview has a new time');
  await expect(worker.locator('.big time')).toContainText(moved.startAt.slice(11, 16));
  await worker.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(worker.getByRole('status')).toHaveText('You accepted the interview.');
  await expect(page.getByText(`${applicant.firstName} has accepted.`)).toBeVisible();
  const { id, startAt } = moved;
  expect(await appointmentOf(request, applicant)).toMatchObject({ id, startAt, status: { name: 'ACTIVE' } });
});
