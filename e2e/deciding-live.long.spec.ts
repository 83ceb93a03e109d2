import { activeJobId, callAs } from './support/api';
import { cards } from './support/dashboard';
import { applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

test('another person’s decision and a new application appear live, and move no row by themselves', async ({
  page,
  request,
}) => {
  const jobId = await activeJobId(request);
  const worker = (firstName: string) => ({
    externalId: `live-${process.pid}-${Date.now()}`,
    firstName,
    lastName: 'Canlı',
  });
  const { applicationId } = await applyFor(request, jobId, worker('Ortak'));
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`);
  const shared = page.getByRole('article', { name: /^Ortak Canlı/ });
  await expect(shared).toBeVisible();
  await shared.getByRole('checkbox').check();
  await expect(page.getByText('1 chosen')).toBeVisible();

  const { call } = await callAs(request, 'root');
  await call('put', `/api/job/application/${applicationId}/decline`, {});
  await expect(shared.getByText('Declined', { exact: true })).toBeVisible();
  await expect(page.getByText('1 chosen')).toHaveCount(0);

  await applyFor(request, jobId, worker('Yeni'));
  await expect(page.getByText(/^1 new/)).toBeVisible();
  await expect(cards(page).first()).toContainText('Ortak Canlı');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(cards(page).first()).toContainText('Yeni Canlı');
  await expect(shared).toHaveCount(0);
});
