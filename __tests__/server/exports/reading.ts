import { execFileSync } from 'node:child_process';
import { read, utils, type WorkSheet } from 'xlsx';
import { runExports } from '../../../server/modules/exports/runnerService';
import type { TestServer } from '../../support/testServer';

type Cell = string | number | boolean | Date | null;

/** A sheet of a workbook as the library of the dashboard reads it: its header, and its rows by header. */
export interface ReadSheet {
  name: string;
  header: string[];
  rows: Record<string, Cell>[];
  sheet: WorkSheet;
}

/** Reads a workbook back; dates as dates, and with their formulas if there are any. */
export const readWorkbook = (file: Buffer): ReadSheet[] => {
  const book = read(file, { cellDates: true, cellFormula: true, cellNF: true, UTC: true });
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name]!;
    const [header = [], ...lines] = utils.sheet_to_json<Cell[]>(sheet, {
      header: 1,
      defval: null,
      raw: true,
      UTC: true,
    });
    const titles = header.map(String);
    const rows = lines.map((line) => Object.fromEntries(titles.map((title, at) => [title, line[at] ?? null])));
    return { name, header: titles, rows, sheet };
  });
};

export interface ReadPdf {
  /** The text of each page. */
  pages: string[];
  images: number;
  title: string;
  language: string;
}

/** Reads a PDF back with pdf.js. */
export const readPdf = (file: Buffer): ReadPdf =>
  JSON.parse(
    execFileSync(process.execPath, ['__tests__/support/readPdf.mjs'], {
      input: file,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  ) as ReadPdf;

/** Makes what waits in the queue, as the background does. */
export const makeExports = (server: TestServer, stopping?: AbortSignal) => {
  const warnings: unknown[] = [];
  const log = { info: () => undefined, warn: (...line: unknown[]) => void warnings.push(line) };
  return runExports(server.deps, { log, stopping }).then(() => warnings);
};
