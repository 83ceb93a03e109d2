import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { Page } from '@playwright/test';
import { compileTexts } from '../../scripts/textParts';
import { TEXTS } from '../support/texts';
import type { Scene } from './view';

const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  c: 'č',
  g: 'ğ',
  n: 'ñ',
  s: 'š',
  y: 'ý',
  A: 'Á',
  E: 'É',
  I: 'İ',
  O: 'Ö',
  U: 'Ü',
  C: 'Č',
  G: 'Ğ',
  N: 'Ñ',
  S: 'Š',
};
const LONGER = 1.4;

/** Lengthens a text by 40%: adds accents, doubles vowels and appends a word for the rest. */
export const lengthen = (text: string): string => {
  const wanted = Math.ceil(text.length * LONGER);
  const long = text.replace(/[a-z]/gi, (letter) => {
    const accented = ACCENTED[letter] ?? letter;
    return /[aeiou]/.test(letter) ? accented + accented : accented;
  });
  if (!/\p{L}/u.test(text) || long.length >= wanted) return long;
  const end = /[\s.:!?…]*$/.exec(long)![0];
  return long.slice(0, long.length - end.length) + 'é'.repeat(wanted - long.length) + end;
};

const lengthened = (elements: MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: lengthen(element.value) };
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return element;
    const options = Object.entries(element.options).map(
      ([key, option]) => [key, { ...option, value: lengthened(option.value) }] as const,
    );
    return { ...element, options: Object.fromEntries(options) };
  });

/** English texts with accents, 40% longer. */
const PSEUDO = Object.fromEntries(
  Object.entries(TEXTS.en).map(([id, text]) => [id, printAST(lengthened(parse(text)))]),
);

export const pseudoText: Scene['t'] = (id, values = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), PSEUDO[id]!);

/** Makes the page use the lengthened texts from its next load. Nothing is rebuilt. */
export const speakPseudo = (page: Page) =>
  page.addInitScript((texts) => {
    const read = JSON.parse.bind(JSON);
    JSON.parse = (text: string, reviver?: (key: string, value: unknown) => unknown) => {
      const value: unknown = read(text, reviver);
      const [id] = typeof value === 'object' ? Object.keys(value ?? {}) : [];
      if (id === undefined || !(id in texts)) return value;
      return Object.fromEntries(Object.keys(value as object).map((key) => [key, texts[key] ?? key]));
    };
  }, compileTexts(PSEUDO));

/**
 * Reports texts that are cut off, and pages wider than the screen. A phone widens its window to fit a wide page, so
 * `innerWidth` is no measure.
 */
export const clipped = (page: Page, what: string): Promise<string[]> =>
  page.evaluate(
    ({ prefix, screenWidth }) => {
      const findings: string[] = [];
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > screenWidth) findings.push(`${prefix}: the page is ${scrollWidth} px wide`);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isMeant = (element: Element) => {
        const { display, textOverflow, webkitLineClamp } = getComputedStyle(element);
        // A flex container shows no ellipsis for its own text.
        return (textOverflow === 'ellipsis' && !display.includes('flex')) || webkitLineClamp !== 'none';
      };
      /** Whether the element is only for screen readers. */
      const isUnseen = (element: Element | null): boolean =>
        element !== null &&
        (getComputedStyle(element).clipPath !== 'none' ||
          (element.clientWidth === 1 && element.clientHeight === 1) ||
          isUnseen(element.parentElement));
      /** Returns the element that cuts off the text, unless it is meant to. */
      const cutBy = (element: Element, text: DOMRect): Element | null => {
        for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
          const style = getComputedStyle(around);
          if (isMeant(around)) return null;
          if (['auto', 'scroll'].includes(style.overflowX) || ['auto', 'scroll'].includes(style.overflowY)) return null;
          const box = around.getBoundingClientRect();
          const sideways = hides(style.overflowX) && (text.right > box.right + 1 || text.left < box.left - 1);
          const downwards = hides(style.overflowY) && (text.bottom > box.bottom + 2 || text.top < box.top - 2);
          if (sideways || downwards) return around;
          // Controls and cells must contain their text, even if the overflow is visible.
          if (around.matches('button, [role="tab"], [role="menuitem"], th, td, dt, dd') && text.right > box.right + 1)
            return around;
          if (style.position === 'fixed') return null;
        }
        return null;
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement!;
        if (!node.textContent?.trim() || element.closest('script, style, svg, .leaflet-container')) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isUnseen(element))
          continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width <= 1) continue;
        const cut = cutBy(element, box);
        if (cut)
          findings.push(`${prefix}: “${node.textContent.trim().slice(0, 60)}” in ${cut.tagName} ${cut.className}`);
        else if (box.right > screenWidth + 1 && scrollWidth > screenWidth)
          findings.push(`${prefix}: “${node.textContent.trim().slice(0, 60)}” sticks out`);
      }
      for (const select of document.querySelectorAll('select'))
        if (select.checkVisibility() && select.scrollWidth > select.clientWidth + 1)
          findings.push(`${prefix}: select “${select.selectedOptions[0]?.text}”`);
      return [...new Set(findings)];
    },
    { prefix: what, screenWidth: page.viewportSize()!.width },
  );
