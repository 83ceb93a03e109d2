/** Returns a position in a list, whole numbers from 0, as text for the query parameter `after`. */
export const encodeCursor = (numbers: readonly number[]): string =>
  Buffer.from(numbers.join(' ')).toString('base64url');

/** Returns the `length` numbers of a cursor, or undefined when no list wrote the text. */
export const decodeCursor = (text: string, length: number): number[] | undefined => {
  const parts = Buffer.from(text, 'base64url').toString().split(' ');
  const numbers = parts.map(Number);
  const isOurs = parts.length === length && parts.every((part) => /^\d{1,16}$/.test(part));
  return isOurs && numbers.every(Number.isSafeInteger) ? numbers : undefined;
};
