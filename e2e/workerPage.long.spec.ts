import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { findingsOf, THEMES } from './access/checks';
import { activeJobId, callAs } from './support/api';
import { now } from './support/clock';
import { answerInvitation, applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { askStore } from './support/store';
import { expect, test } from './support/test';
import { brokenWordsIn, enlarge } from './support/words';
import { inviteApplicant, wallTimeIn, workerPath } from './support/workerLink';

const PHONE = { width: 360, height: 740 };

let phone: BrowserContext;
test.beforeEach(async ({ browser, baseURL }) => {
  phone = await browser.newContext({ baseURL: baseURL!, viewport: PHONE, javaScriptEnabled: false, locale: 'tr-TR' });
});
test.afterEach(() => phone.close());

let made = 0;

const invitedApplicant = async (page: Page, language: string) => {
  const jobId = await activeJobId(page.request);
  made += 1;
  const firstName = `Nehir${made}`;
  const worker = { externalId: `link-${made}`, firstName, lastName: 'Deneme', language };
  const applicant = { jobId, firstName, ...(await applyFor(page.request, jobId, worker)) };
  const appointmentId = await inviteApplicant(page.request, applicant);
  return { ...applicant, appointmentId, path: await workerPath(page.request, applicant) };
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const notice = (page: Page, text: string) => expect(page.getByRole('status')).toHaveText(text);

test('no word breaks at 320 px with text of 140 %', async ({ page }) => {
  const { path } = await invitedApplicant(page, 'tr');
  const worker = await phone.newPage();
  await worker.setViewportSize({ width: 320, height: 740 });
  await worker.goto(path);
  await enlarge(worker);
  await expect(worker.getByRole('link', { name: 'Takvime ekle' })).toBeVisible();
  expect(await brokenWordsIn(worker.getByRole('main'))).toEqual([]);
  expect(await worker.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a worker answers on a phone without scripts, and the open page of the employer shows it', async ({ page }) => {
  const { jobId, applicationId, firstName, path } = await invitedApplicant(page, 'tr');
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/jobs/detail/${jobId}/${applicationId}/messages`);
  const log = page.getByRole('log');
  await expect(log.getByText('Moda Caddesi 12, Kadıköy')).toBeVisible();
  const agenda = await page.context().newPage();
  await agenda.goto('/dashboard/applications?page=1&activeTab=appointment');
  const row = agenda.getByRole('listitem').filter({ hasText: firstName });
  await expect(row.getByText(/^Invited · until/)).toBeVisible();

  const worker = await phone.newPage();
  await worker.goto(path);
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText('Görüşmeye davetlisiniz');
  await expect(worker.getByText(`${firstName}, `)).toBeVisible();
  await press(worker, 'Kabul ediyorum');
  await expect(log.getByText('The appointment was confirmed.')).toBeVisible();
  await notice(worker, 'Görüşmeyi kabul ettiniz.');

  await press(worker, '20 dk');
  await expect(row.getByText('+20 min')).toBeVisible();
  await notice(worker, 'Gecikeceğiniz iletildi.');

  await worker.getByText('Başka bir saat', { exact: true }).click();
  await worker.getByLabel('Size ne zaman uyar?').fill('Cuma sabahı');
  await press(worker, 'Başka bir saat iste');
  await expect(log.getByText('Cuma sabahı')).toBeVisible();
  await worker.getByLabel('Mesajınız').fill('<b>Otobüs</b> gecikti');
  await press(worker, 'Gönder');
  await expect(log.getByText('<b>Otobüs</b> gecikti')).toBeVisible();
  await notice(worker, 'Mesajınız gönderildi.');

  await worker.getByRole('link', { name: 'Español' }).click();
  await expect(worker.getByText('Su respuesta: necesito otra hora')).toBeVisible();
  await worker.getByText('No puedo ir', { exact: true }).click();
  await press(worker, 'Sí, no puedo ir');
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText('La entrevista se ha cancelado');
});

type Applicant = Awaited<ReturnType<typeof invitedApplicant>>;

/** Records that an applicant who accepted the interview got the job, and sets the first day. */
const hire = async (page: Page, { jobId, applicationId }: Applicant) => {
  const { call } = await callAs(page.request, 'branch');
  await call('put', `/api/job/detail/${jobId}/application/${applicationId}/feedback`, {
    isApplicantCameToAppointment: true,
    isAppointmentPositive: true,
    isOfferSentToApplicant: true,
    isApplicantAcceptTheOffer: true,
    status: 'offer_accepted',
  });
  const firstDay = { startsAt: wallTimeIn(7, 9), place: 'Moda Cad. 12', askFor: 'Elif', bring: 'ID card' };
  await call('put', `/api/job/application/${applicationId}/first-day`, firstDay);
};

/** Ends the link of an application, as an operator does. */
const revoke = ({ applicationId }: Applicant) =>
  askStore('update worker_links set revoked_at = $1 where application_id = $2', [new Date(now()), applicationId]);

test('a worker without scripts gets the files, confirms the first day and withdraws', async ({ page }) => {
  const hired = await invitedApplicant(page, 'en');
  await askStore(`update workers set phone = '5321234567', country_code = 'TR' where id = ${hired.workerId}`);
  const worker = await phone.newPage();
  await worker.goto(hired.path);
  await press(worker, 'Accept');
  await press(worker, '20 min');
  await notice(worker, 'They know that you will be late.');
  await press(worker, 'I am coming');
  await notice(worker, 'They know that you are coming.');
  await expect(worker.getByText('Your answer: I am coming')).toBeVisible();

  const download = async (click: () => Promise<void>): Promise<string> => {
    const [file] = await Promise.all([worker.waitForEvent('download'), click()]);
    return readFile(await file.path(), 'utf8');
  };
  const calendar = await download(() => worker.getByRole('link', { name: 'Add to calendar' }).click());
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n[^]*STATUS:CONFIRMED/);
  await worker.getByText('My data', { exact: true }).click();
  const digits = worker.getByLabel('Last four digits of your phone number');
  await digits.fill('0000');
  await press(worker, 'Download the file');
  await expect(worker.getByRole('alert')).toContainText('not the last four digits');
  await digits.fill('4567');
  const data = await download(() => press(worker, 'Download the file'));
  expect(JSON.parse(data)).toMatchObject({ appointments: [{ status: 'ACTIVE' }] });

  await hire(page, hired);
  await worker.goto(hired.path);
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText('You got the job');
  await press(worker, 'I will be there');
  await notice(worker, 'You confirmed your first day.');

  const other = await invitedApplicant(page, 'en');
  await worker.goto(other.path);
  await worker.getByText('Withdraw my application', { exact: true }).click();
  await press(worker, 'Yes, withdraw');
  await notice(worker, 'You withdrew your application.');
  await revoke(other);
  expect((await worker.goto(other.path))!.status()).toBe(404);
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText('Bu sayfa yok');
});

const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

const STATES: [title: string, reach: (page: Page, applicant: Applicant) => Promise<unknown>][] = [
  [
    'You got the job',
    async (page, applicant) => {
      await answerInvitation(page.request, applicant.appointmentId, applicant.workerId, 'active');
      await hire(page, applicant);
    },
  ],
  [
    'Not this time',
    async (page, { applicationId, appointmentId, workerId }) => {
      await answerInvitation(page.request, appointmentId, workerId, 'rejected');
      const { call } = await callAs(page.request, 'branch');
      await call('put', `/api/job/application/${applicationId}/decline`, {});
      const told = 'update application_decisions set told_at = $1 where application_id = $2';
      await askStore(told, [new Date(now()), applicationId]);
    },
  ],
  [
    'The invitation has expired',
    (_page, { applicationId }) =>
      askStore(
        `update appointments set created_at = created_at - interval '25 hours' where application_id = ${applicationId}`,
      ),
  ],
  ['This page does not exist', (_page, applicant) => revoke(applicant)],
];
for (const [index, [title, reach]] of STATES.entries())
  test(`the worker’s page “${title}” is accessible`, async ({ page }) => {
    const applicant = await invitedApplicant(page, 'en');
    await reach(page, applicant);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: THEMES[index % 2]! });
    await page.goto(applicant.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await openAll(page);
    expect(await findingsOf(page, 'en')).toEqual([]);
  });

test('the worker’s page is accessible while it asks, in the light and in the dark', async ({ page }) => {
  const { path } = await invitedApplicant(page, 'en');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await openAll(page);
  expect(await findingsOf(page, 'en')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await press(page, 'Accept');
  await notice(page, 'You accepted the interview.');
  await openAll(page);
  await page.getByLabel('Your message').evaluate((field: HTMLTextAreaElement) => field.removeAttribute('required'));
  await press(page, 'Send');
  await expect(page.getByRole('alert')).toContainText('Please write something.');
  await expect(page.getByLabel('Your message')).toBeFocused();
  await openAll(page);
  expect(await findingsOf(page, 'en')).toEqual([]);
});
