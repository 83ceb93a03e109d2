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
