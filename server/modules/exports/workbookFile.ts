import { wallTime } from '../../../contract/zone';
import { type CellValue, type ColumnKind, type Column, writeWorkbook } from '../../platform/workbook';
import { formatDialNumber, isWork } from '../workers';
import type { ExportRow, StoredExperience } from './repository';
import { experienceDuration, labelOf, type ExportTexts, exportTexts } from './cvFacts';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Language } from '../../../contract/constants/options';

/** Formats a day in the marketplace's zone as DD_MM_YYYY. */
const dayOf = (instant: Date, timeZone: string): string =>
  wallTime(instant, timeZone).slice(0, 10).split('-').reverse().join('_');

/** Returns `Applications_DD_MM_YYYY.xlsx`. See docs/PRODUCT.md#excel-download. */
export const workbookName = (instant: Date, timeZone: string): string =>
  `Applications_${dayOf(instant, timeZone)}.xlsx`;

/** Characters that some operating system forbids in file names. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Surrogate}\\/:*?"<>|]/gu;
/** The longest name of a person within a file name, in characters. */
const PERSON_MAX = 100;

/** Returns `<full name>_CV_DD_MM_YYYY.pdf`. See docs/API.md#export-calls. */
export const cvName = (fullName: string, instant: Date, timeZone: string): string => {
  const person = fullName.replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim().slice(0, PERSON_MAX).trim();
  return `${person}_CV_${dayOf(instant, timeZone)}.pdf`;
};

/** The job queue that makes waiting exports. */
export const EXPORTS_QUEUE = 'exports';

/** The texts and the time zone of the cells. */
interface CellContext {
  texts: ExportTexts;
  timeZone: string;
}

interface ExportColumn<R> {
  name: string;
  kind: ColumnKind;
  width: number;
  value(row: R, context: CellContext): CellValue;
}

const column = <R>(
  name: string,
  kind: ColumnKind,
  width: number,
  value: ExportColumn<R>['value'],
): ExportColumn<R> => ({ name, kind, width, value });

const yesNo = (value: boolean | null, { yes, no }: ExportTexts): CellValue =>
  value === null ? null : value ? yes : no;

const wallTimeOf = (instant: Date | null, { timeZone }: CellContext): CellValue =>
  instant && wallTime(instant, timeZone);

/** Writes the duration in the workbook's language, because the worker's own text may be in another one. */
const experienceText = ({ position, companyName, duration }: StoredExperience, { cv }: ExportTexts): string =>
  [position, companyName, experienceDuration(duration, cv)].filter(Boolean).join(', ');

/** Rounds to one decimal, as the list does. */
const tenths = (km: number | null): CellValue => (km === null ? null : Math.round(km * 10) / 10);
/** Rounds away the false digits of PostgreSQL's `real`. */
const thousandths = (value: number): number => Math.round(value * 1000) / 1000;

/** One row for each application. See docs/PRODUCT.md#workbook-row. */
export const APPLICATION_COLUMNS: readonly ExportColumn<ExportRow>[] = [
  column('id', 'integer', 14, ({ id }) => id),
  column('createdAt', 'time', 17, ({ createdAt }, context) => wallTimeOf(createdAt, context)),
  column('status', 'text', 16, ({ status }, { texts }) => labelOf(texts.status, status)),
  column('jobId', 'integer', 12, ({ jobId }) => jobId),
  column('jobTitle', 'text', 32, ({ jobTitle }) => jobTitle),
  column('branch', 'text', 24, ({ branch }) => branch),
  column('workerId', 'integer', 14, ({ workerId }) => workerId),
  column('firstName', 'text', 16, (row, { texts }) => (row.isErased ? texts.erased : row).firstName),
  column('lastName', 'text', 16, (row, { texts }) => (row.isErased ? texts.erased : row).lastName),
  column('email', 'text', 28, ({ email }) => email),
  column('phone', 'text', 17, ({ phone, countryCode }) => formatDialNumber(phone, countryCode)),
  column('gender', 'text', 10, ({ gender }, { texts }) => labelOf(texts.gender, gender)),
  column('birthDate', 'day', 14, ({ birthDate }) => birthDate),
  column('military', 'text', 16, ({ military }, { texts }) => labelOf(texts.military, military)),
  column('education', 'text', 18, ({ education }, { texts }) => labelOf(texts.education, education)),
  column('university', 'text', 28, ({ university }) => university),
  column('universityStatus', 'text', 18, ({ universityStatus }, { texts }) =>
    labelOf(texts.universityStatus, universityStatus),
  ),
  column('universityDepartment', 'text', 24, ({ universityDepartment }) => universityDepartment),
  column('english', 'text', 14, ({ english }, { texts }) => labelOf(texts.english, english)),
  // A range has no single number of months; the next column names the range.
  column('experienceMonths', 'integer', 14, ({ experienceMonths, experiences }) =>
    experiences.some(({ duration }) => duration.max !== undefined) ? null : experienceMonths,
  ),
  column('experiences', 'text', 48, ({ experiences }, { texts }) =>
    experiences
      .filter(isWork)
      .map((one) => experienceText(one, texts))
      .join('; '),
  ),
  column('location', 'text', 28, ({ locationName }) => locationName),
  column('coordinates', 'text', 22, ({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : `${latitude}, ${longitude}`,
  ),
  column('distance', 'decimal', 13, ({ distanceKm }) => tenths(distanceKm)),
  column('matchScore', 'percent', 12, ({ matchScore }) => thousandths(matchScore)),
  column('seen', 'text', 10, ({ isSeen }, { texts }) => yesNo(isSeen, texts)),
  column('shortlisted', 'text', 14, ({ isShortlisted }, { texts }) => yesNo(isShortlisted, texts)),
  column('shortlistedAt', 'time', 19, ({ shortlistedAt }, context) => wallTimeOf(shortlistedAt, context)),
  column('shortlistedByAnother', 'text', 18, ({ isShortlistedByAnother }, { texts }) =>
    yesNo(isShortlistedByAnother, texts),
  ),
  column('appointment', 'text', 18, ({ appointmentStatus }, { texts }) =>
    labelOf(texts.appointment, appointmentStatus),
  ),
  column('appointmentAt', 'time', 17, ({ appointmentAt }, context) => wallTimeOf(appointmentAt, context)),
  column('came', 'text', 16, ({ came }, { texts }) => yesNo(came, texts)),
  column('positive', 'text', 16, ({ positive }, { texts }) => yesNo(positive, texts)),
  column('offerSent', 'text', 16, ({ offerSent }, { texts }) => yesNo(offerSent, texts)),
  column('offerAccepted', 'text', 16, ({ offerAccepted }, { texts }) => yesNo(offerAccepted, texts)),
  column('unread', 'integer', 14, ({ unread }) => unread),
];

interface ExperienceRow {
  application: ExportRow;
  experience: StoredExperience;
}

/** Returns whether the former job has no end or the latest end. */
const isLast = ({ application: { experiences }, experience }: ExperienceRow): boolean => {
  const end = ({ endDate }: StoredExperience) => endDate ?? '9999';
  return experiences.every((other) => end(other) <= end(experience));
};

export const EXPERIENCE_COLUMNS: readonly ExportColumn<ExperienceRow>[] = [
  column('applicationId', 'integer', 14, ({ application }) => application.id),
  column('workerId', 'integer', 14, ({ application }) => application.workerId),
  column('firstName', 'text', 16, ({ application }) => application.firstName),
  column('lastName', 'text', 16, ({ application }) => application.lastName),
  column('experienceId', 'integer', 14, ({ experience }) => experience.id),
  column('company', 'text', 28, ({ experience }) => experience.companyName),
  column('position', 'text', 28, ({ experience }) => experience.position),
  column('positionId', 'integer', 12, ({ experience }) => experience.positionId ?? null),
  column('months', 'integer', 16, ({ experience: { duration } }) => (duration.max === undefined ? duration.key : null)),
  column(
    'duration',
    'text',
    18,
    ({ experience }, { texts }) => experienceDuration(experience.duration, texts.cv) || null,
  ),
  column('isLast', 'text', 10, (row, { texts }) => yesNo(isLast(row), texts)),
  column('startDate', 'day', 14, ({ experience }) => experience.startDate),
  column('endDate', 'day', 14, ({ experience }) => experience.endDate),
];

const columnsIn = <R>(columns: readonly ExportColumn<R>[], titles: Record<string, string>): Column[] =>
  columns.map(({ name, kind, width }) => ({ title: titles[name] ?? name, kind, width }));

const applicationCells = (row: ExportRow, context: CellContext): CellValue[] =>
  APPLICATION_COLUMNS.map(({ value }) => value(row, context));

const experienceCells = (application: ExportRow, context: CellContext): CellValue[][] =>
  application.experiences
    .filter(isWork)
    .map((experience) => EXPERIENCE_COLUMNS.map(({ value }) => value({ application, experience }, context)));

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
