import { randomBytes } from 'node:crypto';
import { wallTime } from '../../../contract/zone';

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

export const newExportId = (): string => randomBytes(16).toString('hex');

/** The job queue that makes waiting exports. */
export const EXPORTS_QUEUE = 'exports';
