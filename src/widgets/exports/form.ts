import { boolean, object, string, type AnyObjectSchema } from 'yup';
import { dayAt } from '../../../contract/zone';
import type { MessageId } from '../../lib/intl';
import { emailRule } from '../../lib/rules';

/** An email under the given text where it is missing. Spec 2, point 5. */
export const mailSchema = (required: MessageId): AnyObjectSchema => object({ email: emailRule(required) });

/** Texts, as selects hold them; `month` counts from 1. */
export interface DownloadValues {
  byDate: boolean;
  day: string;
  month: string;
  year: string;
  onlyShortlisted: boolean;
}

/** Years start after 2010. Spec 1, point 5. */
const FIRST_YEAR = 2011;

const range = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at));

/** Days of a month; 31 while month or year are not known. */
const daysIn = (year: string, month: string): number =>
  year && month ? new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() : 31;

/** Day options follow the month's length. Spec 1, point 5. */
export const dayOptions = (year: string, month: string): string[] => range(1, daysIn(year, month));
export const MONTHS: readonly string[] = range(1, 12);
/** The newest first. */
export const yearOptions = (now: number, timeZone: string): string[] =>
  range(FIRST_YEAR, Number(dayAt(now, timeZone).slice(0, 4))).reverse();

/** One month ago, on the month's last day where it has no such day. Spec 1, point 5. From the shortlist, the shortlist. */
export const downloadDefaults = (now: number, timeZone: string, onlyShortlisted = false): DownloadValues => {
  const [year = 0, month = 1, day = 1] = dayAt(now, timeZone).split('-').map(Number);
  const before = new Date(Date.UTC(year, month - 2, 1));
  const beforeYear = String(before.getUTCFullYear());
  const beforeMonth = String(before.getUTCMonth() + 1);
  const beforeDay = String(Math.min(day, daysIn(beforeYear, beforeMonth)));
  return { byDate: false, day: beforeDay, month: beforeMonth, year: beforeYear, onlyShortlisted };
};

/** A day that the chosen month does not have must be chosen anew. */
export const withValidDay = (values: DownloadValues): DownloadValues =>
  Number(values.day) > daysIn(values.year, values.month) ? { ...values, day: '' } : values;

const whenByDate = (required: MessageId) =>
  string().when('byDate', { is: true, then: (rule) => rule.required(required) });

export const downloadSchema: AnyObjectSchema = object({
  byDate: boolean(),
  day: whenByDate('jobs.excelDownloadForm.day.required'),
  month: whenByDate('jobs.excelDownloadForm.month.required'),
  year: whenByDate('jobs.excelDownloadForm.year.required'),
  onlyShortlisted: boolean(),
});

/** The first day that is exported, `YYYY-MM-DD`; null for all, undefined while it is not whole. */
export const firstDayOf = ({ byDate, day, month, year }: DownloadValues): string | null | undefined => {
  if (!byDate) return null;
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined;
};
