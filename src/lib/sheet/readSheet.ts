import { HEADER_ROWS, namesIn, headerOf } from './header';
import { SheetError, type Sheet, type SheetOptions, type SheetRow } from './types';
import {
  CFB,
  parse_zip,
  read,
  type CellObject,
  type PartsLibrary,
  type WorkBook,
  type WorkSheet,
} from 'xlsx/dist/xlsx.mini.min.js';
import { entriesOf, unpack } from './archive';

const SEPARATORS = [';', ',', '\t', '|'];
/** Characters at the start of a file; they contain all rows that may be the header. */
const START = 50_000;

const countOf = (text: string, pattern: RegExp): number => {
  let count = 0;
  for (const _match of text.matchAll(pattern)) count += 1;
  return count;
};

/**
 * Decodes UTF-8 and UTF-16, or else Windows-1254, in which the Turkish Excel writes CSV files. A file counts as UTF-8
 * when most of its characters beyond ASCII are valid; invalid ones become U+FFFD.
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

/** Returns the first lines; a line break in quotes ends no line, and a separator in quotes becomes a blank. */
const firstLines = (text: string): string[] =>
  Array.from(text.slice(0, START).matchAll(/(?:"[^"]*"|[^"\r\n])+/g), ([line]) =>
    line.replace(/"([^"]*)"/g, (_quoted, inside: string) => inside.replace(/[;,\t|]/g, ' ')),
  ).slice(0, HEADER_ROWS);

/** Returns the number of the most lines in a row that have the separator, and the cells of their first one. */
const tableOf = (lines: readonly string[], separator: string): { length: number; cells: number } => {
  const table = { length: 0, cells: 0 };
  let start = 0;
  lines.forEach((line, at) => {
    if (!line.includes(separator)) start = at + 1;
    else if (at + 1 - start > table.length) {
      table.length = at + 1 - start;
      table.cells = lines[start]!.split(separator).length;
    }
  });
  return table;
};

/**
 * Returns the separator of the header line. Without known column names, returns that of the longest table: a title has
 * only a few lines.
 */
const separatorOf = (text: string, names: ReadonlySet<string>): string => {
  const lines = firstLines(text);
  const scoreOf = (separator: string) => {
    const most = Math.max(0, ...lines.map((line) => namesIn(line.split(separator), names)));
    const { length, cells } = tableOf(lines, separator);
    return ((most > 1 ? most * START : 0) + length) * START + cells;
  };
  return SEPARATORS.reduce((best, next) => (scoreOf(next) > scoreOf(best) ? next : best));
};

/**
 * Returns the text of a CSV file with a first line that names its separator, which also keeps the library from taking
 * it for another format. Throws `SheetError` for a file that is no text.
 */
const csvText = (bytes: Uint8Array, names: ReadonlySet<string>): string => {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\0')) throw new SheetError('unsupported');
  return /^sep=.\r?\n/.test(text) ? text : `sep=${separatorOf(text, names)}\n${text}`;
};

const { find, utils }: PartsLibrary = CFB;
const OPTIONS = { dense: true, cellHTML: false, raw: true } as const;
/** More columns than any list has; the rest is ignored. */
const COLUMNS_MAX = 60;
/** Longer than any field: a huge cell is still refused for its length, but only this part stays in memory. */
const CELL_MAX = 2000;

/** The content type of workbooks with macros. That of binary workbooks is no sign, because every file lists it. */
const MACRO_TYPE = /vnd\.ms-excel\.(sheet|template|addin)\.macroEnabled/i;

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05);
/** Old workbooks, and new ones with a password, are Microsoft's compound files. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** PNG, JPEG, GIF, WebP, and the photos of phones. */
const isPicture = (bytes: Uint8Array): boolean =>
  /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|.{4}ftyp(hei|hev|mif1|avif))/s.test(
    String.fromCharCode(...bytes.subarray(0, 12)),
  );

/** A PDF and a text of WordPad may hold only text, so they would pass for a CSV file. */
const isDocument = (bytes: Uint8Array): boolean =>
  /^\s*(%PDF-|\{\\rtf)/.test(String.fromCharCode(...bytes.subarray(0, 64)));

/** True if a compound file has a stream of this name, which stands there in UTF-16. */
const hasStream = (bytes: Uint8Array, name: string): boolean =>
  new TextDecoder('latin1').decode(bytes).includes([...name].join('\0'));

/** Only these parts matter: texts, and the relations between them. Pictures and printer settings stay packed. */
const isNeeded = (name: string) => /\.(xml|rels)$/i.test(name) && !/^xl\/(media|drawings|charts|theme)\//i.test(name);

/** Parts that name other parts by their paths, some with backslashes. */
const hasPaths = (name: string) => /\.rels$|^\[Content_Types\]\.xml$/i.test(name);

const withSlashes = (content: Uint8Array): Uint8Array => content.map((byte) => (byte === 0x5c ? 0x2f : byte));

const readArchive = async (bytes: Uint8Array, { unpacked }: SheetOptions): Promise<WorkBook> => {
  const entries = entriesOf(bytes);
  const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
  if (has(/vbaProject\.bin$/i)) throw new SheetError('macros');
  if (!has(/^\[Content_Types\]\.xml$/i) || !has(/^xl\/.*\.xml$/i) || has(/^xl\/workbook\.bin$/i))
    throw new SheetError('unsupported');
  // The library gets unpacked parts, because it would unpack an archive without a limit.
  const parts = utils.cfb_new();
  let left = unpacked;
  for (const entry of entries.filter(({ name }) => isNeeded(name))) {
    const content = await unpack(entry, left);
    left -= content.length;
    utils.cfb_add(parts, entry.name, hasPaths(entry.name) ? withSlashes(content) : content);
  }
  const types = find(parts, '[Content_Types].xml');
  if (types && MACRO_TYPE.test(new TextDecoder().decode(Uint8Array.from(types.content))))
    throw new SheetError('macros');
  // The library reads hidden rows with the styles only.
  return parse_zip(parts, { ...OPTIONS, cellStyles: true });
};

const readWorkbook = async (
  bytes: Uint8Array,
  options: SheetOptions,
  names: ReadonlySet<string>,
): Promise<WorkBook> => {
  if (isZip(bytes)) return readArchive(bytes, options);
  if (isCompound(bytes)) throw new SheetError(hasStream(bytes, 'EncryptedPackage') ? 'password' : 'oldFormat');
  return read(csvText(bytes, names), { ...OPTIONS, type: 'string' });
};

/** Returns what a person sees in a cell; a whole number without its format, because a tax number has no separators. */
const textOf = ({ v, w, t }: CellObject): string => {
  const shown = w ?? String(v ?? '');
  const text = t === 'n' && Number.isInteger(v) && !shown.startsWith('0') ? String(v) : shown;
  // PostgreSQL stores neither NUL nor half a character.
  return text
    .replace(/\0|\p{Surrogate}/gu, '')
    .trim()
    .slice(0, CELL_MAX);
};

const isFormula = (cell: CellObject, isCsv: boolean): boolean =>
  cell.f !== undefined || cell.F !== undefined || (isCsv && textOf(cell).startsWith('='));

const rowsOf = (sheet: WorkSheet, { isCsv, isHidden }: { isCsv: boolean; isHidden: boolean }): SheetRow[] =>
  Array.from(sheet['!data'] ?? [], (cells, at): SheetRow => {
    const row = Array.from((cells ?? []).slice(0, COLUMNS_MAX));
    const formulas = row.flatMap((cell, column) => (cell && isFormula(cell, isCsv) ? [column] : []));
    return {
      line: at + 1,
      cells: row.map((cell) => (cell ? textOf(cell) : '')),
      formulas,
      isHidden: isHidden || sheet['!rows']?.[at]?.hidden === true,
    };
  }).filter(({ cells, formulas }) => formulas.length > 0 || cells.some((text) => text !== ''));

/** Reads the sheets of a workbook or CSV file that have rows; throws `SheetError` for a file that it refuses. */
export const readSheet = async (bytes: Uint8Array, options: SheetOptions): Promise<Sheet[]> => {
  if (bytes.length > options.bytes) throw new SheetError('tooLarge');
  if (isPicture(bytes)) throw new SheetError('picture');
  if (isDocument(bytes)) throw new SheetError('unsupported');
  const names = new Set(options.names);
  const { SheetNames, Sheets, Workbook } = await readWorkbook(bytes, options, names).catch((error: unknown) => {
    throw error instanceof SheetError ? error : new SheetError('broken');
  });
  const isCsv = !isZip(bytes);
  const sheets = SheetNames.flatMap((name, at): Sheet[] => {
    const sheet = Sheets[name];
    const isHidden = Boolean(Workbook?.Sheets?.[at]?.Hidden);
    const rows = sheet ? rowsOf(sheet, { isCsv, isHidden }).slice(0, options.rows + HEADER_ROWS + 1) : [];
    return rows.length === 0 ? [] : [{ name, isHidden, rows, headerAt: headerOf(rows, names) }];
  });
  if (sheets.length === 0) throw new SheetError('empty');
  return sheets;
};
