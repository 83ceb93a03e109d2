import { LANGUAGES, type Language } from '../../contract/constants/options';
import type en from '../../i18n/en.json';

/** The id of a text; what en.json lacks does not exist. */
export type MessageId = keyof typeof en;
export type Messages = Record<string, string>;

type Part = () => Promise<{ default: Messages }>;

/** Each language in two chunks: what the sign-in page and the frame need, and all else. See webpack.config.ts. */
const PARTS: Record<Language, { first: Part; rest: Part }> = {
  en: { first: () => import('../../i18n/en.json?first'), rest: () => import('../../i18n/en.json?rest') },
  tr: { first: () => import('../../i18n/tr.json?first'), rest: () => import('../../i18n/tr.json?rest') },
  es: { first: () => import('../../i18n/es.json?first'), rest: () => import('../../i18n/es.json?rest') },
};

/** Texts of a language: those of the sign-in page and the frame, or the whole of them. */
export const loadMessages = async (locale: Language, isWhole: boolean): Promise<Messages> => {
  const { first, rest } = PARTS[locale];
  const parts = await Promise.all(isWhole ? [first(), rest()] : [first()]);
  return Object.assign({}, ...parts.map((part) => part.default)) as Messages;
};

/** The first wanted locale (BCP 47, regional ones count as their language) that the interface has; English else. */
export const negotiateLocale = (wanted: readonly string[]): Language => {
  const languages = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return languages.find((language): language is Language => LANGUAGES.includes(language as Language)) ?? 'en';
};

/** What the browser asks for, best first. */
export const browserLocales = (): readonly string[] => globalThis.navigator?.languages ?? [];
