import type { MessageFormatElement } from 'react-intl';
import type { Language } from '../../contract/constants/options';
import type en from '../../i18n/en.json';
import { isRegional, languageOf, type Locale, type RegionalLocale } from './locales';

/** The id of a text; en.json has all of them. */
export type MessageId = keyof typeof en;
/** Each text as ICU elements, which the build compiles (scripts/textParts.ts); as source text without a build. */
export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>;

type Source = string | MessageFormatElement[];
type Part = () => Promise<{ default: Record<string, Source> }>;

/** Each part includes the one before it: the sign-in page, the lists, the daily work, all texts. */
export const TEXT_PARTS = ['first', 'lists', 'daily', 'whole'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

type TextFile = 'first' | 'lists' | 'daily' | 'later';

/** `daily` holds the texts that `lists` lacks, and `later` all others. See webpack.config.ts. */
const TEXTS: Record<Language, Record<TextFile, Part>> = {
  en: {
    first: () => import('../../i18n/en.json?first'),
    lists: () => import('../../i18n/en.json?lists'),
    daily: () => import('../../i18n/en.json?daily'),
    later: () => import('../../i18n/en.json?later'),
  },
  tr: {
    first: () => import('../../i18n/tr.json?first'),
    lists: () => import('../../i18n/tr.json?lists'),
    daily: () => import('../../i18n/tr.json?daily'),
    later: () => import('../../i18n/tr.json?later'),
  },
  es: {
    first: () => import('../../i18n/es.json?first'),
    lists: () => import('../../i18n/es.json?lists'),
    daily: () => import('../../i18n/es.json?daily'),
    later: () => import('../../i18n/es.json?later'),
  },
};

/** The files of each part. */
export const TEXT_FILES: Record<TextPart, readonly TextFile[]> = {
  first: ['first'],
  lists: ['lists'],
  daily: ['lists', 'daily'],
  whole: ['lists', 'daily', 'later'],
};

/** Texts of a region that differ from its language: a few, in one file. */
const REGIONS: Record<RegionalLocale, Part> = {
  'en-GB': () => import('../../i18n/en-GB.json'),
  'es-MX': () => import('../../i18n/es-MX.json'),
};

/** Turns a text without ICU syntax into its single element, so that nothing parses it before it is shown. */
const element = (text: Source): Source =>
  typeof text === 'string' && !/[{<']/.test(text) ? [{ type: 0, value: text }] : text;

/** Loads a part of a locale's texts; the region's texts override the language's. */
export const loadMessages = async (locale: Locale, part: TextPart): Promise<Messages> => {
  const files = TEXTS[languageOf(locale)];
  // Without its file a region shows the texts of its language.
  const region = isRegional(locale) ? [REGIONS[locale]().catch(() => ({ default: {} }))] : [];
  const parts = await Promise.all([...TEXT_FILES[part].map((name) => files[name]()), ...region]);
  const texts = parts.flatMap((part) => Object.entries(part.default));
  return Object.fromEntries(texts.map(([id, text]) => [id, element(text)])) as Messages;
};
