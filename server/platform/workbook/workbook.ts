import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { cell, columnName, STYLES, textCell, type CellValue, type ColumnKind } from './cells';
import {
  CONTENT_TYPES,
  ROOT_RELATIONS,
  sheetHead,
  sheetTail,
  STYLE_SHEET,
  workbookRelations,
  workbookXml,
  type ListedSheet,
} from './parts';

export interface Column {
  title: string;
  kind: ColumnKind;
  /** In characters. */
  width: number;
}

/** A table of a workbook. Its rows arrive in batches, and each batch is held in memory. */
export interface Table {
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

/** Returns the stream of a part, and a promise that settles when it was read to its end or failed. */
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
 * than `SHEET_ROWS` rows goes on in another sheet. Rethrows the errors of a table's source.
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
