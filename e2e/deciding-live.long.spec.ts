import { activeJobId, callAs } from './support/api';
import { cards, chooseItem, openPhone } from './support/dashboard';
import { applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { boxOf } from './support/settled';
import { expect, test } from './support/test';
import { said } from './support/texts';

test('another person’s decision and a new application appear live, and move no row by themselves', async ({
  page,
  request,
}) => {
  const jobId = await activeJobId(request);
  const worker = (firstName: string) => ({
    externalId: `live-${firstName}`,
    firstName,
    lastName: 'Canlı',
  });
  const { applicationId } = await applyFor(request, jobId, worker('Ortak'));
  await signInAs(page, 'branch');
  // The list reloads when the event stream starts; a row that has left it by then does not appear as declined.
  const caughtUp = page.waitForResponse(
    (answer) => answer.url().includes('/application/all?') && answer.url().includes('limit=50'),
  );
  await page.goto(`/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`);
  const shared = page.getByRole('article', { name: /^Ortak Canlı/ });
  await expect(shared).toBeVisible();
  await shared.getByRole('checkbox').check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await caughtUp;

  const { call } = await callAs(request, 'root');
  await call('put', `/api/job/application/${applicationId}/decline`, {});
  await expect(shared.getByText('Declined', { exact: true })).toBeVisible();
  await expect(page.getByText('1 selected')).toHaveCount(0);

  await applyFor(request, jobId, worker('Yeni'));
  await expect(page.getByText(/^1 new/)).toBeVisible();
  await expect(cards(page).first()).toContainText('Ortak Canlı');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(cards(page).first()).toContainText('Yeni Canlı');
  await expect(shared).toHaveCount(0);
});

test('on a phone in Spanish a swipe to the left declines, and the bar brings the applicant back', async ({
  browser,
  request,
}) => {
  const { context, page } = await openPhone(browser, 'es-ES');
  const jobId = await activeJobId(request);
  await applyFor(request, jobId, { externalId: 'swipe', firstName: 'Kayan', lastName: 'Deneme' });
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`);
  const card = page.getByRole('article', { name: 'Kayan Deneme' });
  await expect(card).toBeVisible();
  const box = await boxOf(card);
  const touch = await context.newCDPSession(page);
  const y = box.y + box.height / 2;
  // The events have fixed times, so that the gesture is the same on a busy machine.
  let seconds = (performance.timeOrigin + performance.now()) / 1000;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number | null, pause: number) => {
    seconds += pause;
    const touchPoints = x === null ? [] : [{ x, y }];
    return touch.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: seconds });
  };
  const isMoved = () => card.evaluate((element) => element.closest('[data-swipe]') !== null);
  const pull = async () => {
    // The first move follows at once, because a resting finger starts a long press.
    await Promise.all([send('touchStart', 280, 0), send('touchMove', 265, 0.016)]);
    for (let x = 250; x >= 60; x -= 15) await send('touchMove', x, 0.016);
    // The finger rests before it is lifted, because the browser drops the first tap after a fling.
    await send('touchMove', 60, 0.15);
    const moved = await isMoved();
    if (!moved) await send('touchEnd', null, 0.016);
    return moved;
  };
  // The code of the swipe loads after the rows, so the first swipe may do nothing.
  await expect.poll(pull).toBe(true);
  await send('touchEnd', null, 0.016);
  await expect(card).toHaveCount(0);
  const bar = page.getByRole('region', { name: said('es', 'decisions.bar.label') });
  await bar.getByRole('button', { name: said('es', 'decisions.undo') }).tap();
  await expect(card).toBeVisible();
  await context.close();
});

test('closing a job answers those who still wait, names who is left out, and can be undone', async ({
  page,
  request,
}) => {
  const { call } = await callAs(request, 'branch');
  const jobs = await call<{ id: number }[]>('get', '/api/search/job?status=active&limit=50');
  const jobId = jobs.at(-1)!.id;
  await applyFor(request, jobId, {
    externalId: 'close',
    firstName: 'Bekleyen',
    lastName: 'Aday',
  });
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/jobs/detail/${jobId}?page=1&activeTab=all`);
  await chooseItem(page, 'More for this list', 'Close job');
  const dialog = page.getByRole('dialog', { name: 'Why are you closing this job?' });
  await expect(dialog.getByRole('checkbox', { name: /^Reply to the (one|\d+) still waiting/ })).toBeChecked();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Close job' }).click();
  const progress = page.getByRole('region', { name: 'Bulk action' });
  await expect(progress.getByText(/^\d+ declined/).first()).toBeVisible();
  await progress.getByRole('button', { name: 'Undo' }).click();
  await expect(progress.getByText(/restored/).first()).toBeVisible();
});

test('on a phone in Turkish the closing shows what the applicants will read, and answers them', async ({
  browser,
  request,
}) => {
  const { context, page } = await openPhone(browser, 'tr-TR');
  const { call } = await callAs(request, 'branch');
  const jobs = await call<{ id: number }[]>('get', '/api/search/job?status=active&limit=50');
  const jobId = jobs.at(-1)!.id;
  const { applicationId } = await applyFor(request, jobId, {
    externalId: 'close-tr',
    firstName: 'Bekleyen',
    lastName: 'Aday',
  });
  await signInAs(page, 'branch');
  await page.goto(`/dashboard/jobs/detail/${jobId}?page=1&activeTab=all`);
  await chooseItem(page, said('tr', 'applications.more'), said('tr', 'jobs.close'));
  const dialog = page.getByRole('dialog', { name: said('tr', 'jobForm.close.title') });
  await expect(dialog.getByRole('checkbox', { name: /aday|bekleyen/i })).toBeChecked();
  await dialog.getByRole('radio', { name: said('tr', 'options.closeReason.found_via_app') }).check();
  await expect(dialog.getByText(said('tr', 'jobForm.close.tellsFilled'))).toBeVisible();
  await dialog.getByRole('radio', { name: said('tr', 'options.closeReason.not_need_anymore') }).check();
  await expect(dialog.getByText(said('tr', 'jobForm.close.tellsClosed'))).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await dialog.getByRole('button', { name: said('tr', 'jobForm.close.action') }).tap();
  const progress = page.getByRole('region', { name: said('tr', 'bulk.progress') });
  await expect(progress.getByText(/olumsuz/).first()).toBeVisible();
  const { application } = await call<{ application: { decision: object | null } }>(
    'get',
    `/api/search/application/${applicationId}`,
  );
  expect(application.decision).toMatchObject({ reason: null });
  await context.close();
});

test('root orders the applications by score and filters them by branch', async ({ page }) => {
  await signInAs(page, 'root');
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Best match first' });
  await expect(page).toHaveURL(/sort=score/);
  await expect(cards(page).first()).toContainText('%');
  const scores = async () =>
    (await cards(page).allTextContents()).map((text) => Number(/(\d+)%/.exec(text)?.[1] ?? NaN)).slice(0, 5);
  await expect
    .poll(async () => (await scores()).every((score, at, all) => at === 0 || score <= all[at - 1]!))
    .toBe(true);
  await page.getByRole('button', { name: 'Filter' }).click();
  const branch = page.getByRole('dialog').getByLabel('Branch');
  await branch.selectOption({ index: 1 });
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/branchId=\d+/);
  await expect(cards(page).first()).toBeVisible();
});
