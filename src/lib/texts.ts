import { loadMessages, TEXT_PARTS, type Messages, type TextPart } from './intl';
import type { Locale } from './locales';

/** The texts that are shown now, and how many of them that is. */
export interface Texts {
  locale: Locale;
  messages: Messages;
  part: TextPart;
}

let shown: Texts | null = null;
let wanted: { locale: Locale | null; part: TextPart } = { locale: null, part: 'first' };
let running: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

/** Loads what is wanted; texts that did not arrive are tried once more, then the old ones stay. */
const load = async (): Promise<void> => {
  const { locale, part } = wanted;
  if (locale === null) return;
  const messages = await loadMessages(locale, part)
    .catch(() => loadMessages(locale, part))
    .catch((error: unknown) => {
      // Whoever asks for that part again has it loaded again.
      if (wanted.locale === locale && wanted.part === part) wanted = { locale, part: shown?.part ?? 'first' };
      throw error;
    });
  // Another wish came meanwhile: it loads on its own.
  if (wanted.locale !== locale || wanted.part !== part) return;
  shown = { locale, messages, part };
  for (const listener of listeners) listener();
};

/** Shows the texts of a language as soon as they are there. */
export const showLocale = (locale: Locale): void => {
  if (wanted.locale === locale) return;
  wanted = { ...wanted, locale };
  running = load();
  running.catch(() => undefined);
};

const holds = (texts: { part: TextPart } | null, part: TextPart): boolean =>
  texts !== null && TEXT_PARTS.indexOf(texts.part) >= TEXT_PARTS.indexOf(part);

const textsUpTo = async (part: TextPart): Promise<void> => {
  if (!holds(wanted, part)) {
    wanted = { ...wanted, part };
    running = load();
  }
  // Another language may be chosen while one waits.
  while (wanted.locale !== null && !holds(shown, part)) await running;
};

/** Resolves when the texts of the daily work are shown; every page but those for guests waits for it. */
export const dailyTexts = (): Promise<void> => textsUpTo('daily');

/** Resolves when every text of the language is shown; a screen that says more than the daily work waits for it. */
export const wholeTexts = (): Promise<void> => textsUpTo('whole');

/** For `useSyncExternalStore`. */
export const watchTexts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const shownTexts = (): Texts | null => shown;
