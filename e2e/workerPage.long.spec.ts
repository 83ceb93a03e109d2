import type { BrowserContext, Page } from '@playwright/test';
import { findingsOf } from './access/checks';
import { activeJobId } from './support/api';
import { applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { expect, test } from './support/test';
import { inviteApplicant, workerPath } from './support/workerLink';

const PHONE = { width: 360, height: 740 };
/** How soon the employer's open page shows what the worker did. */
const SOON = { timeout: 2_000 };

let phone: BrowserContext;
test.beforeEach(async ({ browser, baseURL }) => {
  phone = await browser.newContext({ baseURL: baseURL!, viewport: PHONE, javaScriptEnabled: false, locale: 'tr-TR' });
});
test.afterEach(() => phone.close());

const invitedApplicant = async (page: Page, language: string) => {
  const jobId = await activeJobId(page.request);
  const firstName = `Nehir${Date.now().toString(36)}`;
  const worker = { externalId: `link-${process.pid}-${Date.now()}`, firstName, lastName: 'Deneme', language };
  const applicant = { jobId, firstName, ...(await applyFor(page.request, jobId, worker)) };
  await inviteApplicant(page.request, applicant);
  return { ...applicant, path: await workerPath(page.request, applicant) };
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const notice = (page: Page, text: string) => expect(page.getByRole('status')).toHaveText(text);

test('a worker answers on a phone without scripts, and the open page of the employer shows it', async ({ page }) => {
  const { jobId, applicationId, firstName, path } = await invitedApplicant(page, 'tr');
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/jobs/detail/${jobId}/${applicationId}/messages`);
  const log = page.getByRole('log');
  await expect(log.getByText('Moda Caddesi 12, Kadıköy')).toBeVisible();
  const agenda = await page.context().newPage();
  await agenda.goto('/dashboard/applications?page=1&activeTab=appointment');
  const row = agenda.getByRole('listitem').filter({ hasText: firstName });
  await expect(row.getByText('Waiting')).toBeVisible();

  const worker = await phone.newPage();
  await worker.goto(path);
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText('Görüşmeye davetlisiniz');
  await expect(worker.getByText(`${firstName}, `)).toBeVisible();
  await press(worker, 'Kabul ediyorum');
  await expect(log.getByText('The appointment was confirmed.')).toBeVisible(SOON);
  await notice(worker, 'Görüşmeyi kabul ettiniz.');

  await press(worker, '20 dk');
  await expect(row.getByText('+20 min')).toBeVisible(SOON);
  await notice(worker, 'Gecikeceğiniz iletildi.');

  await worker.getByText('Başka bir saat', { exact: true }).click();
  await worker.getByLabel('Size ne zaman uyar?').fill('Cuma sabahı');
  await press(worker, 'Başka bir saat iste');
  await expect(log.getByText('Cuma sabahı')).toBeVisible(SOON);
  await worker.getByLabel('Mesajınız').fill('<b>Otobüs</b> gecikti');
  await press(worker, 'Gönder');
  await expect(log.getByText('<b>Otobüs</b> gecikti')).toBeVisible(SOON);
  await notice(worker, 'Mesajınız gönderildi.');

  await worker.getByRole('link', { name: 'Español' }).click();
  await expect(worker.getByText('Su respuesta: necesito otra hora')).toBeVisible();
  await worker.getByText('No puedo ir', { exact: true }).click();
  await press(worker, 'Sí, no puedo ir');
  await expect(worker.getByRole('heading', { level: 1 })).toHaveText('La entrevista se ha cancelado');
});

test('the worker’s page is accessible in every state, in the light and in the dark', async ({ page }) => {
  const { path } = await invitedApplicant(page, 'en');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const openAll = () =>
    page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
  await page.goto(path);
  await openAll();
  expect(await findingsOf(page, 'en')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await press(page, 'Accept');
  await notice(page, 'You accepted the interview.');
  await openAll();
  await page.getByLabel('Your message').evaluate((field: HTMLTextAreaElement) => field.removeAttribute('required'));
  await press(page, 'Send');
  await expect(page.getByRole('alert')).toContainText('Please write something.');
  await expect(page.getByLabel('Your message')).toBeFocused();
  await openAll();
  expect(await findingsOf(page, 'en')).toEqual([]);
});
