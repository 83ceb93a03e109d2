import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../../../../contract/constants/options';
import { fromRoot } from '../../../platform/root';
import type workerPageTexts from '../../../texts/workerPage.json';

export type TextName = keyof (typeof workerPageTexts)['en'];
/** Returns a text with its values filled in. It is plain text, not markup. */
export type Say = (name: TextName, values?: Record<string, string | number>) => string;

let read: Record<Language, Record<TextName, string>> | undefined;
const texts = () =>
  (read ??= JSON.parse(readFileSync(fromRoot('server/texts/workerPage.json'), 'utf8')) as NonNullable<typeof read>);

export const sayIn =
  (language: Language): Say =>
  (name, values = {}) =>
    texts()[language][name].replace(/\{(\w+)\}/g, (_match, value: string) => String(values[value] ?? ''));

/** Returns the language that the address asks for, or else the worker's own; English when the product speaks neither. */
export const languageOf = (asked: unknown, own: string): Language =>
  LANGUAGES.find((language) => language === asked) ?? LANGUAGES.find((language) => language === own) ?? 'en';
