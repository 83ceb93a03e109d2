import type { APIRequestContext } from '@playwright/test';
import { activeJobId, callAs } from './support/api';
import { applyFor, writeAsWorker } from './support/gateway';
import { expectSent, input } from './support/inbox';
import { PASSWORD } from './support/dashboard';
import { sessionOf, signInAs } from './support/session';
import { expect, test } from './support/test';

let made = 0;

/** Lets a new worker apply to the branch and returns a function by which the worker writes. */
const writer = async (request: APIRequestContext, firstName: string) => {
  const jobId = await activeJobId(request);
  made += 1;
  const externalId = `today-${made}`;
  const { workerId, applicationId } = await applyFor(request, jobId, { externalId, firstName, lastName: 'Bekler' });
  const { call } = await callAs(request, 'branch');
  const { application } = await call<{ application: { job: { userId: number } } }>(
    'get',
    `/api/search/application/${applicationId}`,
  );
  const { userId } = application.job;
  const { thread } = await call<{ thread: { id: number } }>('put', '/api/messages/check', {
    worker_id: workerId,
    company_id: userId,
  });
  return { userId, workerId, write: (body: string) => writeAsWorker(request, thread.id, workerId, body) };
};

test('a message appears under Reply without a reload; reading leaves it, answering clears it', async ({
  page,
  request,
}) => {
  const { write } = await writer(request, 'Cevap');
  await signInAs(page, 'branch');
  await page.goto('/dashboard/today');
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  const row = page.getByRole('region', { name: /^Reply/ }).getByRole('article', { name: 'Cevap Bekler' });
  await expect(row).toHaveCount(0);
  await write('May I come at ten?');
  await expect(row).toContainText('May I come at ten?');
  // The card has its own edge.
  const last = page
    .getByRole('region', { name: /^Reply/ })
    .getByRole('article')
    .last();
  await expect(last).toHaveCSS('border-bottom-width', '0px');

  await row.getByRole('link', { name: 'Reply: Cevap Bekler' }).click();
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('May I come at ten?');
  await page.goBack();
  await expect(row).toBeVisible();

  await row.getByRole('link', { name: 'Reply: Cevap Bekler' }).click();
  await input(page).fill('Yes, come at ten.');
  await input(page).press('Enter');
  await expectSent(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a colleague’s answer takes the row away and says whose it was; “No reply needed” settles one', async ({
  page,
  request,
}) => {
  const first = await writer(request, 'Ortak');
  const second = await writer(request, 'Teşekkür');
  await first.write('Is the job still open?');
  await second.write('Thank you!');
  await signInAs(page, 'branch');
  await page.goto('/dashboard/today');
  const answers = page.getByRole('region', { name: /^Reply/ });
  const shared = answers.getByRole('article', { name: 'Ortak Bekler' });
  await expect(shared).toBeVisible();
  const { call } = await callAs(request, 'root');
  const { user } = await sessionOf(request, 'root');
  await call('put', '/api/messages/send', {
    user_id: first.userId,
    recipient_id: first.workerId,
    body: 'Yes, it is.',
    message_status: 2,
    type: 'text',
    client_message_id: crypto.randomUUID(),
  });
  await expect(shared).toHaveCount(0);
  await expect(page.getByText(`${user.firstName} ${user.lastName} replied to Ortak Bekler.`)).toBeVisible();

  const thanks = answers.getByRole('article', { name: 'Teşekkür Bekler' });
  await thanks.getByRole('button', { name: 'No reply needed: Teşekkür Bekler' }).click();
  await expect(thanks).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(thanks).toHaveCount(0);
});

test('from signing in to the first answer it takes three presses', async ({ page, request }) => {
  const { write } = await writer(request, 'Basış');
  await write('When do I start?');
  await page.goto('/dashboard/login');
  await page.getByLabel('Email', { exact: true }).fill('branch@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // First press: Today, the first item of the menu.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click();
  // Second press: the reply to the waiting message.
  await page.getByRole('link', { name: 'Reply: Basış Bekler' }).click();
  await input(page).fill('On Monday.');
  // Third press: sending.
  await input(page).press('Enter');
  await expectSent(page);
});

test('the dashboard starts on Today for those who choose it', async ({ page }) => {
  await signInAs(page, 'branch');
  await page.goto('/dashboard/');
  await expect(page).toHaveURL(/\/jobs$/);
  await page.goto('/dashboard/settings');
  await page.getByRole('switch', { name: /Start on Today/ }).check();
  await page.goto('/dashboard/');
  await expect(page).toHaveURL(/\/today$/);
  await page.goto('/dashboard/settings');
  await page.getByRole('switch', { name: /Start on Today/ }).uncheck();
});

test('a page uses the rows that it requested before the program had loaded', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(?:search\/application\/all|search\/job|appointment\/me)\?.*\blimit=(?:10|50)\b/.test(request.url()))
      sent.push(request.url());
  });
  // A change of the world, such as an interview that ends by the clock, would load the rows again.
  await page.route(/\/api\/events/, () => undefined);
  await signInAs(page, 'branch');
  // Pages of rows only. One more would be a call that differs from its early one.
  for (const [path, calls] of [
    ['/today', 5],
    ['/jobs', 1],
    ['/applications', 1],
  ] as const) {
    sent.length = 0;
    await page.goto(`/dashboard${path}`);
    await expect(page.locator('#root main').locator('article, li, tbody tr').first()).toBeVisible();
    expect(sent).toHaveLength(calls);
  }
});
