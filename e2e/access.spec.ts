import type { Locator } from '@playwright/test';
import { cards, openApplications } from './support/dashboard';
import { findingsOf, THEMES, type Theme } from './access/checks';
import { ROLES, textsOf, TEXTS, type Language, type Role, type View } from './access/view';
import { VIEWS } from './access/views';
import { stateOf } from './support/signedIn';
import { expect, test } from './support/test';

const LANGUAGES = Object.keys(TEXTS) as Language[];
/** Themes and languages rotate from view to view; with AXE_ALL=1 each view is seen in all of them. */
const ALL = process.env.AXE_ALL === '1';
/** Seconds for one view on a slow machine. */
const PATIENCE = 30;

interface Turn {
  role: Role;
  language: Language;
  theme: Theme;
  views: readonly View[];
}

const isTurn = (at: number, language: Language, theme: Theme) =>
  ALL || (LANGUAGES[at % LANGUAGES.length] === language && THEMES[at % THEMES.length] === theme);

const turns: Turn[] = ROLES.flatMap((role) =>
  LANGUAGES.flatMap((language) =>
    THEMES.map((theme) => ({
      role,
      language,
      theme,
      views: VIEWS.filter((view, at) => view.role === role && isTurn(at, language, theme)),
    })),
  ),
).filter(({ views }) => views.length > 0);

for (const { role, language, theme, views } of turns) {
  test(`${role}, ${language}, ${theme}: ${views.map(({ name }) => name).join('; ')}`, async ({ browser }) => {
    test.setTimeout((views.length * PATIENCE + 60) * 1000);
    const found: Record<string, string[]> = {};
    for (const { name, open } of views) {
      await test.step(name, async () => {
        // Of its own: a view may end the session.
        const context = await browser.newContext({
          storageState: await stateOf(browser, role),
          locale: language,
          colorScheme: theme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE * 500);
        const go = (path: string) => page.goto(`/dashboard${path}`);
        try {
          await open({ page, go, t: textsOf(language) });
          const findings = await findingsOf(page, language);
          if (findings.length > 0) found[name] = findings;
        } catch (error) {
          // The others are looked at all the same.
          found[name] = [`not opened: ${(error as Error).message}`];
        }
        if (found[name]) await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
        await context.close();
      });
    }
    expect(found).toEqual({});
  });
}

test('where the system chooses the colours, what is chosen, what floats and the focus are still seen', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await stateOf(browser, 'branch'), forcedColors: 'active' });
  const page = await context.newPage();
  await page.goto('/dashboard/applications?page=1&activeTab=all');
  const fill = (tab: Locator) => tab.evaluate((element) => getComputedStyle(element).backgroundColor);
  const tab = (selected: boolean) => page.getByRole('tab', { selected }).first();
  expect(await fill(tab(true))).not.toBe(await fill(tab(false)));
  const bar = page.locator('[data-amount]').first();
  expect(await fill(bar)).not.toBe(
    await bar.locator('..').evaluate((around) => getComputedStyle(around).backgroundColor),
  );
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '1px');
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
  await context.close();
});

/** The height of a row, and the texts that reach over its edge. */
const rowOf = (card: Locator) =>
  card.evaluate((row) => {
    const box = row.getBoundingClientRect();
    const over = [...row.querySelectorAll('h2, p, span, time')].filter((text) => {
      const { top, bottom, right } = text.getBoundingClientRect();
      return !text.closest('.visually-hidden') && (top < box.top || bottom > box.bottom || right > box.right);
    });
    return { height: box.height, over: over.map(({ textContent }) => textContent) };
  });

for (const hasTouch of [false, true])
  test(`beside an applicant a row is low, and holds what is said with large text too (${hasTouch ? 'touch' : 'mouse'})`, async ({
    browser,
  }) => {
    const storageState = await stateOf(browser, 'root');
    const context = await browser.newContext({ storageState, locale: 'tr', hasTouch, isMobile: hasTouch });
    const page = await context.newPage();
    await page.goto('/dashboard/jobs/detail/0?page=1&activeTab=all');
    const rows = cards(page);
    await expect(rows.first()).toBeVisible();
    for (const row of await rows.all()) expect(await rowOf(row)).toEqual({ height: 96, over: [] });
    const side = hasTouch ? 44 : 24;
    for (const target of await rows.first().locator('button, a[title]').all()) {
      const { width, height } = (await target.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(side);
    }
    // While the list is open, as a browser’s own setting does it.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect.poll(async () => (await rowOf(rows.first())).height).toBeGreaterThan(96);
    await expect
      .poll(async () => (await rows.nth(1).boundingBox())!.y - (await rows.first().boundingBox())!.y)
      .toBe(256);
    for (const row of await rows.all()) expect((await rowOf(row)).over).toEqual([]);
    await context.close();
  });

test('on a small phone a card’s name is not cut by its badges', async ({ browser }) => {
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ storageState: await stateOf(browser, 'root'), viewport, locale: 'es' });
  const page = await context.newPage();
  await openApplications(page);
  const names = cards(page).getByRole('heading');
  const cut = await names.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await context.close();
});
