import { parse } from '@formatjs/icu-messageformat-parser';

// Which texts the sign-in page and the frame around every page need; others wait for those of their part (src/lib/texts.ts).
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

/** Of all texts of a language those that the sign-in page does with. */
export const pickFirst = (texts) =>
  Object.fromEntries(Object.entries(texts).filter(([id]) => FIRST.includes(id.split('.')[0])));

// Which texts the pages of the daily work do without: src/app/routes.tsx says which screens wait for them.
const LATER = [
  'appointment',
  'basket',
  'branches',
  'feedback',
  'forgetPassword',
  'hrStaff',
  'jobForm',
  'packages',
  'payment',
  'phoneVerify',
  'profile',
  'reauthenticate',
  'register',
  'resetPassword',
  'restoreEmail',
  'smsVerify',
  'statement',
  'support',
];

const isLater = ([id]) => LATER.includes(id.split('.')[0]);

/** Of all texts of a language those of the daily work, the sign-in page's among them. */
export const pickDaily = (texts) => Object.fromEntries(Object.entries(texts).filter((entry) => !isLater(entry)));

/** Of all texts of a language those that the daily work does without. */
export const pickLater = (texts) => Object.fromEntries(Object.entries(texts).filter(isLater));

/** What stands on the page before the program has come: src/lib/firstView.ts. */
const VIEW = ['applications.title', 'jobs.title', 'packages.text', 'packages.title', 'statement.title'];

/** Of all texts of a language those of the first view. */
export const pickView = (texts) => Object.fromEntries(Object.entries(texts).filter(([id]) => VIEW.includes(id)));

/** What ICU's syntax begins with: a text without it is shown as it stands. */
const SYNTAX = /[{<']/;

/**
 * Texts with ICU's syntax as the elements that its parser makes of them, all others as they stand: the browser needs no
 * parser, and shows its first page without having read a thousand texts.
 */
export const compileTexts = (texts) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, SYNTAX.test(text) ? parse(text) : text]));
