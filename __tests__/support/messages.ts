import { readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { isRegional, languageOf, LOCALES, type Locale } from '../../src/lib/locales';

/** By their ids, as the files hold them. */
type Messages = Record<string, string>;

const read = (name: string): Messages => JSON.parse(readFileSync(`i18n/${name}.json`, 'utf8')) as Messages;

/** The texts of a locale as the interface shows them: a region's over its language's. */
export const messagesOf = (locale: Locale): Messages => ({
  ...read(languageOf(locale)),
  ...(isRegional(locale) && read(locale)),
});

/** What the file of a region holds. */
export const regionalMessages = (locale: Locale): Messages => (isRegional(locale) ? read(locale) : {});
export const REGIONS = LOCALES.filter(isRegional);

/** Calls back for each row of elements in a message: the message itself, and what is in its choices and tags. */
export const eachRow = (text: string, onRow: (elements: MessageFormatElement[]) => void): void => {
  const visit = (elements: MessageFormatElement[]) => {
    onRow(elements);
    for (const element of elements) {
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        Object.values(element.options).forEach(({ value }) => visit(value));
      }
      if (element.type === TYPE.tag) visit(element.children);
    }
  };
  visit(parse(text));
};
