import { LANGUAGES, type Language } from '../../../contract/constants/options';
import type pagesTexts from '../../texts/pages.json';
import { escapeHtml, filled, readTexts } from '../messages';

type Values = Record<string, string | number>;

/** Returns a text with its values filled in: plain text, or a sentence when it names somebody. Neither is markup. */
export interface Say<Name extends string> {
  (name: Name, values: Values & ({ company: string } | { name: string })): Sentence;
  (name: Name, values?: Values): string;
}

/** Returns whether translation programs must leave a value unchanged. */
const isName = (key: string): boolean => key === 'company' || key === 'name';

/** A text that names somebody. On a page, translation does not change the names; elsewhere it is plain text. */
export class Sentence {
  readonly template: string;
  readonly values: Values;

  constructor(template: string, values: Values) {
    this.template = template;
    this.values = values;
  }

  toString(): string {
    return filled(this.template, this.values);
  }

  get markup(): string {
    const entries = Object.entries(this.values).map(([key, value]) => {
      const text = escapeHtml(String(value));
      return [key, isName(key) ? `<span translate="no" dir="auto">${text}</span>` : text];
    });
    return filled(escapeHtml(this.template), Object.fromEntries(entries));
  }
}

/** Returns the texts of a file of `server/texts`, which has each language's texts by name. It is read at first use. */
export const textsFrom = <Name extends string>(file: string): ((language: Language) => Say<Name>) => {
  const texts = readTexts<Record<Language, Record<Name, string>>>(file);
  return (language) =>
    ((name: Name, values?: Values) => {
      const sentence = new Sentence(texts()[language][name], values ?? {});
      return Object.keys(sentence.values).some(isName) ? sentence : String(sentence);
    }) as Say<Name>;
};

type SharedName = keyof (typeof pagesTexts)['en'];
/** The texts that all public pages share. */
export const sharedTexts = textsFrom<SharedName>('pages.json');

/** Returns the language in the address, or else the reader's own; English when the product has neither. */
export const languageOf = (asked: unknown, own: string): Language =>
  LANGUAGES.find((language) => language === asked) ?? LANGUAGES.find((language) => language === own) ?? 'en';

/** Text that is markup already; everything else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | Sentence | string | number | null | false | readonly Value[];

const escaped = (value: Value): string => {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (value instanceof Sentence) return value.markup;
  if (typeof value === 'object') return value.map(escaped).join('');
  return escapeHtml(String(value));
};

/** Returns a name that translation does not change. */
export const nameOf = (name: string): Markup => markup`<span translate="no" dir="auto">${name}</span>`;

/** Removes the indentation of the template, which would be a third of the page. */
const dense = (part: string): string => part.replace(/\s*\n\s*/g, '\n');

/**
 * Builds markup. It escapes every value that is not markup itself, so values may stand in texts and quoted attributes; a
 * sentence only in texts.
 * (Prettier would reformat a tag named `html` and add blanks that the page shows.)
 */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, at) => (at === 0 ? '' : escaped(values[at - 1] ?? null)) + dense(part)).join(''));
