import { HEADER_ROWS, namesIn } from './header';
import { SheetError } from './types';

const SEPARATORS = [';', ',', '\t', '|'];
/** Longer than the rows that are searched for the names of the columns. */
const START = 50_000;

const countOf = (text: string, pattern: RegExp): number => {
  let count = 0;
  for (const _match of text.matchAll(pattern)) count += 1;
  return count;
};

/**
 * Decodes UTF-8 and UTF-16, or else Windows-1254: the Turkish Excel writes its CSV files in it. A file is UTF-8 when most
 * of its characters beyond ASCII are right; the wrong ones become U+FFFD.
 */
const decode = (bytes: Uint8Array): string => {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  const wrong = isMarked ? 0 : countOf(text, /\uFFFD/g);
  if (wrong === 0) return text;
  const right = countOf(text, /[^\0-\x7F\uFFFD]/gu);
  return right >= wrong ? text : new TextDecoder('windows-1254').decode(bytes);
};

/** Returns the first lines; a line break in quotes ends none. A separator in quotes becomes a blank. */
const firstLines = (text: string): string[] =>
  Array.from(text.slice(0, START).matchAll(/(?:"[^"]*"|[^"\r\n])+/g), ([line]) =>
    line.replace(/"([^"]*)"/g, (_quoted, inside: string) => inside.replace(/[;,\t|]/g, ' ')),
  ).slice(0, HEADER_ROWS);

/**
 * Returns the separator of the line that names the columns; without known names the one that the first line with any
 * has most often.
 */
const separatorOf = (text: string, names: ReadonlySet<string>): string => {
  const lines = firstLines(text);
  const fallback = lines.find((line) => SEPARATORS.some((separator) => line.includes(separator))) ?? '';
  const scoreOf = (separator: string) => {
    const most = Math.max(0, ...lines.map((line) => namesIn(line.split(separator), names)));
    return (most > 1 ? most * START : 0) + fallback.split(separator).length;
  };
  return SEPARATORS.reduce((best, next) => (scoreOf(next) > scoreOf(best) ? next : best));
};

/**
 * Returns the text of a CSV file with a first line that names its separator, which also keeps the library from taking
 * it for another format. Throws `SheetError` for a file that is no text.
 */
export const csvText = (bytes: Uint8Array, names: ReadonlySet<string>): string => {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\0')) throw new SheetError('unsupported');
  return /^sep=.\r?\n/.test(text) ? text : `sep=${separatorOf(text, names)}\n${text}`;
};
