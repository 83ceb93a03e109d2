import type { Page } from '@playwright/test';
import { setClockWrong } from './support/clock';
import { cards, openApplications } from './support/dashboard';
import { signInAs } from './support/session';
import { settled } from './support/settled';
import { expect, test } from './support/test';

const wrongClock = (page: Page) => page.getByText(/^This device’s clock is wrong/);

/** Returns the rows of the agenda without their minutes and hours, which change during the test. */
const agendaOf = async (page: Page) => {
  await page.goto('/dashboard/applications?page=1&activeTab=appointment');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await settled(page);
  return (await rows.allInnerTexts()).map((text) => text.replace(/\d+ (min|h)\b/g, '').replace(/\s+/g, ' '));
};

/** Returns which of the first five rows have a counter; the message about the clock hides the others. */
const countersOf = (page: Page) =>
  cards(page).evaluateAll((rows) => rows.slice(0, 5).map((row) => row.querySelector('[role="timer"]') !== null));

for (const hours of [7, 26, -9]) {
  test(`a device that is wrong by ${hours} hours shows the server’s agenda and counters, and says so`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await setClockWrong(page, hours);
    await signInAs(page, 'branch');
    const right = await browser.newPage({ baseURL: baseURL! });
    await signInAs(right, 'branch');
    expect((await agendaOf(right)).length).toBeGreaterThan(1);
    expect(await wrongClock(right).count()).toBe(0);
    await agendaOf(page);
    await expect(wrongClock(page)).toBeVisible();
    // Rows of a later answer may be missing on either page.
    await expect(async () => expect(await agendaOf(page)).toEqual(await agendaOf(right))).toPass();

    await openApplications(right);
    await openApplications(page);
    await expect.poll(async () => (await countersOf(right)).includes(true)).toBe(true);
    await expect.poll(() => countersOf(page)).toEqual(await countersOf(right));
    await right.close();
  });
}
