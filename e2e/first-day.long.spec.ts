import type { APIRequestContext } from '@playwright/test';
import { activeJobId, callAs, callAsGateway } from './support/api';
import { dayFromNow } from './support/clock';
import { answerInvitation, applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

interface Application {
  job: { userId: number };
  appointment: { id: number; rebookOf: number | null; status: { name: string } };
}

/** Creates an applicant of the branch who accepted an interview on that day. */
const interviewed = async (request: APIRequestContext, firstName: string, day: string) => {
  const jobId = await activeJobId(request);
  const { call } = await callAs(request, 'branch');
  const worker = { externalId: `first-day-${firstName}`, firstName, lastName: 'Deneme' };
  const { workerId, applicationId } = await applyFor(request, jobId, worker);
  const read = async () =>
    (await call<{ application: Application }>('get', `/api/search/application/${applicationId}`)).application;
  await call('put', `/api/job/application/${applicationId}/shortlist`, { isShortlisted: true });
  const companyId = (await read()).job.userId;
  const place = { latitude: 40.99, longitude: 29.03, address: 'Moda Cad. 12' };
  const times = { startAt: `${day} 11:00:00`, endAt: `${day} 12:00:00` };
  await call('post', '/api/appointment', { ...times, ...place, workerId, companyId, applicationId });
  const { id: appointmentId } = (await read()).appointment;
  await answerInvitation(request, appointmentId, workerId, 'active');
  const page = `/dashboard/jobs/detail/${jobId}/${applicationId}`;
  return { call, read, jobId, workerId, applicationId, appointmentId, page };
};

test.beforeEach(async ({ page }) => signInAs(page, 'branch'));

test('the first day is set, changed and confirmed', async ({ page, request }) => {
  const { call, jobId, workerId, applicationId, page: path } = await interviewed(request, 'Ilkgun', dayFromNow(2));
  await call('put', `/api/job/detail/${jobId}/application/${applicationId}/feedback`, {
    isApplicantCameToAppointment: true,
    isAppointmentPositive: true,
    isOfferSentToApplicant: true,
    isApplicantAcceptTheOffer: true,
    status: 'offer_accepted',
  });
  await page.goto(path);
  const firstDay = page.getByRole('region', { name: 'First day' });
  await firstDay.getByRole('button', { name: 'Set first day' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel(/^Place/)).toHaveValue('Moda Cad. 12');
  await form.getByLabel('Date', { exact: true }).fill(dayFromNow(7));
  await form.getByLabel('Time', { exact: true }).fill('09:00');
  await form.getByLabel(/^Who to ask for/).fill('Elif');
  await form.getByRole('button', { name: 'Save first day' }).click();
  await expect(firstDay).toContainText('Not confirmed yet');
  await expect(firstDay).toContainText('Ask for Elif');

  await firstDay.getByRole('button', { name: 'Change' }).click();
  await form.getByLabel('Time', { exact: true }).fill('10:30');
  await form.getByRole('button', { name: 'Save first day' }).click();
  await expect(firstDay).toContainText('10:30');
  // The open page shows the worker's answer by itself.
  const confirmation = `/worker-gateway/applications/${applicationId}/first-day/confirmation`;
  await callAsGateway(request).call('put', confirmation, { workerId });
  await expect(firstDay).toContainText('Confirmed by Ilkgun');
});

test('a missed interview is invited again, and a calendar follows the appointments', async ({ page, request }) => {
  const { call, read, appointmentId, page: path } = await interviewed(request, 'Gelmeyen', dayFromNow(8));
  await call('post', '/api/appointment/feedback', { appointmentId, feedback: 'worker_did_not_come', text: '' });
  await page.goto(`${path}/appointment`);
  await expect(page.getByText('Second invitation after a missed interview')).toBeVisible();
  await page.getByLabel('Date', { exact: true }).fill(dayFromNow(9));
  await page.getByLabel('Time', { exact: true }).fill('12:00');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cancel appointment' })).toBeVisible();
  expect((await read()).appointment).toMatchObject({ rebookOf: appointmentId, status: { name: 'WAITING' } });

  await page.goto('/dashboard/applications?page=1&activeTab=appointment');
  await page.getByRole('button', { name: 'Subscribe in your calendar' }).click();
  await page.getByRole('button', { name: 'Create address' }).click();
  const url = await page.getByLabel('Your calendar address').inputValue();
  const { pathname } = new URL(url);
  expect(await (await request.get(pathname)).text()).toContain('Gelmeyen D.');
  await page.getByRole('button', { name: 'Stop subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Stop the subscription?' });
  await question.getByRole('button', { name: 'Stop subscription' }).click();
  await expect(page.getByText('The subscription was stopped.')).toBeVisible();
  expect((await request.get(pathname)).status()).toBe(404);
});
