import type { Locator } from '@playwright/test';
import { cards, openApplications } from './support/dashboard';
import { findingsOf, THEMES, type Theme } from './access/checks';
import { pressFindings } from './access/presses';
import { ROLES, textsOf, type Role, type View } from './access/view';
import { VIEWS } from './access/views';
import { enterAs, signInAs } from './support/session';
import { boxOf, scrollDown } from './support/settled';
import { expect, test } from './support/test';
import { TEXTS, type Language } from './support/texts';

const LANGUAGES = Object.keys(TEXTS) as Language[];
/** Each view is checked in one theme and one language, which rotate. AXE_ALL=1 checks each view in all of them. */
const ALL = process.env.AXE_ALL === '1';
/** Seconds that one view may take on a slow machine. */
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

/** Views share a context and its cached scripts; this deletes once per tab what earlier views stored. */
const forgetOthers = () => {
  if (sessionStorage.getItem('view') !== null) return;
  sessionStorage.setItem('view', 'opened');
  localStorage.clear();
};

// The turns are independent, so both workers may run them.
test.describe.configure({ mode: 'parallel' });

for (const { role, language, theme, views } of turns) {
  test.describe(`${role}, ${language}, ${theme}`, () => {
    test.use({ locale: language, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });

    test(views.map(({ name }) => name).join('; '), async ({ context }) => {
      test.setTimeout((views.length * PATIENCE + 60) * 1000);
      const found: Record<string, string[]> = {};
      for (const { name, open } of views) {
        await test.step(name, async () => {
          const page = await context.newPage();
          await page.addInitScript(forgetOthers);
          if (role !== 'guest') await signInAs(page, role);
          const go = (path: string) => page.goto(`/dashboard${path}`);
          try {
            await open({ page, go, t: textsOf(language) });
            const findings = [...(await findingsOf(page, language)), ...(await pressFindings(page))];
            if (findings.length > 0) found[name] = findings;
          } catch (error) {
            found[name] = [`not opened: ${(error as Error).message}`];
          }
          if (found[name]) await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
          // An answer that the view rewrites may still be under way.
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          await page.close();
        });
      }
      expect(found).toEqual({});
    });
  });
}

test('in forced colours, selected tabs, overlays, bars and the focus can still be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAs(page, 'branch');
  await openApplications(page);
  const fill = (tab: Locator) => tab.evaluate((element) => getComputedStyle(element).backgroundColor);
  const tab = (selected: boolean) => page.getByRole('tab', { selected }).first();
  expect(await fill(tab(true))).not.toBe(await fill(tab(false)));
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '1px');
  const bar = page.getByRole('dialog').locator('[data-amount]').first();
  expect(await fill(bar)).not.toBe(
    await bar.locator('..').evaluate((around) => getComputedStyle(around).backgroundColor),
  );
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
});

/** Returns the height of a row and the texts that overflow it. */
const rowOf = (card: Locator) =>
  card.evaluate((row) => {
    const box = row.getBoundingClientRect();
    const over = [...row.querySelectorAll('h2, p, span, time')].filter((text) => {
      const { top, bottom, right } = text.getBoundingClientRect();
      // The title shows the full text behind an ellipsis.
      if (getComputedStyle(text.parentElement!).textOverflow === 'ellipsis') return false;
      return !text.closest('.visually-hidden') && (top < box.top || bottom > box.bottom || right > box.right);
    });
    return { height: box.height, over: over.map(({ textContent }) => textContent) };
  });

for (const hasTouch of [false, true]) {
  const pointer = hasTouch ? 'touch' : 'mouse';
  test.describe(pointer, () => {
    test.use({ locale: 'tr', hasTouch, isMobile: hasTouch });

    test(`rows beside an applicant stay low and show their whole text in a large font (${pointer})`, async ({
      page,
    }) => {
      await signInAs(page, 'root');
      await page.goto('/dashboard/jobs/detail/0?page=1&activeTab=all');
      const rows = cards(page);
      await expect(rows.first()).toBeVisible();
      for (const row of await rows.all()) expect(await rowOf(row)).toEqual({ height: 96, over: [] });
      const side = hasTouch ? 44 : 24;
      for (const target of await rows.first().locator('button, a[title]').all()) {
        // Touch screens hide some controls, because the large ones need more room.
        if (!(await target.isVisible())) continue;
        const { width, height } = await boxOf(target);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(side);
      }
      // A browser may change its font size while the list is open.
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await expect.poll(async () => (await rowOf(rows.first())).height).toBeGreaterThan(96);
      await expect.poll(async () => (await boxOf(rows.nth(1))).y - (await boxOf(rows.first())).y).toBe(256);
      for (const row of await rows.all()) expect((await rowOf(row)).over).toEqual([]);
    });
  });
}

test.describe('in Turkish', () => {
  test.use({ locale: 'tr' });

  test('a stage in the list beside an applicant keeps its time', async ({ page }) => {
    await signInAs(page, 'root');
    await page.goto('/dashboard/jobs/detail/0?page=1&activeTab=all&stage=invited');
    const stages = cards(page).getByText(/ · en geç /);
    await expect(stages.first()).toBeVisible();
    const cut = await stages.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
  });
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'es' });

  test('badges do not cut the name on a card', async ({ page }) => {
    await signInAs(page, 'root');
    await openApplications(page);
    const names = cards(page).getByRole('heading');
    const cut = await names.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
  });

  test('the button of a declined person leaves the line to what is known', async ({ page }) => {
    await signInAs(page, 'root');
    await page.goto('/dashboard/applications?page=1&activeTab=declined');
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
      .first();
    const [facts, button] = [await boxOf(row.getByRole('paragraph').last()), await boxOf(row.getByRole('button'))];
    expect(button.y).toBeGreaterThanOrEqual(facts.y + facts.height);
    expect(facts.width).toBeGreaterThan(200);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1000 } });

  test('the title of the applications, the choice of a job and the menu share a line', async ({ page }) => {
    await signInAs(page, 'root');
    await openApplications(page);
    const parts = [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'More for this list' })];
    const middles = await Promise.all(
      parts.map(async (part) => {
        const { y, height } = await boxOf(part);
        return Math.round(y + height / 2);
      }),
    );
    expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThanOrEqual(2);
  });
});

test('beside credits and all destinations, the link to a new job is its sign alone', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1000 });
  await enterAs(page, 'company');
  const link = page.getByRole('banner').getByRole('link', { name: 'Post a job', exact: true });
  const [around, sign] = [await boxOf(link), await boxOf(link.locator('svg'))];
  expect(Math.abs(around.x + around.width / 2 - sign.x - sign.width / 2)).toBeLessThanOrEqual(1);
});

test('a focused control above the window scrolls clear of the bars', async ({ page }) => {
  await signInAs(page, 'root');
  await openApplications(page);
  await scrollDown(page, 1_500);
  const isFocusSeen = () =>
    page.evaluate(() => {
      const above = [...document.querySelectorAll<HTMLElement>('article button')].filter(
        (button) => button === document.activeElement || button.getBoundingClientRect().bottom < 0,
      );
      const button = above.at(-1);
      if (!button) return 'no card above the window';
      button.focus();
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2)) || 'covered';
    });
  await expect.poll(isFocusSeen).toBe(true);
});
