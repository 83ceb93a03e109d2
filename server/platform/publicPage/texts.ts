import { LANGUAGES, type Language } from '../../../contract/constants/options';
import type publicPageTexts from '../../texts/publicPage.json';
import { readTexts } from '../readTexts';

/** Returns a text with its values filled in. It is plain text, not markup. */
export type Say<Name extends string> = (name: Name, values?: Record<string, string | number>) => string;

/** Returns the texts of a file of `server/texts`, which has each language's texts by name. It is read at first use. */
export const textsFrom = <Name extends string>(file: string): ((language: Language) => Say<Name>) => {
  const texts = readTexts<Record<Language, Record<Name, string>>>(file);
  return (language) =>
    (name, values = {}) =>
      texts()[language][name].replace(/\{(\w+)\}/g, (_match, value: string) => String(values[value] ?? ''));
};

export type PublicName = keyof (typeof publicPageTexts)['en'];
/** The texts that all public pages share. */
export const publicTexts = textsFrom<PublicName>('publicPage.json');

/** Returns the language that the address asks for, or else the reader's own; English when the product speaks neither. */
export const languageOf = (asked: unknown, own: string): Language =>
  LANGUAGES.find((language) => language === asked) ?? LANGUAGES.find((language) => language === own) ?? 'en';
