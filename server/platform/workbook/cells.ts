/** The type of a column. `day` is `YYYY-MM-DD`, `time` wall time `YYYY-MM-DD HH:mm:ss`, `percent` a fraction of 1. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'percent' | 'day' | 'time';
export type CellValue = string | number | null;

/** Indexes into `cellXfs` of the styles part. */
export const STYLES = { header: 1, text: 2, quoted: 3, integer: 4, decimal: 5, percent: 6, day: 7, time: 8 } as const;

/** Longest text of a cell in UTF-16 units: Excel's limit. */
const TEXT_MAX = 32_767;
const DAY_MS = 86_400_000;
/** Day 0 of a workbook's calendar. Before March 1900 it counts a day that never existed, so those dates stay text. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_DAY = '1900-03-01';

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML cannot hold; a workbook writes them as `_xHHHH_` (ECMA-376, part 1, 22.4.2.4, ST_Xstring). */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;
/** Literal text that looks like such an escape. */
const LOOKS_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;
/** The first character of a text that a program might take for a formula when the cell is edited or saved as CSV. */
const LIKE_FORMULA = /^[=+\-@\t\r\n]/;

const escapeControl = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const cut = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`);

const xmlText = (text: string): string =>
  cut(text)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(CONTROL, escapeControl)
    .replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign);

export const xmlAttribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');

/** Returns the letters of a column, counted from 0: A, …, Z, AA. */
export const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** Writes a cell with a literal text. Formulas have another cell type, which this code never writes. */
export const textCell = (reference: string, text: string, style?: number): string => {
  const chosen = style ?? (LIKE_FORMULA.test(text) ? STYLES.quoted : STYLES.text);
  return `<c r="${reference}" s="${chosen}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
};

const numberCell = (reference: string, style: number, value: number): string =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

/** Returns the day number of a date or wall time; NaN for any other text. */
const serial = (text: string): number => {
  const [day = '', time = '00:00:00'] = text.split(' ');
  return (Date.parse(`${day}T${time}Z`) - EPOCH) / DAY_MS;
};

/** Writes a cell of a column; returns an empty text without a value. */
export const cell = (reference: string, kind: ColumnKind, value: CellValue): string => {
  if (value === null || value === '') return '';
  if (kind === 'text') return textCell(reference, String(value));
  if (kind === 'day' || kind === 'time') {
    const text = String(value);
    const number = serial(text);
    const isKnown = Number.isFinite(number) && text >= FIRST_DAY && text.length <= 'YYYY-MM-DD HH:mm:ss'.length;
    return isKnown ? numberCell(reference, STYLES[kind], number) : textCell(reference, text);
  }
  const number = Number(value);
  return Number.isFinite(number) ? numberCell(reference, STYLES[kind], number) : textCell(reference, String(value));
};
