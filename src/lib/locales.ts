import { LANGUAGES, type Language } from '../../contract/constants/options';

/** Regional variants that have texts of their own: `i18n/<locale>.json` holds only what differs from the language's. */
const REGIONAL = ['en-GB', 'es-MX'] as const;

/** What the interface can be shown in: BCP 47 tags. English is the fallback. Spec 1, point 1. */
export const LOCALES = [...LANGUAGES, ...REGIONAL] as const;
export type Locale = (typeof LOCALES)[number];
export type RegionalLocale = (typeof REGIONAL)[number];

export const isRegional = (locale: Locale): locale is RegionalLocale => REGIONAL.includes(locale as RegionalLocale);

/** The language of a locale: what the server, which knows no regions, is told. */
export const languageOf = (locale: Locale): Language => locale.split('-')[0] as Language;

/** The locale of a wanted tag: its own, else that of its language; undefined when the interface lacks the language. */
const offered = (tag: string): Locale | undefined => {
  const wanted = tag.toLowerCase();
  const language = wanted.split('-')[0];
  return (
    LOCALES.find((locale) => locale.toLowerCase() === wanted) ?? LANGUAGES.find((candidate) => candidate === language)
  );
};

/** The first wanted locale (BCP 47) that the interface has, as near to its region as there is; English else. */
export const negotiateLocale = (wanted: readonly string[]): Locale => wanted.map(offered).find(Boolean) ?? 'en';

/** A language in the region in which the browser asks for it: `es` where es-MX is wanted is es-MX. */
export const localeOf = (language: Language, wanted: readonly string[]): Locale => {
  const found = wanted.map(offered).find((locale) => locale !== undefined && languageOf(locale) === language);
  return found ?? language;
};

/** What the browser asks for, best first. */
export const browserLocales = (): readonly string[] => globalThis.navigator?.languages ?? [];
