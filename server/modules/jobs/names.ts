import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { fold } from '../../../contract/constants/text';
import { readTexts } from '../../platform/messages';

const benefits = readTexts<Record<Language, Record<string, string>>>('benefits.json');

/** Returns the name of a tag: a benefit's in the reader's language, the organisation's own as entered. */
export const tagName = ({ key, name }: { key: string | null; name: string }, language: Language): string =>
  (key === null ? undefined : benefits()[language][key]) ?? name;

/** Returns the key of the benefit that has this folded name in any language, or undefined. */
export const benefitNamed = (name: string): string | undefined =>
  LANGUAGES.flatMap((language) => Object.entries(benefits()[language])).find(
    ([, text]) => fold(text) === fold(name),
  )?.[0];

const displayNames = new Map<Language, Intl.DisplayNames>();

/** Returns the name of a language (ISO 639-1) in the reader's language, capitalised for a list of options. */
export const languageName = (code: string, language: Language): string => {
  const names = displayNames.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  displayNames.set(language, names);
  const name = names.of(code) ?? code;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
};
