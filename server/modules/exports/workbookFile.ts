import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Language } from '../../../contract/constants/options';
import type { CellValue } from '../../platform/workbook/cells';
import { writeWorkbook } from '../../platform/workbook/workbook';
import {
  APPLICATION_COLUMNS,
  applicationCells,
  columnsIn,
  EXPERIENCE_COLUMNS,
  experienceCells,
  type CellContext,
} from './columns';
import type { ExportRow } from './rowRepository';
import { exportTexts } from './texts';

interface WorkbookOptions {
  /** The rows in pages. Each page is in memory as a whole. */
  pages: AsyncIterable<readonly ExportRow[]>;
  language: Language;
  timeZone: string;
}

/** Reads batches of cells from a spool file, one batch a line. */
async function* linesOf(file: string): AsyncGenerator<CellValue[][]> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield JSON.parse(line) as CellValue[][];
}

/**
 * Makes the workbook of applications, with a second sheet of former jobs, as a temporary file that exists while `use`
 * runs. Only one page of rows is in memory: the former jobs wait in a spool file while the first sheet is written.
 */
export const withWorkbook = async <T>(
  { pages, language, timeZone }: WorkbookOptions,
  use: (file: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  const [file, waiting] = [path.join(folder, 'workbook.xlsx'), path.join(folder, 'experiences.jsonl')];
  const texts = exportTexts(language);
  const context: CellContext = { texts, timeZone };
  const spool = await open(waiting, 'wx', 0o600);

  async function* applications(): AsyncGenerator<CellValue[][]> {
    for await (const page of pages) {
      await spool.write(`${JSON.stringify(page.flatMap((row) => experienceCells(row, context)))}\n`);
      yield page.map((row) => applicationCells(row, context));
    }
  }

  try {
    await writeWorkbook(file, [
      {
        name: texts.sheets.applications,
        columns: columnsIn(APPLICATION_COLUMNS, texts.columns),
        batches: applications(),
      },
      {
        name: texts.sheets.experiences,
        columns: columnsIn(EXPERIENCE_COLUMNS, texts.experienceColumns),
        batches: linesOf(waiting),
      },
    ]);
    // Closes the spool file first, so that a slow file store in `use` keeps no handle open.
    await spool.close();
    return await use(file);
  } finally {
    await spool.close();
    await rm(folder, { recursive: true, force: true });
  }
};
