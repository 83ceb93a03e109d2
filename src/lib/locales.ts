import { LANGUAGES, type Language } from '../../contract/constants/options';

/** Regional variants with texts of their own: `i18n/<locale>.json` holds only the differences from the language. */
const REGIONAL = ['en-GB', 'es-MX'] as const;

/** Locales of the interface (BCP 47). English is the fallback. See docs/PRODUCT.md#languages. */
export const LOCALES = [...LANGUAGES, ...REGIONAL] as const;
export type Locale = (typeof LOCALES)[number];
export type RegionalLocale = (typeof REGIONAL)[number];

export const isRegional = (locale: Locale): locale is RegionalLocale => REGIONAL.includes(locale as RegionalLocale);

/** Returns the language of a locale for the server, which knows no regions. */
export const languageOf = (locale: Locale): Language => locale.split('-')[0] as Language;

/** Returns the locale of a tag, or else of its language; undefined if the interface lacks the language. */
const supportedLocale = (tag: string): Locale | undefined => {
  const lowerCase = tag.toLowerCase();
  const language = lowerCase.split('-')[0];
  return (
    LOCALES.find((locale) => locale.toLowerCase() === lowerCase) ??
    LANGUAGES.find((candidate) => candidate === language)
  );
};

/** Returns the first preferred locale (BCP 47) that the interface has, if possible with its region; else English. */
export const negotiateLocale = (preferred: readonly string[]): Locale =>
  preferred.map(supportedLocale).find(Boolean) ?? 'en';

/** Returns a language in the browser's region: `es` becomes es-MX where the browser prefers es-MX. */
export const localeOf = (language: Language, preferred: readonly string[]): Locale => {
  const found = preferred
    .map(supportedLocale)
    .find((locale) => locale !== undefined && languageOf(locale) === language);
  return found ?? language;
};

/** Returns the browser's preferred languages, best first. */
export const browserLocales = (): readonly string[] => globalThis.navigator?.languages ?? [];
