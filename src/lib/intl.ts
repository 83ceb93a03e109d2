import type { MessageFormatElement } from 'react-intl';
import type { Language } from '../../contract/constants/options';
import type en from '../../i18n/en.json';
import { isRegional, languageOf, type Locale, type RegionalLocale } from './locales';

/** The id of a text; what en.json lacks does not exist. */
export type MessageId = keyof typeof en;
/** Each text as ICU's elements, which the build has made (scripts/textParts.ts); where nothing is built, as its source. */
export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>;

type Source = string | MessageFormatElement[];
type Part = () => Promise<{ default: Record<string, Source> }>;

/** What the sign-in page needs; that and what the pages of the daily work need; all. */
export const TEXT_PARTS = ['first', 'daily', 'whole'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

/** Each language in three files: `later` is what `daily` is without. See webpack.config.ts. */
const TEXTS: Record<Language, Record<'first' | 'daily' | 'later', Part>> = {
  en: {
    first: () => import('../../i18n/en.json?first'),
    daily: () => import('../../i18n/en.json?daily'),
    later: () => import('../../i18n/en.json?later'),
  },
  tr: {
    first: () => import('../../i18n/tr.json?first'),
    daily: () => import('../../i18n/tr.json?daily'),
    later: () => import('../../i18n/tr.json?later'),
  },
  es: {
    first: () => import('../../i18n/es.json?first'),
    daily: () => import('../../i18n/es.json?daily'),
    later: () => import('../../i18n/es.json?later'),
  },
};

/** The files that a part is made of. */
export const TEXT_FILES: Record<TextPart, readonly ('first' | 'daily' | 'later')[]> = {
  first: ['first'],
  daily: ['daily'],
  whole: ['daily', 'later'],
};

/** What a region says otherwise than its language: a few texts, whole. */
const REGIONS: Record<RegionalLocale, Part> = {
  'en-GB': () => import('../../i18n/en-GB.json'),
  'es-MX': () => import('../../i18n/es-MX.json'),
};

/** A text without ICU's syntax as its one element, so that nothing reads it before it is shown. */
const element = (text: Source): Source =>
  typeof text === 'string' && !/[{<']/.test(text) ? [{ type: 0, value: text }] : text;

/** A part of the texts of a locale; a region's over its language's. */
export const loadMessages = async (locale: Locale, part: TextPart): Promise<Messages> => {
  const files = TEXTS[languageOf(locale)];
  const region = isRegional(locale) ? [REGIONS[locale]()] : [];
  const parts = await Promise.all([...TEXT_FILES[part].map((name) => files[name]()), ...region]);
  const texts = parts.flatMap((part) => Object.entries(part.default));
  return Object.fromEntries(texts.map(([id, text]) => [id, element(text)])) as Messages;
};
