import type { APIRequestContext, Page } from '@playwright/test';
import { activeJobId, callAs } from './support/api';
import { installClock } from './support/clock';
import { cardOf } from './support/dashboard';
import { applyFor, eventsAfter, rejectionsAfter } from './support/gateway';
import { signInAs } from './support/session';
import { boxOf } from './support/settled';
import { expect, test } from './support/test';
import { said, type Language } from './support/texts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bar = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: said(language, 'decisions.bar.label') });

let made = 0;

/** Lets new workers apply for an active job; the newest is first in its list. */
const newApplicants = async (request: APIRequestContext, firstNames: readonly string[]) => {
  const jobId = await activeJobId(request);
  const ids: number[] = [];
  for (const firstName of firstNames) {
    made += 1;
    const worker = { externalId: `deciding-${made}`, firstName, lastName: 'Deneme' };
    ids.push((await applyFor(request, jobId, worker)).applicationId);
  }
  return { jobId, ids };
};

const open = async (page: Page, jobId: number, id: number, name: string) => {
  await page.goto(`/dashboard/jobs/detail/${jobId}/${id}?page=1&activeTab=all`);
  await expect(heading(page)).toHaveText(`${name} Deneme`);
};

/** Waits as long as a person looks at an applicant, because a key right after a decision does nothing. */
const LOOK_MS = 400;

test('declining three by key and taking one back: the workers’ product hears of two, once they are told', async ({
  page,
  request,
}) => {
  const names = ['Kalan', 'Üçüncü', 'İkinci', 'Birinci'] as const;
  const { jobId, ids } = await newApplicants(request, names);
  const [, third, second, first] = ids as [number, number, number, number];
  const seen = (await eventsAfter(request, 0)).at(-1)?.seq ?? 0;
  const rejectedIds = () => rejectionsAfter(request, seen);
  await installClock(page);
  await signInAs(page, 'branch');
  await open(page, jobId, first, 'Birinci');
  await page.keyboard.press('r');
  await expect(heading(page)).toHaveText('İkinci Deneme');
  await page.clock.fastForward(LOOK_MS);
  await page.keyboard.press('r');
  await expect(heading(page)).toHaveText('Üçüncü Deneme');
  await page.clock.fastForward(LOOK_MS);
  await page.keyboard.press('r');
  await expect(heading(page)).toHaveText('Kalan Deneme');
  await expect(bar(page)).toContainText('Declined: Üçüncü D.');
  await page.keyboard.press('z');
  await expect(heading(page)).toHaveText('Üçüncü Deneme');
  await expect(bar(page)).toContainText('They hadn’t been notified of the decision.');
  expect(await rejectedIds()).toEqual([]);

  const { call } = await callAs(request, 'branch');
  for (const id of [first, second]) await call('put', `/api/job/application/${id}/decline`, { tell: 'now' });
  await expect.poll(async () => (await rejectedIds()).sort()).toEqual([first, second].sort());
  expect(await rejectedIds()).not.toContain(third);

  await page.goto(`/dashboard/jobs/detail/${jobId}/${first}?page=1&activeTab=all`);
  await expect(page.getByText(/^Declined by /)).toBeVisible();
  await page.goto('/dashboard/applications?page=1&activeTab=declined');
  await page.getByRole('button', { name: 'Reopen İkinci Deneme’s application' }).click();
  await expect(page.getByRole('link', { name: 'İkinci Deneme' })).toHaveCount(0);
});

test('on a phone the bar at the thumb declines in one tap, in Spanish', async ({ page, request }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const { jobId, ids } = await newApplicants(request, ['Sonraki', 'Telefon']);
  await page.addInitScript(() => localStorage.setItem('persist:preferences', JSON.stringify({ chosenLocale: '"es"' })));
  await signInAs(page, 'branch');
  await open(page, jobId, ids[1]!, 'Telefon');
  await page.getByRole('button', { name: said('es', 'applicant.decline'), exact: true }).click();
  await expect(heading(page)).toHaveText('Sonraki Deneme');
  await expect(bar(page, 'es')).toContainText('Solicitud descartada: Telefon D.');
  const box = await boxOf(bar(page, 'es'));
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(375);
  await bar(page, 'es')
    .getByRole('button', { name: said('es', 'decisions.undo') })
    .click();
  await expect(heading(page)).toHaveText('Telefon Deneme');
});

interface Person {
  firstName: string;
  lastName: string;
  phone: string;
}

interface Row {
  id: number;
  jobId: number;
  status: string;
  job: { status: string; title: string };
  otherWay: { by: string; open: object | null } | null;
}

test('somebody who applied in the app and on the page is declined for both, and undo takes the second back', async ({
  page,
  request,
}) => {
  const { call } = await callAs(request, 'branch');
  /** Returns a demo applicant who applied both on a public page and in the workers’ product. */
  const find = async (before = ''): Promise<Row> => {
    const rows = await call<Row[]>('get', `/api/search/application/all?status=in_progress&limit=500${before}`);
    const found = rows.find(({ otherWay, job }) => otherWay?.by === 'app' && job.status === 'active');
    return found ?? find(`&before=${rows.at(-1)!.id}`);
  };
  const onPage = await find();
  const read = async (id: number) =>
    (await call<{ application: Row & { user: Person } }>('get', `/api/search/application/${id}`)).application;
  // The workers’ product sends numbers without the country code.
  const { user } = await read(onPage.id);
  const phone = user.phone.slice(-10);
  const name = `${user.firstName} ${user.lastName.slice(0, 1)}.`;
  const worker = { externalId: 'other-way', firstName: 'Deniz', lastName: 'Deneme', phone };
  const { applicationId: inApp } = await applyFor(request, onPage.jobId, worker);

  await signInAs(page, 'branch');
  await page.goto(`/dashboard/jobs/detail/${onPage.jobId}?page=1&activeTab=all`);
  const card = cardOf(page, `application-${inApp}`);
  await expect(card).toContainText('Also on a public page');
  await card.getByRole('link').first().click();
  await expect(heading(page)).toHaveText('Deniz Deneme');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(bar(page)).toContainText('Declined: Deniz D.');
  await bar(page)
    .getByRole('button', { name: /^Also decline .* for / })
    .click();
  await expect(bar(page)).toContainText(`Declined: ${name}`);
  await expect(bar(page).getByRole('button', { name: /^Undo/ })).toBeFocused();
  expect([(await read(inApp)).status, (await read(onPage.id)).status]).toEqual(['rejected', 'rejected']);
  await bar(page).getByRole('button', { name: /^Undo/ }).click();
  await expect(bar(page)).toContainText('Reopened:');
  expect([(await read(inApp)).status, (await read(onPage.id)).status]).toEqual(['rejected', 'in_progress']);
});

test('the bar of the last decision leaves the message box clear', async ({ page, request }) => {
  const { jobId, ids } = await newApplicants(request, ['Sonraki', 'Önceki']);
  await signInAs(page, 'branch');
  await open(page, jobId, ids[1]!, 'Önceki');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(heading(page)).toHaveText('Sonraki Deneme');
  await page.getByRole('tab', { name: 'Messages' }).click();
  const box = await boxOf(page.getByRole('textbox', { name: 'Message' }));
  expect(box.y + box.height).toBeLessThanOrEqual((await boxOf(bar(page))).y);
});
