import { LANGUAGES, type Language } from '../../contract/constants/options';
import type en from '../../i18n/en.json';

/** The id of a text; what en.json lacks does not exist. */
export type MessageId = keyof typeof en;
export type Messages = Record<string, string>;

const LOADERS: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('../../i18n/en.json'),
  tr: () => import('../../i18n/tr.json'),
  es: () => import('../../i18n/es.json'),
};

/** Texts of a language, each language a chunk of its own. */
export const loadMessages = async (locale: Language): Promise<Messages> => (await LOADERS[locale]()).default;

/** The first wanted locale (BCP 47, regional ones count as their language) that the interface has; English else. */
export const negotiateLocale = (wanted: readonly string[]): Language => {
  const languages = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return languages.find((language): language is Language => LANGUAGES.includes(language as Language)) ?? 'en';
};

/** What the browser asks for, best first. */
export const browserLocales = (): readonly string[] => globalThis.navigator?.languages ?? [];
