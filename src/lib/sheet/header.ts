import { fold } from '../../../contract/constants/text';

/** Rows that are searched for the names of the columns, and that the user can choose from. */
export const HEADER_ROWS = 20;

/** Returns a column's name in lower case without accents, marks and bracketed words: "E-posta (zorunlu) *". */
export const plainName = (name: string): string =>
  fold(name.replace(/\([^)]*\)/g, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns how many different known column names a row has. */
export const namesIn = (cells: readonly string[], names: ReadonlySet<string>): number =>
  new Set(cells.map(plainName).filter((name) => names.has(name))).size;

/**
 * Returns the position of the row that names the columns: the first one with the most known names, else the first one
 * with more than one text, because a title has one.
 */
export const headerOf = (rows: readonly { cells: readonly string[] }[], names: ReadonlySet<string>): number => {
  const searched = rows.slice(0, HEADER_ROWS);
  const counts = searched.map(({ cells }) => namesIn(cells, names));
  const most = Math.max(0, ...counts);
  if (most > 1) return counts.indexOf(most);
  return Math.max(
    0,
    searched.findIndex(({ cells }) => cells.filter((text) => text !== '').length > 1),
  );
};
