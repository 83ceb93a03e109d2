import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import type { Bulk, BulkItem } from '../contract/schemas/bulks';
import { activeJobId, callAs } from './support/api';
import { cards, dialog } from './support/dashboard';
import { gate } from './support/gate';
import { applyFor } from './support/gateway';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

/** Opens a new browser with an empty storage. */
const newBrowser = async (browser: Browser, account: string): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page, account);
  return { context, page };
};

/** When the browser closes: before it sends the decline, after it, or after the server's answer. */
const CLOSINGS = ['before', 'during', 'after'] as const;

for (const closing of CLOSINGS)
  test(`a browser that closes ${closing} the call of a decline: the next one shows what the server decided`, async ({
    browser,
    request,
  }) => {
    const jobId = await activeJobId(request);
    const lastName = `Deneme-${closing}`;
    const worker = { externalId: `half-${closing}`, firstName: 'Yarım', lastName };
    const { applicationId } = await applyFor(request, jobId, worker);
    const name = `${worker.firstName} ${lastName}`;
    const list = `/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`;

    const first = await newBrowser(browser, 'branch');
    await first.page.goto(`/dashboard/jobs/detail/${jobId}/${applicationId}?page=1&activeTab=all`);
    await expect(first.page.getByRole('heading', { level: 1 })).toHaveText(name);
    const decline = `**/api/job/application/${applicationId}/decline`;
    const called = gate();
    let answered: Promise<unknown> = Promise.resolve();
    await first.page.route(decline, async (route) => {
      const sent = route.request();
      const send = () => request.fetch(sent.url(), { method: 'PUT', headers: sent.headers(), data: sent.postData()! });
      // Sends the call but never passes the answer on, as if the browser closed first.
      if (closing !== 'before') answered = send();
      if (closing === 'after') await answered;
      called.open();
    });
    await first.page.getByRole('button', { name: 'Decline', exact: true }).click();
    await called.passed;
    await first.context.close();
    await answered;

    const decisionOf = async () => {
      const { call: ask } = await callAs(request, 'branch');
      const { application } = await ask<{ application: { decision: object | null } }>(
        'get',
        `/api/search/application/${applicationId}`,
      );
      return application.decision;
    };
    const isDeclined = closing !== 'before';
    expect((await decisionOf()) !== null).toBe(isDeclined);
    const second = await newBrowser(browser, 'branch');
    await second.page.goto(list);
    await expect(cards(second.page).first()).toBeVisible();
    await expect(second.page.getByRole('article', { name })).toHaveCount(isDeclined ? 0 : 1);
    await second.page.goto(list.replace('activeTab=all', 'activeTab=declined'));
    await expect(second.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(second.page.getByRole('link', { name })).toHaveCount(isDeclined ? 1 : 0);
    await second.context.close();
  });

for (const closing of ['before', 'after'] as const)
  test(`a browser that closes ${closing} the server has saved a decline: its next visit sends the same one again`, async ({
    browser,
    request,
  }) => {
    const jobId = await activeJobId(request);
    const worker = { externalId: `killed-${closing}`, firstName: 'Kapanan', lastName: `Deneme-${closing}` };
    const { applicationId } = await applyFor(request, jobId, worker);
    const address = `/dashboard/jobs/detail/${jobId}/${applicationId}?page=1&activeTab=all`;
    const first = await newBrowser(browser, 'branch');
    await first.page.goto(address);
    const called = gate();
    await first.page.route(`**/api/job/application/${applicationId}/decline`, async (route) => {
      const sent = route.request();
      // The answer does not reach the page.
      if (closing === 'after')
        await request.fetch(sent.url(), { method: 'PUT', headers: sent.headers(), data: sent.postData()! });
      called.open();
    });
    await first.page.getByRole('button', { name: 'Decline', exact: true }).click();
    await called.passed;
    const storageState = await first.context.storageState();
    await first.context.close();

    const again = await browser.newContext({ storageState });
    const page = await again.newPage();
    const repeated = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith(`/${applicationId}/decline`),
    );
    await page.goto('/dashboard/jobs');
    expect((await repeated).status()).toBe(200);
    const { call: ask } = await callAs(request, 'branch');
    const history = await ask<{ action: string }[]>('get', `/api/search/application/${applicationId}/history`);
    expect(history.filter(({ action }) => action === 'application.declined')).toHaveLength(1);
    await page.goto(address);
    await expect(page.getByText(/^Not sent yet/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reopen', exact: true })).toBeVisible();
    await again.close();
  });

/** Returns all items of a bulk action. */
const itemsOf = async (request: APIRequestContext, bulk: Bulk, page = 1): Promise<BulkItem[]> => {
  const { call } = await callAs(request, 'branch');
  const items = await call<BulkItem[]>('get', `/api/job/application/bulk/${bulk.id}/items?limit=500&page=${page}`);
  return items.length < 500 ? items : [...items, ...(await itemsOf(request, bulk, page + 1))];
};

test('a browser that closes in the middle of a bulk: the next one finds its progress, and each item has one outcome', async ({
  browser,
  request,
}) => {
  const { call } = await callAs(request, 'branch');
  const jobs = await call<{ id: number; counts: { applications: number } }[]>('get', '/api/search/job?status=active');
  // The first response of a bulk of few items holds its result already.
  const largest = jobs.reduce((one, other) => (other.counts.applications > one.counts.applications ? other : one));
  const first = await newBrowser(browser, 'branch');
  await first.page.goto(`/dashboard/applications?jobId=${largest.id}&page=1&activeTab=all`);
  await expect(cards(first.page).first()).toBeVisible();
  await cards(first.page).first().focus();
  await first.page.keyboard.press('x');
  const bar = first.page.getByRole('region', { name: 'Selected applications' });
  await bar.getByRole('button', { name: /^Select all [\d,]+ matches$/ }).click();
  await bar.getByRole('button', { name: 'Decline' }).click();
  const answered = first.page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/application/bulk'),
  );
  await dialog(first.page)
    .getByRole('button', { name: /^Decline [\d,]+$/ })
    .click();
  const { payload } = (await (await answered).json()) as { payload: { bulk: Bulk } };
  await first.context.close();
  expect(payload.bulk).toMatchObject({ finishedAt: null });

  const second = await newBrowser(browser, 'branch');
  await second.page.goto('/dashboard/jobs');
  await second.page.locator('header button[aria-haspopup="menu"]').click();
  await second.page.getByRole('menuitem', { name: 'Recent actions' }).click();
  const newest = dialog(second.page).getByRole('listitem').first();
  await expect(newest.getByText(/^[\d,]+ declined/)).toBeVisible();

  const { bulk } = await call<{ bulk: Bulk }>('get', `/api/job/application/bulk/${payload.bulk.id}`);
  const items = await itemsOf(request, bulk);
  const counted = (outcome: BulkItem['outcome']) => items.filter((item) => item.outcome === outcome).length;
  expect(new Set(items.map(({ applicationId }) => applicationId)).size).toBe(bulk.total);
  expect({ all: items.length, open: counted(null), done: counted('done') }).toEqual({
    all: bulk.total,
    open: 0,
    done: bulk.total - bulk.skipped - bulk.failed,
  });
  const handled = items.find(({ outcome }) => outcome === 'done')!;
  const { application } = await call<{ application: { status: string } }>(
    'get',
    `/api/search/application/${handled.applicationId}`,
  );
  expect(application.status).toBe('rejected');

  await newest.getByRole('button', { name: 'Undo' }).click();
  await expect(newest.getByText(/undone$/)).toBeVisible();
  await second.context.close();
});
