import { activeJobId, callAs } from './support/api';
import { cards, openPhone } from './support/dashboard';
import { dayFromNow } from './support/clock';
import { answerInvitation, applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { boxOf } from './support/settled';
import { expect, test } from './support/test';

interface Application {
  job: { userId: number };
  appointment: { id: number };
}

test('the chips and the bar follow an invitation, its answer and a decline', async ({ page, request }) => {
  const jobId = await activeJobId(request);
  const worker = (firstName: string) => ({ externalId: `stage-${firstName.length}`, firstName, lastName: 'Aşama' });
  const asked = await applyFor(request, jobId, worker('Davetli'));
  await applyFor(request, jobId, worker('Diğer'));
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`);
  const bar = page.getByRole('group', { name: 'Stage' });
  const numberOf = async (name: string) => {
    const text = await bar.locator('label').filter({ hasText: name }).textContent();
    return Number(text!.replace(name, '').replaceAll(',', ''));
  };
  const card = page.getByRole('article', { name: /^Davetli Aşama/ });
  await expect(card.getByText('New', { exact: true })).toBeVisible();
  await expect(bar.getByRole('radio', { name: /^All/ })).toBeChecked();
  const before = {
    invited: await numberOf('Invited'),
    approved: await numberOf('Approved'),
    declined: await numberOf('Declined'),
  };

  await card.getByRole('button', { name: /to the shortlist/ }).click();
  await expect(card.getByText('Shortlisted', { exact: true })).toBeVisible();
  // A colleague invites, and the worker answers on their phone.
  const { call } = await callAs(request, 'hr');
  const read = async () =>
    (await call<{ application: Application }>('get', `/api/search/application/${asked.applicationId}`)).application;
  const day = dayFromNow(3);
  await call('post', '/api/appointment', {
    ...{ startAt: `${day} 11:00:00`, endAt: `${day} 12:00:00`, latitude: 40.99, longitude: 29.03, address: 'Moda' },
    ...{ workerId: asked.workerId, applicationId: asked.applicationId, companyId: (await read()).job.userId },
  });
  await expect(card.getByText(/^Invited · until/)).toBeVisible();
  await expect.poll(() => numberOf('Invited')).toBe(before.invited + 1);
  await answerInvitation(request, (await read()).appointment.id, asked.workerId, 'active');
  await expect(card.getByText(/^Approved · .* 11:00$/)).toBeVisible();
  await expect.poll(() => numberOf('Approved')).toBe(before.approved + 1);
  await expect.poll(() => numberOf('Invited')).toBe(before.invited);
  await page.getByRole('button', { name: 'Decline Diğer Aşama' }).click();
  await expect.poll(() => numberOf('Declined')).toBe(before.declined + 1);

  await bar.getByText('Approved').click();
  await expect(page).toHaveURL(/activeTab=all&stage=accepted/);
  await expect(card).toBeVisible();
  await expect(cards(page).filter({ hasNotText: 'Approved' })).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/stage=/);
  await expect(bar.getByRole('radio', { name: /^All/ })).toBeChecked();
  await bar.getByText('Declined').click();
  await expect(page).toHaveURL(/activeTab=declined/);
  await expect(page.getByText('Diğer Aşama').first()).toBeVisible();
  // The applicant's page, the appointments and the inbox say the same.
  await page.goto(`/dashboard/jobs/detail/${jobId}/${asked.applicationId}`);
  await expect(
    page
      .getByRole('main')
      .getByText(/^Approved · /)
      .first(),
  ).toBeVisible();
  await page.goto('/dashboard/inbox');
  await expect(page.getByRole('link', { name: /Davetli Aşama/ }).getByText(/^Approved · /)).toBeVisible();
});

test('on a phone the bar scrolls sideways, begins at its first choice and shows the chosen one', async ({
  browser,
}) => {
  const { context, page } = await openPhone(browser, 'tr-TR');
  await signInAs(page, 'branch');
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  const choices = page.getByRole('group', { name: 'Aşama' }).locator('label');
  await expect(choices.first()).toContainText(/\d/);
  const box = (at: number) => boxOf(choices.nth(at));
  expect((await box(0)).x).toBeGreaterThanOrEqual(8);
  expect((await box(0)).height).toBeGreaterThanOrEqual(44);
  const last = (await choices.count()) - 1;
  expect((await box(last)).x).toBeGreaterThan(375);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.goto('/dashboard/applications?page=1&activeTab=declined');
  await expect(choices.last()).toContainText(/\d/);
  const chosen = choices.filter({ has: page.getByRole('radio', { checked: true }) });
  await expect
    .poll(async () => {
      const { x, width } = await boxOf(chosen);
      return x + width;
    })
    .toBeLessThanOrEqual(375);
  await choices.first().click();
  // The tabs before the bar are in sight again.
  await expect(page.getByRole('tab').first()).toBeInViewport({ ratio: 1 });
  await context.close();
});
