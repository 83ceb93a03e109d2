import type { APIRequestContext } from '@playwright/test';
import { callAs } from './support/api';
import { now } from './support/clock';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

interface ListedAppointment {
  id: number;
  applicationId: number;
  jobId: number;
  appointmentAt: string;
  isCurrent: boolean;
  isApplicantCameToAppointment: boolean | null;
  status: { name: string };
  user: { firstName: string; lastName: string };
}

/** Returns a recent interview without a recorded outcome, and a function that reads its outcome. */
const recentInterview = async (request: APIRequestContext) => {
  const { call } = await callAs(request, 'hr');
  const list = () => call<ListedAppointment[]>('get', '/api/appointment/me?statusGroup=done&limit=100');
  const isRecent = ({ appointmentAt }: ListedAppointment) => now() - Date.parse(appointmentAt) < 6 * 86_400_000;
  const over = (await list()).find((row) => row.status.name === 'COMPLETED' && row.isCurrent && isRecent(row))!;
  const cameNow = async () => (await list()).find(({ id }) => id === over.id)?.isApplicantCameToAppointment;
  return { over, cameNow };
};

test('the agenda records in one press who came, and takes it back', async ({ page, request }) => {
  const { over, cameNow } = await recentInterview(request);
  await signInAs(page, 'hr');
  await page.goto('/dashboard/applications');
  await page.getByRole('tab', { name: 'Appointments' }).click();
  const name = `${over.user.firstName} ${over.user.lastName}`;
  const region = page.getByRole('region', { name: /Needs your attention/ });
  // The section shows five rows and folds the others.
  await region.getByRole('button', { name: /^Show all/ }).click();
  const row = region.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: `Came: ${name}` }).click();
  await expect(row.getByText(/You can undo this until/)).toBeVisible();
  expect(await cameNow()).toBe(true);
  await row.getByRole('button', { name: `Undo: ${name}` }).click();
  await expect(row.getByRole('button', { name: `Came: ${name}` })).toBeVisible();
  expect(await cameNow()).toBeNull();
});

test.describe('on a phone in Spanish', () => {
  test.use({ locale: 'es-ES', viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the answer that ends an application is taken back', async ({ page, request }) => {
    const { over, cameNow } = await recentInterview(request);
    await signInAs(page, 'hr');
    await page.goto(`/dashboard/jobs/detail/${over.jobId}/${over.applicationId}/feedback`);
    const question = page.getByRole('group', { name: `¿Asistió ${over.user.firstName} a la entrevista?` });
    await question.getByRole('radio', { name: 'No', exact: true }).tap();
    await expect(page.getByText(/^La solicitud sigue abierta/)).toBeVisible();
    await page.getByRole('button', { name: 'Guardar respuestas' }).tap();
    await expect(page.getByText(/Puede deshacerlo hasta las/)).toBeVisible();
    expect(await cameNow()).toBe(false);
    await page.getByRole('button', { name: 'Deshacer' }).tap();
    await expect(question.getByRole('radio', { name: 'No', exact: true })).toBeEnabled();
    await expect(page.getByText(/^Se ha quitado la respuesta/).first()).toBeVisible();
    expect(await cameNow()).toBeNull();
  });
});
