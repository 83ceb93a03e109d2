import { SheetError } from './types';

const SEPARATORS = [';', ',', '\t'];

/** Decodes UTF-8 and UTF-16, or else Windows-1254: the Turkish Excel writes its CSV files in it. */
const decode = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1254').decode(bytes);
  }
};

/** Returns the separator that the first line has most often outside quotes. */
const separatorOf = (text: string): string => {
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
};

/**
 * Returns the text of a CSV file with a first line that names its separator, which also keeps the library from taking
 * it for another format. Throws `SheetError` for a file that is no text.
 */
export const csvText = (bytes: Uint8Array): string => {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\0')) throw new SheetError('unsupported');
  return /^sep=.\r?\n/.test(text) ? text : `sep=${separatorOf(text)}\n${text}`;
};
