import { fold } from '../../../contract/constants/text';

/** Escapes a text so that a `like` pattern matches it literally. */
const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a `like` pattern that finds the folded text anywhere, or undefined for a blank text. */
export const containing = (text: string | undefined): string | undefined => {
  const folded = text === undefined ? '' : fold(text);
  return folded === '' ? undefined : `%${likeLiteral(folded)}%`;
};
