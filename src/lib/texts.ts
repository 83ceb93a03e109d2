import { nextTry } from './browser';
import { loadMessages, TEXT_PARTS, type Messages, type TextPart, type MessageId } from './intl';
import type { Locale } from './locales';
import { ERROR_KEYS } from '../../contract/constants/errorKeys';

/** The visible texts, and which part of them has loaded. */
export interface Texts {
  locale: Locale;
  messages: Messages;
  part: TextPart;
}

let shown: Texts | null = null;
let requested: { locale: Locale | null; part: TextPart } = { locale: null, part: 'first' };
let currentLoad: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

/**
 * Loads the requested texts. Without any text of that language it tries until it has them, because the page cannot even
 * tell that something is missing; a further part is requested again by those who need it.
 */
const load = async (): Promise<void> => {
  const { locale, part } = requested;
  if (locale === null) return;
  // A newer request replaces this one and loads its own texts.
  const isReplaced = () => requested.locale !== locale || requested.part !== part;
  let messages: Messages | undefined;
  while (!messages) {
    try {
      messages = await loadMessages(locale, part).catch(() => loadMessages(locale, part));
    } catch (error) {
      if (isReplaced()) return;
      if (shown?.locale === locale) {
        requested = { locale, part: shown.part };
        throw error;
      }
      await nextTry();
    }
    if (isReplaced()) return;
  }
  if (shown?.locale === locale) {
    // The visible page already has its texts, so a further part needs no new render.
    Object.assign(shown.messages, messages);
    shown.part = part;
    return;
  }
  shown = { locale, messages, part };
  for (const listener of listeners) listener();
};

/** Shows the texts of a locale as soon as they have loaded. */
export const showLocale = (locale: Locale): void => {
  if (requested.locale === locale) return;
  requested = { ...requested, locale };
  currentLoad = load();
  currentLoad.catch(() => undefined);
};

const includesPart = (texts: { part: TextPart } | null, part: TextPart): boolean =>
  texts !== null && TEXT_PARTS.indexOf(texts.part) >= TEXT_PARTS.indexOf(part);

const textsUpTo = async (part: TextPart): Promise<void> => {
  if (!includesPart(requested, part)) {
    requested = { ...requested, part };
    currentLoad = load();
  }
  // The user may choose another language during the wait.
  while (requested.locale !== null && !includesPart(shown, part)) await currentLoad;
};

/** Resolves when the texts of the lists are there; every page except those for guests waits for it. */
export const listTexts = (): Promise<void> => textsUpTo('lists');

/** Resolves when the texts of the daily work are there. */
export const dailyTexts = (): Promise<void> => textsUpTo('daily');

/** Resolves when every text of the locale is there; screens beyond the daily work wait for it. */
export const wholeTexts = (): Promise<void> => textsUpTo('whole');

/** Subscribes to changes of the visible texts, for `useSyncExternalStore`; returns a function that unsubscribes. */
export const watchTexts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const shownTexts = (): Texts | null => shown;

const TEXTS: Record<string, MessageId> = {
  [ERROR_KEYS.tooManyRequests]: 'errors.limitedFor',
  [ERROR_KEYS.phoneDailyLimit]: 'errors.codesLimitedFor',
};

/**
 * Returns the text of an error key of a limit with a known duration; its value `wait` is the time until the next try.
 */
export const waitTextOf = (key: string): MessageId | undefined => TEXTS[key];
