import { loadMessages, type Messages } from './intl';
import type { Locale } from './locales';

/** The texts that are shown now; `isWhole` once the screens' own are among them. */
export interface Texts {
  locale: Locale;
  messages: Messages;
  isWhole: boolean;
}

let shown: Texts | null = null;
let wanted: { locale: Locale | null; isWhole: boolean } = { locale: null, isWhole: false };
let running: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

/** Loads what is wanted; texts that did not arrive are tried once more, then the old ones stay. */
const load = async (): Promise<void> => {
  const { locale, isWhole } = wanted;
  if (locale === null) return;
  const messages = await loadMessages(locale, isWhole).catch(() => loadMessages(locale, isWhole));
  // Another wish came meanwhile: it loads on its own.
  if (wanted.locale !== locale || wanted.isWhole !== isWhole) return;
  shown = { locale, messages, isWhole };
  for (const listener of listeners) listener();
};

/** Shows the texts of a language as soon as they are there. */
export const showLocale = (locale: Locale): void => {
  if (wanted.locale === locale) return;
  wanted = { ...wanted, locale };
  running = load();
  running.catch(() => undefined);
};

/** Resolves when every text of the language is shown; a screen that comes later than the first page waits for it. */
export const wholeTexts = async (): Promise<void> => {
  if (!wanted.isWhole) {
    wanted = { ...wanted, isWhole: true };
    running = load();
  }
  // Another language may be chosen while one waits.
  while (wanted.locale !== null && !shown?.isWhole) await running;
};

/** For `useSyncExternalStore`. */
export const watchTexts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const shownTexts = (): Texts | null => shown;
