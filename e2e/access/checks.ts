import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from '../support/settled';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the violations that axe finds, each with its element. */
const axeFindings = async (page: Page): Promise<string[]> => {
  // Reporting only violations, in the page itself, halves the time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Controls below an open list can be reached once it closes.
  const isListOpen = await page.locator('[role="listbox"]').first().isVisible();
  const rules = {
    'scrollable-region-focusable': { enabled: true },
    ...(isListOpen && { 'target-size': { enabled: false } }),
  };
  axe.options({ resultTypes: ['violations'], runOnly: RULES, rules });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

/**
 * Moves the focus from control to control and reports those without a visible focus (WCAG 2.4.7) or fully covered
 * (2.4.11). After a key press, focus set by a script is shown like keyboard focus.
 */
const focusFindings = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // In a tab list only the selected tab can have the focus.
    const CONTROLS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]:not([role="tablist"])';
    const top = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1) ?? document;
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const isRing = (style: CSSStyleDeclaration) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
    const hasRing = (element: Element): boolean =>
      isRing(getComputedStyle(element)) ||
      ['::before', '::after'].some((part) => isRing(getComputedStyle(element, part))) ||
      // The visible element may stand in for a hidden native control.
      [element.nextElementSibling, element.parentElement, element.parentElement?.parentElement].some(
        (near) => near && isRing(getComputedStyle(near)),
      );
    const isInSight = (element: Element) => {
      const box = element.getBoundingClientRect();
      const [left, upper] = [Math.max(0, box.left), Math.max(0, box.top)];
      const [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
      if (right <= left || bottom <= upper) return false;
      const steps = [0.5, 0.1, 0.9];
      return steps.some((across) =>
        steps.some((down) => {
          const at = document.elementFromPoint(left + (right - left) * across, upper + (bottom - upper) * down);
          return at !== null && (element.contains(at) || at.contains(element) || at.closest('label') !== null);
        }),
      );
    };
    const findings: string[] = [];
    // Of similar controls, such as the rows of a list, checks only the first two and the last.
    const alike = new Map<string, HTMLElement[]>();
    for (const element of top.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (element.tabIndex < 0 || element.matches(':disabled') || !isShown(element)) continue;
      const look = `${element.tagName} ${element.getAttribute('class')} ${element.getAttribute('type')}`;
      alike.set(look, [...(alike.get(look) ?? []), element]);
    }
    const controls = [...alike.values()].flatMap((all) => [...new Set([...all.slice(0, 2), ...all.slice(-1)])]);
    for (const element of controls) {
      // A control that has the focus already would not scroll into view.
      if (document.activeElement === element) element.blur();
      element.focus();
      // Moving the focus closes open menus.
      await new Promise((resolve) => setTimeout(resolve));
      if (document.activeElement !== element) continue;
      const what = element.outerHTML.slice(0, 160);
      // The focus of a frame lies on a control inside it.
      if (element.tagName === 'IFRAME') continue;
      if (!hasRing(element)) findings.push(`no focus to be seen: ${what}`);
      // Elements that slide in need a frame, which takes longer on a busy machine.
      for (let tries = 0; tries < 600 && !isInSight(element); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (isInSight(element)) continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      const cover = document.elementFromPoint(x + width / 2, y + height / 2)?.outerHTML.slice(0, 160);
      findings.push(`focus is under something: ${what} at ${Math.round(x)}, ${Math.round(y)} under ${cover}`);
    }
    return findings;
  });

/** The text spacing that users may set. WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Applies a style sheet in the one way that the security policy allows; an empty one removes it. */
const wear = (page: Page, text: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = css === '' ? [] : [sheet];
  }, text);

/** Reports the widest element of a page that scrolls sideways. WCAG 1.4.10. */
const widthFindings = async (page: Page, what: string): Promise<string[]> => {
  const outermost = await page.evaluate(async () => {
    const root = document.documentElement;
    const isWide = () => root.scrollWidth > innerWidth;
    // Scripts have thirty seconds to lay out the page after a change of width.
    for (let tries = 0; tries < 600 && isWide(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    if (!isWide()) return null;
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    const [widest] = [...document.body.querySelectorAll('*')].sort((one, other) => rightOf(other) - rightOf(one));
    return `${root.scrollWidth} px in ${innerWidth} px: ${widest?.outerHTML.slice(0, 160)}`;
  });
  return outermost === null ? [] : [`${what}: ${outermost}`];
};

/**
 * Reports texts that are cut off without an ellipsis. Text with an ellipsis is available in full in a title or behind
 * a link.
 */
const cutFindings = (page: Page, what: string): Promise<string[]> =>
  page.evaluate((prefix) => {
    const cut = [...document.querySelectorAll<HTMLElement>('button, label, h1, h2, h3, p, a, [role="tab"]')].filter(
      (element) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
        if (textOverflow === 'ellipsis' || element.closest('.visually-hidden') || element.clientWidth <= 1)
          return false;
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
        );
      },
    );
    return cut.map((element) => `${prefix}: cut: ${element.outerHTML.slice(0, 160)}`);
  }, what);

/** Reports animations longer than 50 ms although reduced motion is set. WCAG 2.3.3. */
const motionFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 50)
      .map(({ effect }) => `moves: ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 160)}`),
  );

/** Returns everything that is wrong with the page, one line per finding. */
export const findingsOf = async (page: Page, language: string): Promise<string[]> => {
  const found = await axeFindings(page);
  const [title, lang] = await page.evaluate(() => [document.title, document.documentElement.lang] as const);
  if (!/\S+ · |\S+ \| |\S+ - /.test(title)) found.push(`title: ${title}`);
  if (lang !== language) found.push(`lang: ${lang}`);
  found.push(...(await motionFindings(page)));
  await page.keyboard.press('Shift');
  found.push(...(await focusFindings(page)));
  await wear(page, SPACING);
  found.push(...(await widthFindings(page, 'text spacing')), ...(await cutFindings(page, 'text spacing')));
  await wear(page, 'html { font-size: 200% !important; }');
  found.push(...(await widthFindings(page, 'text of 200 %')));
  await wear(page, '');
  const size = page.viewportSize()!;
  // A layout that changes after the focus would move the control out of sight.
  const resize = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await settled(page);
  };
  for (const width of [768, 320]) {
    await resize(width, 720);
    found.push(...(await widthFindings(page, 'reflow')));
  }
  found.push(...(await focusFindings(page)).map((finding) => `320 px: ${finding}`));
  // A window of 1280 × 1024 px at 400 %.
  await resize(320, 256);
  found.push(...(await focusFindings(page)).map((finding) => `320 × 256 px: ${finding}`));
  await page.setViewportSize(size);
  return found;
};
