import type { Browser, Page } from '@playwright/test';
import { activeJobId, callAs } from './support/api';
import { installClock } from './support/clock';
import { cards } from './support/dashboard';
import { applyFor, eventsAfter, rejectionsAfter } from './support/gateway';
import { expectSent, input, log, openInbox, openThread } from './support/inbox';
import { signInAs } from './support/session';
import { expect, test } from './support/test';

/** Opens a new page, because a page keeps the clock from before `world.skipTo`. */
const laterPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page, 'branch');
  return page;
};

test.describe('at night', () => {
  test.use({ startsAt: '2026-11-25T23:30:00+03:00' });

  test('each message asks first, one with contact details twice', async ({ page }) => {
    await openInbox(page, 'branch');
    await openThread(page, 0);
    let statuses: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/messages/send')) statuses.push(request.postDataJSON().message_status);
    });
    const dialog = page.getByRole('dialog');
    const accept = async (title: string) => {
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
      await dialog.getByRole('button', { name: 'Send anyway' }).click();
    };
    await input(page).fill('See you in the morning');
    await input(page).press('Enter');
    await accept('Send it at this hour?');
    await expectSent(page);
    expect(statuses).toEqual([0, 2]);

    statuses = [];
    await input(page).fill('Write to me on WhatsApp, 0532 111 22 33');
    await input(page).press('Enter');
    await accept('Send this message?');
    await accept('Send it at this hour?');
    await expect(log(page).getByText('Write to me on WhatsApp')).toBeVisible();
    await expectSent(page);
    expect(statuses).toEqual([0, 1, 2]);
  });

  test('a message to many is refused until the morning', async ({ page }) => {
    const jobId = await activeJobId(page.request);
    await signInAs(page, 'branch');
    await page.goto(`/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`);
    for (const card of [cards(page).nth(0), cards(page).nth(1)]) await card.getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Selected applications' }).getByRole('button', { name: 'Message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Message these applicants' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Come tomorrow');
    await dialog.getByRole('button', { name: 'Send to 2' }).click();
    await expect(dialog.getByText(/^It’s night: most people sleep between 22:00 and 08:00/)).toBeVisible();
    const events = await eventsAfter(page.request, 0);
    expect(events.filter(({ data }) => data.body === 'Come tomorrow')).toEqual([]);
  });

  test('who is declined to be told “now” is told at eight, and nothing offers it sooner', async ({
    page,
    browser,
    request,
    world,
  }) => {
    const jobId = await activeJobId(request);
    const worker = { externalId: 'declined-at-night', firstName: 'Gece', lastName: 'Deneme' };
    const { applicationId } = await applyFor(request, jobId, worker);
    const seen = (await eventsAfter(request, 0)).at(-1)!.seq;
    const { call } = await callAs(request, 'branch');
    await call('put', `/api/job/application/${applicationId}/decline`, { tell: 'now' });
    await signInAs(page, 'branch');
    const path = `/dashboard/jobs/detail/${jobId}/${applicationId}?page=1&activeTab=all`;
    await page.goto(path);
    await expect(page.getByText('We’ll notify them tomorrow at 08:00')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Notify now' })).toHaveCount(0);

    await world.skipTo('2026-11-26T07:58:00+03:00');
    const early = await laterPage(browser);
    await early.goto(path);
    await expect(early.getByText('We’ll notify them at 08:00')).toBeVisible();
    expect(await rejectionsAfter(request, seen)).toEqual([]);

    await world.skipTo('2026-11-26T08:00:10+03:00');
    await expect.poll(() => rejectionsAfter(request, seen)).toEqual([applicationId]);
    const morning = await laterPage(browser);
    await morning.goto(path);
    await expect(morning.getByText(/^Notified at 08:0\d/)).toBeVisible();
  });
});

for (const { day, startsAt, goesOn } of [
  { day: 'a Saturday', startsAt: '2026-11-28T12:00:00+03:00', goesOn: '2026-11-30T01:00:00+03:00' },
  { day: 'Republic Day', startsAt: '2026-10-29T12:00:00+03:00', goesOn: '2026-10-30T01:00:00+03:00' },
])
  test.describe(`on ${day}`, () => {
    test.use({ startsAt });

    test(`the time to answer does not run on ${day}`, async ({ page, browser, request, world }) => {
      const jobId = await activeJobId(request);
      await applyFor(request, jobId, { externalId: 'on-a-day-off', firstName: 'Tatil', lastName: 'Deneme' });
      const path = `/dashboard/applications?jobId=${jobId}&page=1&activeTab=all`;
      const timeLeft = (shown: Page) =>
        shown.getByRole('article', { name: /^Tatil Deneme/ }).getByRole('timer', { name: /^Time left to answer/ });
      await signInAs(page, 'branch');
      await installClock(page);
      await page.goto(path);
      await expect(timeLeft(page)).toContainText('24:00:00');
      await page.clock.fastForward('08:00:00');
      await expect(timeLeft(page)).toContainText('24:00:00');

      await world.skipTo(goesOn);
      const later = await laterPage(browser);
      await later.goto(path);
      // The time runs from midnight of the first working day.
      await expect(timeLeft(later)).toContainText(/22:5\d:\d\d/);
    });
  });
