import { execFileSync } from 'node:child_process';
import { read, utils, type WorkSheet } from 'xlsx';
import { runExports } from '../../../server/modules/exports/service';
import type { TestServer } from '../../support/testServer';

type Cell = string | number | boolean | Date | null;

/** A workbook's sheet as the SheetJS library reads it: the header, and the rows by header. */
export interface ReadSheet {
  name: string;
  header: string[];
  rows: Record<string, Cell>[];
  sheet: WorkSheet;
}

/** Reads a workbook with its dates and any formulas. */
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
  pages: string[];
  /** The texts of all pages; `x` and `y` of the baseline are in points from the left and the bottom of the page. */
  items: { page: number; text: string; x: number; y: number; size: number; width: number }[];
  images: number;
  title: string;
  language: string;
}

export const readPdf = (file: Buffer): ReadPdf =>
  JSON.parse(
    execFileSync(process.execPath, ['__tests__/support/readPdf.mjs'], {
      input: file,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  ) as ReadPdf;

/** Processes the queue as the background task does. */
export const makeExports = (server: TestServer, stopping?: AbortSignal) => {
  const warnings: unknown[] = [];
  const log = { info: () => undefined, warn: (...line: unknown[]) => void warnings.push(line) };
  return runExports(server.deps, { log, stopping }).then(() => warnings);
};
