import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Language } from '../../contract/constants/options';
import type en from '../../i18n/en.json';
import { isRegional, languageOf, type Locale, type RegionalLocale } from './locales';

/** The id of a text; what en.json lacks does not exist. */
export type MessageId = keyof typeof en;
/** Each text as ICU's elements, which the build has made (scripts/textParts.mjs); where nothing is built, as its source. */
export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>;

type Source = string | MessageFormatElement[];
type Part = () => Promise<{ default: Record<string, Source> }>;

/** Each language in two chunks: what the sign-in page and the frame need, and all else. See webpack.config.ts. */
const PARTS: Record<Language, { first: Part; rest: Part }> = {
  en: { first: () => import('../../i18n/en.json?first'), rest: () => import('../../i18n/en.json?rest') },
  tr: { first: () => import('../../i18n/tr.json?first'), rest: () => import('../../i18n/tr.json?rest') },
  es: { first: () => import('../../i18n/es.json?first'), rest: () => import('../../i18n/es.json?rest') },
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
  const { first, rest } = PARTS[languageOf(locale)];
  const region = isRegional(locale) ? [REGIONS[locale]()] : [];
  const parts = await Promise.all([first(), ...(isWhole ? [rest()] : []), ...region]);
  const texts = parts.flatMap((part) => Object.entries(part.default));
  return Object.fromEntries(texts.map(([id, text]) => [id, element(text)])) as Messages;
};
