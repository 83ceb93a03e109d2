import { parse } from '@formatjs/icu-messageformat-parser';

// Which texts the sign-in page and the frame around every page need; each screen waits for the others (src/lib/texts.ts).
const FIRST = [
  'app',
  'errorPage',
  'errors',
  'experience',
  'languages',
  'login',
  'notAvailable',
  'notFound',
  'pages',
  'session',
  'shell',
  'staff',
  'ui',
  'validation',
];

/** The texts of one part (`first` or `rest`) out of all texts of a language. */
export const pickTexts = (texts, part) =>
  Object.fromEntries(Object.entries(texts).filter(([id]) => FIRST.includes(id.split('.')[0]) === (part === 'first')));

/** What ICU's syntax begins with: a text without it is shown as it stands. */
const SYNTAX = /[{<']/;

/**
 * Texts with ICU's syntax as the elements that its parser makes of them, all others as they stand: the browser needs no
 * parser, and shows its first page without having read a thousand texts.
 */
export const compileTexts = (texts) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, SYNTAX.test(text) ? parse(text) : text]));
