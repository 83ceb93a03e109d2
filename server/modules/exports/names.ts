import { randomBytes } from 'node:crypto';
import { wallTime } from '../../../contract/zone';

/** A day in the marketplace's zone, as DD_MM_YYYY. */
const dayOf = (instant: Date, timeZone: string): string =>
  wallTime(instant, timeZone).slice(0, 10).split('-').reverse().join('_');

/** `Applications_DD_MM_YYYY.xlsx`. Spec 1, point 7. */
export const workbookName = (instant: Date, timeZone: string): string =>
  `Applications_${dayOf(instant, timeZone)}.xlsx`;

/** What no system takes in the name of a file. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Surrogate}\\/:*?"<>|]/gu;
/** Longest name of a person within the name of a file, in characters. */
const PERSON_MAX = 100;

/** `<full name>_CV_DD_MM_YYYY.pdf`. API contract, section 6. */
export const cvName = (fullName: string, instant: Date, timeZone: string): string => {
  const person = fullName.replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim().slice(0, PERSON_MAX).trim();
  return `${person}_CV_${dayOf(instant, timeZone)}.pdf`;
};

/** 128 random bits in hex. */
export const newExportId = (): string => randomBytes(16).toString('hex');

/** Whose turn it is to be made. */
export const EXPORTS_QUEUE = 'exports';
