import { callAs } from './support/api';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

interface ListedAppointment {
  id: number;
  appointmentAt: string;
  isCurrent: boolean;
  isApplicantCameToAppointment: boolean | null;
  status: { name: string };
  user: { firstName: string; lastName: string };
}

test('the agenda records in one press who came, and takes it back', async ({ page, request }) => {
  const { call } = await callAs(request, 'hr');
  const list = () => call<ListedAppointment[]>('get', '/api/appointment/me?statusGroup=done&limit=100');
  const isRecent = ({ appointmentAt }: ListedAppointment) => Date.now() - Date.parse(appointmentAt) < 6 * 86_400_000;
  const over = (await list()).find((row) => row.status.name === 'COMPLETED' && row.isCurrent && isRecent(row))!;
  const cameNow = async () => (await list()).find(({ id }) => id === over.id)?.isApplicantCameToAppointment;
  await signInAs(page, 'hr');
  await page.goto('/dashboard/applications');
  await page.getByRole('tab', { name: 'Appointments' }).click();
  const name = `${over.user.firstName} ${over.user.lastName}`;
  const row = page
    .getByRole('region', { name: /Needs you/ })
    .getByRole('listitem')
    .filter({ hasText: name });
  await row.getByRole('button', { name: `Came: ${name}` }).click();
  await expect(row.getByText(/You can undo this until/)).toBeVisible();
  expect(await cameNow()).toBe(true);
  await row.getByRole('button', { name: `Undo: ${name}` }).click();
  await expect(row.getByRole('button', { name: `Came: ${name}` })).toBeVisible();
  expect(await cameNow()).toBeNull();
});
