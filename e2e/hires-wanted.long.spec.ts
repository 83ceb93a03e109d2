import type { APIRequestContext } from '@playwright/test';
import { activeJobId, callAs } from './support/api';
import { dayFromNow } from './support/clock';
import { answerInvitation, applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { expect, test } from './support/test';
import { said } from './support/texts';

test.use({ locale: 'tr-TR', viewport: { width: 375, height: 740 } });

/** Publishes a job of the branch with this many applicants, and returns a function that hires the next one. */
const jobWith = async (request: APIRequestContext, title: string, count: number) => {
  const { call } = await callAs(request, 'branch');
  const { job } = await call<{ job: { id: number; user: { id: number } } }>(
    'post',
    `/api/job/${await activeJobId(request)}/copy`,
  );
  await call('put', `/api/job/${job.id}`, { title, status: 'active', hiresWanted: null });
  const applicants: Awaited<ReturnType<typeof applyFor>>[] = [];
  for (let at = 0; at < count; at += 1) {
    const externalId = `hires-${at}`;
    applicants.push(await applyFor(request, job.id, { externalId, firstName: `Aday ${at}`, lastName: 'Yeter' }));
  }
  const hireNext = async () => {
    const { applicationId, workerId } = applicants.shift()!;
    await call('put', `/api/job/application/${applicationId}/shortlist`, { isShortlisted: true });
    const day = dayFromNow(3);
    const { appointment } = await call<{ appointment: { id: number } }>('post', '/api/appointment', {
      startAt: `${day} 11:00:00`,
      endAt: `${day} 12:00:00`,
      latitude: 40.99,
      longitude: 29.03,
      address: 'Moda Cad. 12',
      workerId,
      companyId: job.user.id,
      applicationId,
    });
    await answerInvitation(request, appointment.id, workerId, 'active');
    await call('put', `/api/job/detail/${job.id}/application/${applicationId}/feedback`, {
      isApplicantCameToAppointment: true,
      isAppointmentPositive: true,
      isOfferSentToApplicant: true,
      isApplicantAcceptTheOffer: true,
      status: 'offer_accepted',
    });
  };
  return { id: job.id, hireNext };
};

test('a phone in Turkish closes a job when as many are hired as wanted, and answers the others', async ({
  page,
  request,
}) => {
  const title = 'Yeterince kasiyer';
  const { id, hireNext } = await jobWith(request, title, 4);
  await hireNext();
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/jobs/edit/${id}`);
  const field = page.getByLabel(said('tr', 'jobForm.hiresWanted'));
  await expect(page.getByText('Şimdiye kadar 1 kişi işe alındı.')).toBeVisible();
  const save = page.getByRole('button', { name: said('tr', 'jobForm.save'), exact: true });
  await field.fill('0');
  await save.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('2');
  await save.click();
  await expect(page).toHaveURL(new RegExp(`/applications\\?.*jobId=${id}`));

  await page.goto('/dashboard/jobs');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await expect(card).toContainText('1/2 kişi işe alındı');

  await page.goto('/dashboard/today');
  await expect(page.getByRole('heading', { name: said('tr', 'today.title'), level: 1 })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  const line = page.getByRole('region', { name: said('tr', 'today.filled.title') }).getByText(title);
  await expect(line).toHaveCount(0);
  // The open page shows the second hire without a reload.
  await hireNext();
  await expect(line).toHaveText(`${title}: aranan 2 kişi işe alındı. İlan kapatılıp 2 kişiye yanıt verilsin mi?`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  await page.getByRole('link', { name: `${said('tr', 'jobs.close')}: ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: said('tr', 'jobForm.close.title') });
  await expect(dialog.getByRole('checkbox', { name: /Hâlâ bekleyen 2 adaya yanıt verilsin/ })).toBeChecked();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: said('tr', 'jobForm.close.action') }).click();
  await expect(page).toHaveURL(new RegExp(`/applications\\?.*jobId=${id}`));
  const { call } = await callAs(request, 'branch');
  const declined = async () =>
    (await call<unknown[]>('get', `/api/search/application/all?jobId=${id}&decision=declined`)).length;
  await expect.poll(declined).toBe(2);

  await page.goto('/dashboard/today');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(line).toHaveCount(0);
});
