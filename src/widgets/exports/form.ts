import { boolean, object, string, type AnyObjectSchema } from 'yup';
import { dayAt } from '../../../contract/zone';
import type { MessageId } from '../../lib/intl';
import { emailRule } from '../../lib/rules';

/** An email with this message when it is missing: docs/PRODUCT.md#cv. */
export const mailSchema = (required: MessageId): AnyObjectSchema => object({ email: emailRule(required) });

/** Texts, because selects hold texts; `month` counts from 1. */
export interface DownloadValues {
  byDate: boolean;
  day: string;
  month: string;
  year: string;
  onlyShortlisted: boolean;
}

/** The first year to choose: docs/PRODUCT.md#excel-download. */
const FIRST_YEAR = 2011;

const range = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at));

/** Returns the number of days in a month; 31 while month or year is unknown. */
const daysIn = (year: string, month: string): number =>
  year && month ? new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() : 31;

export const dayOptions = (year: string, month: string): string[] => range(1, daysIn(year, month));
export const MONTHS: readonly string[] = range(1, 12);
/** Returns the years, newest first. */
export const yearOptions = (now: number, timeZone: string): string[] =>
  range(FIRST_YEAR, Number(dayAt(now, timeZone).slice(0, 4))).reverse();

/**
 * Returns the default values: one month ago, on the month's last day if it is shorter: docs/PRODUCT.md#excel-download.
 */
export const downloadDefaults = (now: number, timeZone: string, onlyShortlisted = false): DownloadValues => {
  const [year = 0, month = 1, day = 1] = dayAt(now, timeZone).split('-').map(Number);
  const before = new Date(Date.UTC(year, month - 2, 1));
  const beforeYear = String(before.getUTCFullYear());
  const beforeMonth = String(before.getUTCMonth() + 1);
  const beforeDay = String(Math.min(day, daysIn(beforeYear, beforeMonth)));
  return { byDate: false, day: beforeDay, month: beforeMonth, year: beforeYear, onlyShortlisted };
};

/** Returns the values with the month's last day in place of a day that the month does not have. */
export const withValidDay = (values: DownloadValues): DownloadValues => {
  const last = daysIn(values.year, values.month);
  return Number(values.day) > last ? { ...values, day: String(last) } : values;
};

const requiredByDate = (required: MessageId) =>
  string().when('byDate', { is: true, then: (rule) => rule.required(required) });

export const downloadSchema: AnyObjectSchema = object({
  byDate: boolean(),
  day: requiredByDate('jobs.excelDownloadForm.day.required'),
  month: requiredByDate('jobs.excelDownloadForm.month.required'),
  year: requiredByDate('jobs.excelDownloadForm.year.required'),
  onlyShortlisted: boolean(),
});

/** Returns the first exported day as `YYYY-MM-DD`; null for all days, undefined while there is no such day. */
export const firstDayOf = ({ byDate, day, month, year }: DownloadValues): string | null | undefined => {
  if (!byDate) return null;
  return day && month && year && Number(day) <= daysIn(year, month)
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : undefined;
};
