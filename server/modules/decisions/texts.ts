import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { fromRoot } from '../../platform/root';

type Texts = Record<'reopened' | 'filled', Record<Language, string>>;

let read: Texts | undefined;
const texts = (): Texts =>
  (read ??= JSON.parse(readFileSync(fromRoot('server/texts/decisions.json'), 'utf8')) as Texts);

/** Returns the language of a worker in which the server has texts, or English. */
export const languageOf = ({ language }: { language: string }): Language =>
  LANGUAGES.find((one) => one === language) ?? 'en';

/** Returns the text for a worker whose application is open again, in the language of the worker. */
export const reopenedText = (recipient: { language: string }): string => texts().reopened[languageOf(recipient)];

/** Returns the text for a worker whose position is filled, in the language of the worker. */
export const filledText = (recipient: { language: string }): string => texts().filled[languageOf(recipient)];
