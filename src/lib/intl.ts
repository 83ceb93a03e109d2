import type { MessageFormatElement } from 'react-intl';
import type { Language } from '../../contract/constants/options';
import type en from '../../i18n/en.json';
import { isRegional, languageOf, type Locale, type RegionalLocale } from './locales';

/** The id of a text; what en.json lacks does not exist. */
export type MessageId = keyof typeof en;
/** Each text as ICU's elements, which the build has made (scripts/textParts.mjs); where nothing is built, as its source. */
export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>;

type Source = string | MessageFormatElement[];
type Part = () => Promise<{ default: Record<string, Source> }>;

/** Each language in two files: all of it, and what the sign-in page needs. See webpack.config.ts. */
const TEXTS: Record<Language, { first: Part; whole: Part }> = {
  en: { first: () => import('../../i18n/en.json?first'), whole: () => import('../../i18n/en.json') },
  tr: { first: () => import('../../i18n/tr.json?first'), whole: () => import('../../i18n/tr.json') },
  es: { first: () => import('../../i18n/es.json?first'), whole: () => import('../../i18n/es.json') },
};

/** What a region says otherwise than its language: a few texts, whole. */
const REGIONS: Record<RegionalLocale, Part> = {
  'en-GB': () => import('../../i18n/en-GB.json'),
  'es-MX': () => import('../../i18n/es-MX.json'),
};

/** A text without ICU's syntax as its one element, so that nothing reads it before it is shown. */
const element = (text: Source): Source =>
  typeof text === 'string' && !/[{<']/.test(text) ? [{ type: 0, value: text }] : text;

/** Texts of a locale: those of the sign-in page and the frame, or the whole of them; a region's over its language's. */
export const loadMessages = async (locale: Locale, isWhole: boolean): Promise<Messages> => {
  const { first, whole } = TEXTS[languageOf(locale)];
  const region = isRegional(locale) ? [REGIONS[locale]()] : [];
  const parts = await Promise.all([isWhole ? whole() : first(), ...region]);
  const texts = parts.flatMap((part) => Object.entries(part.default));
  return Object.fromEntries(texts.map(([id, text]) => [id, element(text)])) as Messages;
};
