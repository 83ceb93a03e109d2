import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { DAY } from '../../contract/constants/time';

/** The type of a column. `day` is `YYYY-MM-DD`, `time` wall time `YYYY-MM-DD HH:mm:ss`, `percent` a fraction of 1. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'percent' | 'day' | 'time';
export type CellValue = string | number | null;

/** Indexes into `cellXfs` of the styles part. */
const STYLES = { header: 1, text: 2, quoted: 3, integer: 4, decimal: 5, percent: 6, day: 7, time: 8 } as const;

/** Longest text of a cell in UTF-16 units: Excel's limit. */
const TEXT_MAX = 32_767;
/** Day 0 of a workbook's calendar. Before March 1900 it counts a day that never existed, so those dates stay text. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_DAY = '1900-03-01';

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML cannot hold; a workbook writes them as `_xHHHH_` (ECMA-376, part 1, 22.4.2.4, ST_Xstring). */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;
/** Literal text that looks like such an escape. */
const LOOKS_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;
/** A first character that makes a program take a text for a formula when the cell is edited or saved as CSV. */
const LIKE_FORMULA = /^[=+\-@\t\r\n]/;

const escapeControl = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const cut = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`);

const xmlText = (text: string): string =>
  cut(text)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(CONTROL, escapeControl)
    .replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign);

const xmlAttribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');

/** Returns the letters of a column, counted from 0: A, …, Z, AA. */
const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** Writes a cell with a literal text. Formulas have another cell type, which this code never writes. */
const textCell = (reference: string, text: string, style?: number): string => {
  const chosen = style ?? (LIKE_FORMULA.test(text) ? STYLES.quoted : STYLES.text);
  return `<c r="${reference}" s="${chosen}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
};

const numberCell = (reference: string, style: number, value: number): string =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

/** Returns the day number of a date or wall time; NaN for any other text. */
const serial = (text: string): number => {
  const [day = '', time = '00:00:00'] = text.split(' ');
  return (Date.parse(`${day}T${time}Z`) - EPOCH) / DAY;
};

/** Writes a cell of a column; returns an empty text without a value. */
const cell = (reference: string, kind: ColumnKind, value: CellValue): string => {
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

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Lists the content types. The file begins with it, before the number of sheets is known, so every part without its
 * own entry is a sheet.
 */
const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
</Types>`;

const ROOT_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Built-in formats by number (ECMA-376, part 1, 18.8.30): 1 `0`, 9 `0%`, 14 a date, 22 a date and time, 49 text. */
const FORMATS: Record<keyof typeof STYLES, string> = {
  header: 'numFmtId="49" fontId="1" fillId="2" borderId="0" applyFont="1" applyFill="1"',
  text: 'numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  quoted: 'numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1" quotePrefix="1"',
  integer: 'numFmtId="1" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  decimal: 'numFmtId="164" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  percent: 'numFmtId="9" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  day: 'numFmtId="14" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  time: 'numFmtId="22" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
};

const styles = Object.entries(FORMATS).sort(
  ([one], [other]) => STYLES[one as keyof typeof STYLES] - STYLES[other as keyof typeof STYLES],
);

const STYLE_SHEET = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F3"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${styles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
${styles.map(([, format]) => `<xf ${format} xfId="0"/>`).join('\n')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** A sheet in the workbook's list; `filter` is the range of its header and rows, such as `A1:D9`. */
interface ListedSheet {
  name: string;
  filter: string;
}

const absolute = (range: string): string => range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');

/** Lists the sheets and the ranges of their filters. */
const workbookXml = (sheets: readonly ListedSheet[]): string => {
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${xmlAttribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const filters = sheets.map(
    ({ name, filter }, at) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${xmlAttribute(name.replaceAll("'", "''"))}'!${absolute(filter)}</definedName>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`;
};

/** Lists the locations of the parts of a workbook with so many sheets. */
const workbookRelations = (sheets: number): string => {
  const of = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const list = Array.from({ length: sheets }, (_, at) => of(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}${of(sheets + 1, 'styles', 'styles.xml')}</Relationships>`;
};

/**
 * Writes a sheet's XML before its rows: the header row stays visible when the sheet scrolls. `widths` in characters.
 */
const sheetHead = (widths: readonly number[], isFirst: boolean): string => {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
};

const sheetTail = (filter: string): string => `</sheetData><autoFilter ref="${filter}"/></worksheet>`;

export interface Column {
  title: string;
  kind: ColumnKind;
  /** In characters. */
  width: number;
}

/** A table of a workbook. Its rows arrive in batches, and each batch is held in memory. */
interface Table {
  /** At most 25 characters; a table that is longer than a sheet continues in `name 2`. */
  name: string;
  columns: readonly Column[];
  batches: AsyncIterable<readonly (readonly CellValue[])[]>;
}

/** Rows of one sheet including its header: Excel's limit. */
const SHEET_ROWS = 1_048_576;
/** Rows that are written in one turn of the event loop. */
const TURN_ROWS = 50;

type Batch = readonly (readonly CellValue[])[];

const rowXml = (columns: readonly Column[], row: readonly CellValue[], number: number): string => {
  let cells = '';
  for (const [at, { kind }] of columns.entries()) cells += cell(`${columnName(at)}${number}`, kind, row[at] ?? null);
  return `<row r="${number}">${cells}</row>`;
};

const headerXml = (columns: readonly Column[]): string =>
  `<row r="1">${columns.map(({ title }, at) => textCell(`${columnName(at)}1`, title, STYLES.header)).join('')}</row>`;

/** Splits batches into small pieces, so that rows beyond the end of a sheet go to the next one. */
async function* piecesOf(batches: AsyncIterable<Batch>): AsyncGenerator<Batch, void> {
  for await (const batch of batches)
    for (let at = 0; at < batch.length; at += TURN_ROWS) yield batch.slice(at, at + TURN_ROWS);
}

/** The rest of a table that did not fit on a sheet, and the number of rows written. */
interface Progress {
  waiting: Batch;
  isOver: boolean;
  rows: number;
}

/** Yields the XML of one sheet and takes from `pieces` the rows that fit. */
async function* sheetXml(
  { columns }: Table,
  pieces: AsyncIterator<Batch, void>,
  progress: Progress,
  isFirst: boolean,
): AsyncGenerator<string, void> {
  yield sheetHead(
    columns.map(({ width }) => width),
    isFirst,
  );
  yield headerXml(columns);
  progress.rows = 1;
  while (progress.rows < SHEET_ROWS) {
    if (progress.waiting.length === 0) {
      const next = await pieces.next();
      if (next.done) {
        progress.isOver = true;
        break;
      }
      progress.waiting = next.value;
    }
    const taken = progress.waiting.slice(0, SHEET_ROWS - progress.rows);
    progress.waiting = progress.waiting.slice(taken.length);
    let xml = '';
    for (const row of taken) xml += rowXml(columns, row, (progress.rows += 1));
    yield xml;
    // Yields to the event loop, so that the server answers requests meanwhile.
    await nextTurn();
  }
  yield sheetTail(`A1:${columnName(columns.length - 1)}${progress.rows}`);
}

/** Returns the stream of a part, and a promise that settles when the stream was read to its end or failed. */
const partOf = (source: AsyncGenerator<string, void>) => {
  const stream = Readable.from(source, { objectMode: false, highWaterMark: 65_536 });
  const read = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
  return { stream, read };
};

const addTable = async (zip: ZipFile, table: Table, sheets: ListedSheet[]): Promise<void> => {
  const pieces = piecesOf(table.batches);
  const progress: Progress = { waiting: [], isOver: false, rows: 0 };
  for (let part = 1; part === 1 || !progress.isOver; part += 1) {
    if (part > 1 && progress.waiting.length === 0) {
      const next = await pieces.next();
      if (next.done) return;
      progress.waiting = next.value;
    }
    const { stream, read } = partOf(sheetXml(table, pieces, progress, sheets.length === 0));
    zip.addReadStream(stream, `xl/worksheets/sheet${sheets.length + 1}.xml`);
    await read;
    const filter = `A1:${columnName(table.columns.length - 1)}${progress.rows}`;
    sheets.push({ name: part === 1 ? table.name : `${table.name} ${part}`, filter });
  }
};

/**
 * Writes a workbook (Office Open XML) to a new file, one table after the other, with one batch in memory. A table of more
 * than `SHEET_ROWS` rows continues in another sheet. Rethrows the errors of a table's source.
 */
export const writeWorkbook = async (file: string, tables: readonly Table[]): Promise<void> => {
  const zip = new ZipFile();
  const write = async () => {
    zip.addBuffer(Buffer.from(CONTENT_TYPES), '[Content_Types].xml');
    zip.addBuffer(Buffer.from(ROOT_RELATIONS), '_rels/.rels');
    const sheets: ListedSheet[] = [];
    for (const table of tables) await addTable(zip, table, sheets);
    zip.addBuffer(Buffer.from(workbookXml(sheets)), 'xl/workbook.xml');
    zip.addBuffer(Buffer.from(workbookRelations(sheets.length)), 'xl/_rels/workbook.xml.rels');
    zip.addBuffer(Buffer.from(STYLE_SHEET), 'xl/styles.xml');
    zip.end();
  };
  const output = zip.outputStream as Readable;
  const written = pipeline(output, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  // A failed source must end the file as well; the first failure is the one that is thrown.
  const writing = write().catch((error: Error) => {
    output.destroy(error);
    throw error;
  });
  zip.once('error', (error: Error) => output.destroy(error));
  await Promise.all([written, writing]);
};
