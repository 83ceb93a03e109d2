import type { Page } from '@playwright/test';
import { cardOf, cards, mainMenu } from './support/dashboard';
import { signInAs } from './support/session';
import { scrollDown } from './support/settled';
import { expect, test } from './support/test';

interface Detail {
  payload: { application: { id: number; user: { firstName: string; lastName: string } } };
}

/** The h1 with the name of the open applicant. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const applicationId = (page: Page) => Number(/\/jobs\/detail\/\d+\/(\d+)/.exec(page.url())?.[1]);

/** Finds the first unseen application in the list. */
const firstNew = async (page: Page) => {
  const card = cards(page).filter({ hasText: 'Not opened yet' }).first();
  const label = (await card.getAttribute('aria-labelledby')) ?? '';
  return { card, label, id: Number(label.replace('application-', '')) };
};

const open = async (page: Page, query = 'page=2&activeTab=all') => {
  await page.goto(`/dashboard/jobs/detail/0?${query}`);
  await expect(cards(page).first()).toBeVisible();
};

test.describe('the applicants of a chain', () => {
  test.beforeEach(async ({ page }) => signInAs(page, 'hr'));

  test('the next applicant shows before any answer, and prefetching marks nobody as seen', async ({ page }) => {
    const marked: number[] = [];
    page.on('request', (request) => {
      const id = /application\/(\d+)\/mark-as-seen$/.exec(request.url())?.[1];
      if (id) marked.push(Number(id));
    });
    await open(page);
    const { card, id } = await firstNew(page);
    const readAhead = page.waitForResponse(
      (response) => /\/search\/application\/\d+$/.test(response.url()) && !response.url().endsWith(`/${id}`),
    );
    await card.getByRole('link').first().click();
    const { user, id: nextId } = ((await (await readAhead).json()) as Detail).payload.application;
    await expect.poll(() => marked).toEqual([id]);

    // From here on the server does not answer requests for the next applicant.
    await page.route(`**/api/search/application/${nextId}`, () => new Promise(() => undefined));
    await heading(page).focus();
    await page.keyboard.press('j');
    await expect(heading(page)).toHaveText(`${user.firstName} ${user.lastName}`);
    expect(applicationId(page)).toBe(nextId);
    expect(marked).toEqual([id]);
  });

  test('from the list to an applicant, a comment, the shortlist, the next applicant, and back to the same position', async ({
    page,
  }) => {
    await open(page);
    const { card, label, id } = await firstNew(page);
    await card.getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/jobs/detail/0/${id}\\?page=2`));
    await expect(heading(page)).toBeFocused();
    const name = (await heading(page).textContent()) ?? '';
    // The title starts with the number of unread messages.
    await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\+?\\) )?${name}`));
    // Opening an application marks it as seen in the list.
    await expect(cardOf(page, label)).not.toContainText('Not opened yet');

    const text = 'Calm and friendly';
    await page.getByLabel('Comment', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Add comment' }).click();
    await expect(page.getByText(text)).toBeVisible();

    // The key toggles the shortlist as the star does.
    await heading(page).focus();
    const star = page.getByRole('button', { name: /shortlist$/ }).last();
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('s');
    // An addition to the shortlist opens the next applicant.
    await expect.poll(() => applicationId(page)).not.toBe(id);
    await expect(heading(page)).not.toHaveText(name);
    await page.keyboard.press('k');
    await expect(heading(page)).toHaveText(name);
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(text)).toBeVisible();

    await page.goBack();
    await expect(page).toHaveURL(/\/jobs\/detail\/0\?page=2/);
    await expect(cardOf(page, label)).toBeVisible();
    await expect(cardOf(page, label)).not.toContainText('Not opened yet');
  });

  test('the keys move to the next page of applicants, and ? lists them', async ({ page }) => {
    await open(page, 'page=1&activeTab=all');
    await cards(page).last().getByRole('link').first().click();
    await expect(heading(page)).toBeFocused();
    const last = applicationId(page);
    // The last card in the document may not be the last of the page, so press on until the page turns.
    for (let step = 0; step < 10 && !page.url().includes('page=2'); step++) {
      const name = await heading(page).textContent();
      await page.keyboard.press('j');
      await expect
        .poll(async () => (await heading(page).textContent()) !== name || page.url().includes('page=2'))
        .toBe(true);
    }
    await expect(page).toHaveURL(/page=2/);
    await expect.poll(() => applicationId(page)).not.toBe(last);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next applicant');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('each tab of an applicant has its own address and title', async ({ page }) => {
    await open(page);
    await cards(page).first().getByRole('link').first().click();
    await expect(heading(page)).toBeFocused();
    const id = applicationId(page);
    for (const [tab, part] of [
      ['Messages', '/messages'],
      ['Appointment', '/appointment'],
      ['Feedback', '/feedback'],
      ['Profile', ''],
    ]) {
      await page.getByRole('tablist', { name: 'Applicant' }).getByRole('tab', { name: tab, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/jobs/detail/0/${id}${part}\\?`));
      await expect(page).toHaveTitle(new RegExp(`: ${tab}`));
    }
  });

  test('five page numbers are shown at a time; another job can be chosen; a missing job leads to the list', async ({
    page,
  }) => {
    await open(page, 'page=7&activeTab=all');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages.getByRole('button', { name: /^Page/ })).toHaveText(['5', '6', '7', '8', '9']);
    await pages.getByRole('button', { name: 'Page 9' }).click();
    await expect(page).toHaveURL(/page=9/);
    await expect(pages.getByRole('button', { name: 'Page 9' })).toHaveAttribute('aria-current', 'page');

    await page.getByRole('combobox', { name: 'Job' }).click();
    await page.getByRole('listbox').getByRole('option').nth(1).click();
    await expect(page).toHaveURL(/\/jobs\/detail\/[1-9]\d*$/);
    await page.getByRole('button', { name: 'More for this list' }).click();
    await expect(page.getByRole('menuitem', { name: 'Edit job' })).toBeVisible();

    await page.goto('/dashboard/jobs/detail/99999999');
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
  });
});

test('on a phone the applicant’s page shows call, message and shortlist at the bottom', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, 'branch');
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  await expect(cards(page).first()).toBeVisible();
  await scrollDown(page, 600);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  expect(await scrolled()).toBe(600);
  // The list writes its page into the address a moment after it was scrolled.
  await expect(page).toHaveURL(/page=[2-9]/);
  const link = cards(page).nth(3).getByRole('link').first();
  // A click may scroll, as a hover does.
  await link.hover();
  const place = await scrolled();
  await link.click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:\+?\d+$/);
  // After a message from the applicant, the next step is a reply.
  await expect(page.getByRole('link', { name: /^(Message|Reply)$/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: /shortlist$/i })).toBeInViewport();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/applications\?page=/);
  await expect(cards(page).first()).toBeVisible();
  await expect.poll(scrolled).toBe(place);
});

test.describe('in Turkish', () => {
  test.use({ locale: 'tr-TR' });

  test('the history shows who opened the application and who commented', { tag: '@long' }, async ({ page }) => {
    await signInAs(page, 'hr');
    await open(page, 'page=4&activeTab=all');
    await cards(page).filter({ hasText: 'Yeni' }).first().getByRole('link').first().click();
    await expect(heading(page)).toBeFocused();
    const text = 'Sakin ve güler yüzlü';
    await page.getByLabel('Yorum', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Yorum ekle' }).click();
    await expect(page.getByText(text)).toBeVisible();
    await page.reload();
    const history = page.getByRole('region', { name: 'Geçmiş' });
    await expect(history.getByRole('listitem').first()).toContainText(
      /^\S.* yorum yazdı\. \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/,
    );
    await expect(history).toContainText(/\S başvuruyu açtı\./);
  });
});

test('a printed applicant is dark on white in any theme and has no navigation', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInAs(page, 'branch');
  await open(page);
  await cards(page).first().getByRole('link').first().click();
  await expect(heading(page)).toBeVisible();
  // After a reload the page is at its top and the selected row is visible.
  await page.reload();
  await expect(cards(page).first()).toBeInViewport();
  expect(await page.evaluate(() => Math.round(scrollY))).toBe(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(heading(page)).toBeVisible();
  await expect(heading(page)).toHaveCSS('color', 'rgb(27, 31, 42)');
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  for (const gone of [
    mainMenu(page),
    page.getByRole('tablist'),
    page.getByRole('article'),
    page.getByRole('main').getByRole('button'),
    page.getByRole('heading', { name: 'History' }),
  ]) {
    await expect(gone).toHaveCount(0);
  }
});
