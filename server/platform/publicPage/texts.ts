import { LANGUAGES, type Language } from '../../../contract/constants/options';
import type publicPageTexts from '../../texts/publicPage.json';
import { filled, readTexts, escapeHtml } from '../messages';

/** Returns a text with its values filled in. It is plain text, not markup. */
export type Say<Name extends string> = (name: Name, values?: Record<string, string | number>) => string;

/** Returns the texts of a file of `server/texts`, which has each language's texts by name. It is read at first use. */
export const textsFrom = <Name extends string>(file: string): ((language: Language) => Say<Name>) => {
  const texts = readTexts<Record<Language, Record<Name, string>>>(file);
  return (language) =>
    (name, values = {}) =>
      filled(texts()[language][name], values);
};

type PublicName = keyof (typeof publicPageTexts)['en'];
/** The texts that all public pages share. */
export const publicTexts = textsFrom<PublicName>('publicPage.json');

/** Returns the language that the address asks for, or else the reader's own; English when the product speaks neither. */
export const languageOf = (asked: unknown, own: string): Language =>
  LANGUAGES.find((language) => language === asked) ?? LANGUAGES.find((language) => language === own) ?? 'en';

/** Text that is markup already; everything else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | null | false | readonly Value[];

const escaped = (value: Value): string => {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(escaped).join('');
  return escapeHtml(String(value));
};

/** Drops the indentation of the code, which would be a third of the page. */
const dense = (part: string): string => part.replace(/\s*\n\s*/g, '\n');

/**
 * Builds markup. It escapes every value that is not markup itself, so values may stand in texts and quoted attributes.
 * (Prettier would reformat a tag named `html` and add blanks that the page shows.)
 */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, at) => (at === 0 ? '' : escaped(values[at - 1] ?? null)) + dense(part)).join(''));
