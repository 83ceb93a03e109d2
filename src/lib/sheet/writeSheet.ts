import { utils, write, type CellObject } from 'xlsx/dist/xlsx.mini.min.js';
import type { SheetText } from './types';

/** Widths in characters. */
const WIDTH = { min: 12, max: 48 };

/** A cell of the format "text", in which no sign at its start makes a formula, even when a person edits it. */
const cellOf = (text: string): CellObject => ({ t: 's', v: text, z: '@' });

/** Returns the bytes of a workbook with one sheet of texts. */
export const writeSheet = ({ name, rows }: SheetText): Uint8Array => {
  const sheet = utils.aoa_to_sheet(rows.map((cells) => cells.map(cellOf)));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  sheet['!cols'] = widths.map((width) => ({ wch: Math.min(WIDTH.max, Math.max(WIDTH.min, width + 2)) }));
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, sheet, name);
  return new Uint8Array(write(workbook, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
};
