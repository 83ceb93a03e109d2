import { readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { isRegional, languageOf, LOCALES, type Locale } from '../../src/lib/locales';

/** Texts by id, as in the files. */
type Messages = Record<string, string>;

const read = (name: string): Messages => JSON.parse(readFileSync(`i18n/${name}.json`, 'utf8')) as Messages;

/** Returns the texts of a locale as the interface shows them: a region's texts override its language's. */
export const messagesOf = (locale: Locale): Messages => ({
  ...read(languageOf(locale)),
  ...(isRegional(locale) && read(locale)),
});

/** Returns the texts in the file of a region. */
export const regionalMessages = (locale: Locale): Messages => (isRegional(locale) ? read(locale) : {});
export const REGIONS = LOCALES.filter(isRegional);

/** Calls `onRow` for each row of elements in a message: the message itself and the content of its choices and tags. */
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
